import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { readAccountGoals, readRoster } from '../../client/formats/index.ts';
import { Rollbook } from '../../client/index.ts';
import { bareEnvironment, type RunningService } from '../service.ts';
import { useService } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

const LAUNCHER = join(import.meta.dirname, '../../cli/rollbook');
const [here, there] = await Promise.all([openSignup(), openSignup()]);

function openSignup(): Promise<RunningService> {
  return useService({ env: { ROLLBOOK_SIGNUP: 'open' } });
}

async function openAccount(service: RunningService) {
  const browser = new ConsoleBrowser(service);
  const { accountId } = await browser.signUp('arona');
  const { apiKey } = await browser.ok('POST', '/keys', { name: 'scanner', permission: 'write', days: 1 });
  return { browser, accountId, apiKey, rollbook: new Rollbook({ baseUrl: `${service.url}/v1`, apiKey }) };
}

test('the file with an account’s data gives an empty account on another server the same roster, goals and stock', async () => {
  const from = await openAccount(here);
  const { failed } = await from.rollbook.roster.sync([
    { studentUid: '10010', tier: 5, weaponTier: 2, level: 90, weaponLevel: 40, bond: 20, equip1: 9 },
    { studentUid: '10098', tier: 3, weaponTier: 0, level: 1, skillEx: 5, equipSpecial: 1 },
  ]);
  assert.deepEqual(failed, []);
  await here.command('bond', 'set', '--account', from.accountId, '--student', '10000', '--bond', '5');
  const note = '다음 이벤트 "전에"';
  await from.rollbook.goals.put('10010', {
    ...{ wanted: { skillEx: 5, bond: 30 }, labels: ['총력전', 'raid'], note, priority: 12, isPaused: true },
  });
  await from.rollbook.goals.put('20048', { wanted: { tier: 5 }, priority: 3 });
  await from.rollbook.stock.patch({ credits: 9_999_999_999, 3030: 0, 10: 7 });
  const { text } = await from.browser.call('GET', '/export');
  assert.match(text, /"studentUid":"20048","name":"나기사\(수영복\)"/);

  const to = await openAccount(there);
  const [{ students }, { items }] = await Promise.all([
    to.rollbook.students.catalogue(),
    to.rollbook.growthFacts(),
  ]);
  const roster = readRoster(text);
  await to.rollbook.roster.sync(roster.students.flatMap(({ wanted }) => wanted ?? []));
  const { goals, stock, skipped, warnings } = readAccountGoals(text, { students, items });
  assert.deepEqual([skipped, warnings], [[], []]);
  const changes = goals.map(({ studentUid, goal }) => ({ studentUid, goal }));
  await to.browser.ok('PATCH', '/goals', { goals: changes });
  await to.browser.ok('PATCH', '/stock', { items: stock });

  const [before, moved] = await Promise.all([from, to].map(({ browser }) => browser.ok('GET', '/export')));
  const [bondOnly, ...recruited] = before.students;
  assert.deepEqual([bondOnly.studentUid, recruited.length, before.goals.length], ['10000', 2, 2]);
  assert.deepEqual(moved.students, recruited);
  assert.deepEqual([moved.goals, moved.stock], [before.goals, before.stock]);
  assert.deepEqual(
    roster.warnings.map(({ students: named }) => named),
    [undefined, ['10000']],
  );
});

test('the commands read the roster of the file, and say what they leave out', async () => {
  const { browser, apiKey, rollbook } = await openAccount(here);
  await rollbook.roster.register({ studentUid: '10010', tier: 3, weaponTier: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-moving-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'account.json');
  writeFileSync(file, (await browser.call('GET', '/export')).text);
  const env = { ...bareEnvironment(), ROLLBOOK_URL: `${here.url}/v1`, ROLLBOOK_KEY: apiKey };
  const { stdout } = await promisify(execFile)(LAUNCHER, ['roster', 'plan', file], { env });
  assert.match(stdout, /note: Only the students are read.*goals and stock.*keys, passkeys/);
  assert.match(stdout, /1 unchanged/);
});
