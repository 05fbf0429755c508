import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { STATE_FIELDS, STATE_NAMES } from '../../contract/state-fields.ts';
import { packRoster, type SnapshotStudent } from '../../server/store/roster-snapshots.ts';
import { query } from '../database.ts';
import { until } from '../until.ts';
import { useProcess } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

const service = await useProcess({ env: { ROLLBOOK_SIGNUP: 'open' } });
const SLOW_ACCOUNTS = 20;
const CONNECTIONS = 4;
/** As many exports of one account may be on their way: each holds 256 KiB of 4 MiB. */
const MAX_EXPORTS = 16;
/** More than the kernel takes for a reader who takes nothing. */
const EXPORT_BYTES = 12 * 1_048_576;
const STUDENTS = 3_000;

const sockets: Socket[] = [];
let snapshot: { states: string; days: string[] };
before(async () => {
  const values = Object.fromEntries(STATE_NAMES.map((name) => [name, STATE_FIELDS[name].max]));
  const roster = Array.from({ length: STUDENTS }, (_, i) => ({ studentUid: `${10_000 + i}`, ...values }));
  const days = Math.ceil(EXPORT_BYTES / (STUDENTS * 60));
  snapshot = {
    states: await packRoster(roster as SnapshotStudent[]),
    days: Array.from({ length: days }, (_, i) =>
      new Date(Date.now() - i * 86_400_000).toISOString().slice(0, 10),
    ),
  };
});
after(() => {
  for (const socket of sockets) socket.destroy();
});

/** A player whose export is large. */
async function signUp(): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(service);
  const { accountId } = await browser.signUp('arona');
  const rows = snapshot.days.map((day) => `('${accountId}', '${day}', 0, '{}', '${snapshot.states}')`);
  await query(
    service.database,
    `INSERT INTO roster_snapshot (account_id, day, taken_at, summary, states) VALUES ${rows.join(', ')}`,
  );
  return browser;
}

/** Asks for the export, and reads nothing after the first bytes of the answer, which are returned. */
async function readSlowly({ cookie }: ConsoleBrowser): Promise<{ socket: Socket; head: string }> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(`GET /console/api/export HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`);
  const [data] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return { socket, head: String(data) };
}

async function assertServed(browser: ConsoleBrowser): Promise<void> {
  assert.deepEqual((await browser.ok('GET', '/history/groups')).groups, []);
  const { rosterSnapshots } = await browser.ok('GET', '/export');
  assert.equal(rosterSnapshots.length, snapshot.days.length);
  assert.equal(rosterSnapshots[0].roster.students.length, STUDENTS);
}

test('slow readers of other accounts keep nobody waiting', async () => {
  const slow: ConsoleBrowser[] = [];
  // One after the other: each writes 12 MiB.
  while (slow.length < SLOW_ACCOUNTS) slow.push(await signUp());
  const heads = await Promise.all(
    slow.flatMap((browser) => Array.from({ length: CONNECTIONS }, () => readSlowly(browser))),
  );
  assert.ok(heads.every(({ head }) => head.startsWith('HTTP/1.1 200 ')));
  await assertServed(await signUp());
  assert.ok(heads.every(({ socket }) => !socket.closed));
  // Nor does the history of a slow reader wait for the exports.
  assert.deepEqual((await (slow[0] as ConsoleBrowser).ok('GET', '/history/groups')).groups, []);
});

test('an account has at most 4 MiB of answers on their way, and one that is closed makes room', async () => {
  const browser = await signUp();
  const open = await Promise.all(Array.from({ length: MAX_EXPORTS }, () => readSlowly(browser)));
  assert.ok(open.every(({ head }) => head.startsWith('HTTP/1.1 200 ')));
  const { status, body, headers } = await browser.call('GET', '/export');
  assert.deepEqual([status, body.error.code, headers.get('retry-after')], [503, 'unavailable', '1']);
  await assertServed(await signUp());
  open[0]?.socket.destroy();
  await until('there is room', async () => (await browser.call('GET', '/export')).status === 200);
});
