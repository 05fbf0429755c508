import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ALERT_TESTS, ALERTS, dashboardQueries } from './watching.ts';

const promtool = async (...words: string[]) => (await promisify(execFile)('promtool', words)).stdout;

test('the seven alerts go off when they should and not before', async () => {
  assert.match(await promtool('check', 'rules', ALERTS), /SUCCESS: 7 rules found/);
  assert.match(await promtool('test', 'rules', ALERT_TESTS), /SUCCESS/);
});

test("every query of the dashboard is one in Prometheus' language", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-promtool-'));
  const file = join(folder, 'queries.json');
  const rules = dashboardQueries().map((expr, i) => ({ record: `panel:query:${i}`, expr }));
  try {
    // What is JSON is YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    assert.match(await promtool('check', 'rules', file), new RegExp(`SUCCESS: ${rules.length} rules found`));
  } finally {
    await rm(folder, { recursive: true });
  }
});
