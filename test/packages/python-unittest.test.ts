import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { bareEnvironment } from '../service.ts';

const FOLDER = join(import.meta.dirname, '../../python');

test('the tests of the Python client pass', async (t) => {
  const output = await new Promise<string>((resolve) => {
    execFile(
      'python3',
      ['-X', 'dev', '-m', 'unittest', 'discover', '-v', '-s', 'tests', '-t', '.'],
      { cwd: FOLDER, env: { ...bareEnvironment(), PYTHONDONTWRITEBYTECODE: '1' } },
      (_error, _stdout, stderr) => resolve(stderr),
    );
  });
  const results = [...output.matchAll(/^(.+) \.\.\. (\w+)$/gm)];
  assert.ok(results.length > 100, output);
  for (const [, name = '', result] of results) {
    const title = name.replace(/^test_(\w+) .*/, (_, words) => words.replaceAll('_', ' '));
    await t.test(title, () => assert.equal(result, 'ok', output));
  }
});
