import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readNewestRelease } from '../../packaging/changelog.ts';
import { findRefusals } from '../../packaging/find-refusals.ts';
import { releaseFiles } from '../../packaging/release-files.ts';
import { compareSums } from '../../packaging/sha256-sums.ts';
import { findOtherVersions, readStatedVersions } from '../../packaging/stated-versions.ts';

const ROOT = join(import.meta.dirname, '../..');
const { version } = readNewestRelease(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'));

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-release-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('every file that states the version agrees with the newest heading of the changelog', () => {
  assert.deepEqual(findOtherVersions(ROOT, version), []);
});

test('a file that states another version is named', (t) => {
  const folder = makeFolder(t);
  const files = Object.keys(readStatedVersions(ROOT)).filter((file) => !file.includes(','));
  assert.equal(files.length, 4);
  for (const file of [...files, 'package-lock.json']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  assert.deepEqual(findOtherVersions(folder, version), []);
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), text.replace(version, '9.9.9'));
    const expected = `${file} states version 9.9.9, CHANGELOG.md ${version}.`;
    assert.deepEqual(findOtherVersions(folder, version), [expected]);
    writeFileSync(join(folder, file), text);
  }
});

test('the first heading of a changelog is the newest release, and its section the notes', () => {
  const older = '## [1.2.3] - 2026-11-01\n\nOlder.\n';
  const newest = '# Changelog\n\nAll of it.\n\n## [1.3.0] - 2026-12-01\n\n- See [a page](docs/a.md).\n\n';
  assert.deepEqual(readNewestRelease(newest + older), {
    version: '1.3.0',
    date: '2026-12-01',
    notes: '- See a page.\n',
  });
  assert.equal(readNewestRelease('## [0.1.0] - Unreleased\n').date, undefined);
  for (const heading of ['', '## [Unreleased]', '## 1.3.0 - 2026-12-01', '## [1.3] - 2026-12-01'])
    assert.throws(() => readNewestRelease(`${heading}\n`), /the newest heading must be like/, heading);
});

test('a release is refused without a date, on a dirty tree, for a tag that exists and without its files and sums', (t) => {
  const folder = makeFolder(t);
  const dist = join(folder, 'dist');
  const release = { version: '1.3.0', date: '2026-12-01', notes: '' };
  assert.match(findRefusals(folder, dist, release).join('\n'), /This is no Git checkout/);

  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: folder });
  git('init', '--quiet');
  writeFileSync(join(folder, '.gitignore'), 'dist\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
  mkdirSync(dist);
  const files = Object.values(releaseFiles('1.3.0')).flat();
  assert.equal(files.length, 8);
  for (const name of files) writeFileSync(join(dist, name), name);
  execFileSync('sh', ['-c', 'sha256sum * > SHA256SUMS'], { cwd: dist });
  assert.deepEqual(findRefusals(folder, dist, release), []);
  assert.deepEqual(compareSums(dist, files), { unlisted: [], different: [] });

  git('tag', 'v1.3.0');
  writeFileSync(join(folder, 'new.txt'), '');
  const [first = '', second = ''] = files;
  rmSync(join(dist, first));
  const sums = readFileSync(join(dist, 'SHA256SUMS'), 'utf8').split('\n');
  writeFileSync(join(dist, 'SHA256SUMS'), sums.filter((line) => !line.includes(second)).join('\n'));
  assert.deepEqual(findRefusals(folder, dist, { ...release, date: undefined }), [
    'CHANGELOG.md says "Unreleased" for 1.3.0 in place of a date.',
    'The working tree has uncommitted changes.',
    'The tag v1.3.0 exists.',
    `dist/${first} is missing.`,
    `dist/SHA256SUMS has no sum for ${second}.`,
  ]);
});

test('an archive that was changed after its sum was written is found', (t) => {
  const folder = makeFolder(t);
  writeFileSync(join(folder, 'a.zip'), 'a');
  execFileSync('sh', ['-c', 'sha256sum a.zip > SHA256SUMS'], { cwd: folder });
  writeFileSync(join(folder, 'a.zip'), 'b');
  assert.deepEqual(compareSums(folder, ['a.zip']).different, ['a.zip']);
});
