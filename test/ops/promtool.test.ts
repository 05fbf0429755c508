import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ALERT_TESTS, ALERTS, dashboardQueries } from './monitoring-files.ts';

const promtool = async (...args: string[]) => (await promisify(execFile)('promtool', args)).stdout;

test('each of the nine alerts fires when it should and not before', async () => {
  assert.match(await promtool('check', 'rules', ALERTS), /SUCCESS: 9 rules found/);
  assert.match(await promtool('test', 'rules', ALERT_TESTS), /SUCCESS/);
});

test('every query of the dashboard is valid PromQL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-promtool-'));
  const file = join(folder, 'queries.json');
  const rules = dashboardQueries().map((expr, i) => ({ record: `panel:query:${i}`, expr }));
  try {
    // JSON is valid YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    assert.match(await promtool('check', 'rules', file), new RegExp(`SUCCESS: ${rules.length} rules found`));
  } finally {
    await rm(folder, { recursive: true });
  }
});
