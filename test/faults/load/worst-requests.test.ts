import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { STATE_FIELDS, STATE_NAMES } from '../../../contract/state-fields.ts';
import { ConsoleBrowser } from '../../console/console-browser.ts';
import { type Database, ENGINES, newDatabase } from '../../database.ts';
import { items } from '../../planner-save.ts';
import { type Account, type Service, startService } from '../../service.ts';

/** What others may wait for at most while one account sends its worst, on a quiet machine. */
const MAX_P99_MS = 100;
/** A busy machine is slow without any attack. */
const MAX_TIMES_ALONE = 10;
const ATTEMPTS = 4;
/** Fewer samples tell no 99th percentile. */
const MIN_PROBE_MS = 700;
/** As many as a browser or a program has open. */
const CONNECTIONS = 16;
/** All of them are kept, so that a past roster is as far back as it can be. */
const CHANGES = 19_000;
const MIB = 1_048_576;

const uids: string[] = JSON.parse(
  readFileSync(new URL('../../../data/students.json', import.meta.url), 'utf8'),
).map(({ uid }: { uid: string }) => uid);
const HIGHEST = Object.fromEntries(STATE_NAMES.map((name) => [name, STATE_FIELDS[name].max]));
const FOLDS_INTO_MANY = '\ufdfa';
const unknownNames = (length: number) => {
  const names: string[] = [];
  for (let size = 2; size < length; size += 8) names.push(`"${names.length.toString(36)}":0`);
  return `{${names.join()}}`.slice(0, length);
};
const rows = (row: (i: number) => string) => Array.from({ length: 1_050 }, (_, i) => row(i)).join('\n');

interface Target {
  service: Service;
  account: Account;
  browser: ConsoleBrowser;
  /** When the history of the account began. */
  begin: string;
}

/** Sends one request, which is answered in whatever way. */
type Send = (target: Target, i: number) => Promise<unknown>;

const api =
  (method: string, path: (target: Target, i: number) => string, body?: (i: number) => string): Send =>
  async (target, i) => {
    const answer = await fetch(target.service.url + path(target, i), {
      method,
      headers: {
        authorization: `Bearer ${target.account.write}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body(i) }),
    });
    await answer.arrayBuffer();
  };
const page =
  (path: string, accept = '*/*'): Send =>
  async ({ service: { url } }) => {
    await (await fetch(url + path, { headers: { accept, 'accept-encoding': 'br' } })).arrayBuffer();
  };
const tool =
  (name: string, input: (i: number, target: Target) => object): Send =>
  async ({ service, account, ...rest }, i) => {
    const params = { name, arguments: input(i, { service, account, ...rest }) };
    const answer = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.write}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: i, method: 'tools/call', params }),
    });
    await answer.arrayBuffer();
  };
const consoleCall =
  (method: string, path: (target: Target) => string, body?: (i: number) => unknown): Send =>
  async (target, i) => {
    await target.browser.call(method, path(target), body?.(i), { 'accept-encoding': 'br' });
  };

const READS = 60;
const WRITES = 100;
const MESSAGES = 60;
const CONSOLE = 60;
const goal = (wanted: object) => ({ wanted, labels: [], note: '', priority: 1, isPaused: false });
const wanted = {
  tier: 5,
  weaponTier: 4,
  level: 90,
  skillEx: 5,
  skillNormal: 10,
  skillEnhanced: 10,
  skillSub: 10,
};
const allItems = Object.fromEntries(Object.keys(items).map((id) => [id, 9_999_999_999]));

/** Every operation at its worst, as far as anybody has found, and how many of them one account may send in a minute. */
const WORST: Record<string, { count: number; send: Send }> = {
  'GET /v1/students': {
    count: READS,
    send: api(
      'GET',
      (_, i) =>
        `/v1/students?query=${encodeURIComponent(FOLDS_INTO_MANY.repeat(199) + String.fromCharCode(97 + (i % 26)))}`,
    ),
  },
  'GET /v1/me/students': { count: READS, send: api('GET', () => '/v1/me/students?limit=100') },
  'GET /v1/me/students/{studentUid}': { count: READS, send: api('GET', () => `/v1/me/students/${uids[0]}`) },
  'POST /v1/me/students': {
    count: WRITES,
    send: api(
      'POST',
      () => '/v1/me/students',
      () => unknownNames(MIB),
    ),
  },
  'PATCH /v1/me/students/{studentUid}': {
    count: WRITES,
    send: api(
      'PATCH',
      () => `/v1/me/students/${uids[0]}`,
      () => unknownNames(MIB),
    ),
  },
  'DELETE /v1/me/students/{studentUid}': { count: WRITES, send: api('DELETE', () => '/v1/me/students/none') },
  'GET /beta/me': { count: READS, send: api('GET', () => '/beta/me') },
  'GET /beta/changes': { count: READS, send: api('GET', () => '/beta/changes?limit=500') },
  'GET /beta/roster': {
    count: READS,
    send: api('GET', ({ begin }) => `/beta/roster?at=${begin}`),
  },
  'GET /beta/goals': { count: READS, send: api('GET', () => '/beta/goals') },
  'PUT /beta/goals/{studentUid}': {
    count: WRITES,
    send: api(
      'PUT',
      () => `/beta/goals/${uids[0]}`,
      () => `{"wanted":${unknownNames(MIB - 11)}}`,
    ),
  },
  'DELETE /beta/goals/{studentUid}': { count: WRITES, send: api('DELETE', () => '/beta/goals/none') },
  'GET /beta/stock': { count: READS, send: api('GET', () => '/beta/stock') },
  'PATCH /beta/stock': {
    count: WRITES,
    send: api(
      'PATCH',
      () => '/beta/stock',
      (i) => JSON.stringify({ items: { ...allItems, credits: i } }),
    ),
  },
  'GET /beta/plan': { count: READS, send: api('GET', () => '/beta/plan') },
  search_students: {
    count: MESSAGES,
    send: tool('search_students', (i) => ({
      queries: Array.from({ length: 50 }, (_, j) => `${FOLDS_INTO_MANY.repeat(190)}${i}${j}`),
    })),
  },
  list_roster: { count: MESSAGES, send: tool('list_roster', () => ({ fields: STATE_NAMES, limit: 100 })) },
  get_student: { count: MESSAGES, send: tool('get_student', () => ({ studentUid: uids[0] })) },
  save_students: {
    count: MESSAGES,
    send: tool('save_students', (i) => ({
      students: Array.from({ length: 500 }, (_, j) => ({
        studentUid: `${FOLDS_INTO_MANY.repeat(190)}${i}${j}`,
      })),
      dry_run: true,
    })),
  },
  'preview_import of unknown names': {
    count: MESSAGES,
    send: tool('preview_import', (i) => ({
      text: `name,tier,weaponTier\n${rows((j) => `Hoshinno ${i} ${j},3,0`)}`,
    })),
  },
  'preview_import of one long name': {
    count: MESSAGES,
    send: tool('preview_import', () => ({
      text: JSON.stringify([{ name: FOLDS_INTO_MANY.repeat(340_000), tier: 3, weaponTier: 0 }]),
    })),
  },
  'preview_import of an open quote': {
    count: MESSAGES,
    send: tool('preview_import', () => ({ text: '"a' })),
  },
  apply_import: {
    count: MESSAGES,
    send: tool('apply_import', () => ({ text: `studentUid,tier,weaponTier\n${rows((j) => `${j},9,0`)}` })),
  },
  export_roster: { count: MESSAGES, send: tool('export_roster', () => ({ format: 'planner' })) },
  remove_student: {
    count: MESSAGES,
    send: tool('remove_student', () => ({ studentUid: 'none', confirm: true })),
  },
  recent_changes: { count: MESSAGES, send: tool('recent_changes', () => ({ limit: 50 })) },
  undo_changes: { count: MESSAGES, send: tool('undo_changes', () => ({ group: 1 })) },
  plan_growth: { count: MESSAGES, send: tool('plan_growth', () => ({})) },
  save_goals: {
    count: MESSAGES,
    send: tool('save_goals', (i) => ({ remove: Array.from({ length: 300 }, (_, j) => `nobody ${i} ${j}`) })),
  },
  save_stock: { count: MESSAGES, send: tool('save_stock', () => ({ items: [] })) },
  'PATCH /console/api/goals': {
    count: CONSOLE,
    send: consoleCall(
      'PATCH',
      () => '/goals',
      () => ({ goals: uids.map((studentUid) => ({ studentUid, goal: goal(wanted) })) }),
    ),
  },
  'PATCH /console/api/goals with errors': {
    count: CONSOLE,
    send: consoleCall(
      'PATCH',
      () => '/goals',
      () => ({
        goals: Array.from({ length: 300 }, () => ({
          studentUid: '',
          goal: goal(Object.fromEntries(STATE_NAMES.map((name) => [name, -1]))),
        })),
      }),
    ),
  },
  'GET /console/api/goals': { count: CONSOLE, send: consoleCall('GET', () => '/goals') },
  'PATCH /console/api/stock': {
    count: CONSOLE,
    send: consoleCall(
      'PATCH',
      () => '/stock',
      (i) => ({ items: { ...allItems, credits: i } }),
    ),
  },
  'GET /console/api/roster': { count: CONSOLE, send: consoleCall('GET', () => '/roster') },
  'GET /console/api/history/groups': {
    count: CONSOLE,
    send: consoleCall('GET', () => '/history/groups?limit=100'),
  },
  'GET /console/api/history/roster': {
    count: CONSOLE,
    send: consoleCall('GET', ({ begin }) => `/history/roster?at=${begin}`),
  },
  'GET /console/api/history/growth': { count: CONSOLE, send: consoleCall('GET', () => '/history/growth') },
  'GET /console/api/export': { count: 20, send: consoleCall('GET', () => '/export') },
  'POST /console/api/sign-up/options': {
    count: CONSOLE,
    send: consoleCall(
      'POST',
      () => '/sign-up/options',
      () => ({ name: 'a' }),
    ),
  },
  'GET /catalogue.json': { count: READS, send: page('/catalogue.json') },
  'GET /growth.json': { count: READS, send: page('/growth.json') },
  'GET /docs': { count: READS, send: page('/docs') },
  'GET /docs as Markdown': { count: READS, send: page('/docs', 'text/markdown') },
  'GET /v1/openapi.json': { count: READS, send: page('/v1/openapi.json') },
};

async function sendAll(target: Target, { count, send }: { count: number; send: Send }): Promise<void> {
  let next = 0;
  const connection = async () => {
    while (next < count) {
      const i = next;
      next += 1;
      await send(target, i);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
}

for (const engine of ENGINES)
  describe(`requests at their worst on ${engine}`, () => {
    let database: Database;
    let target: Target;
    let other: Account;
    before(async () => {
      database = await newDatabase(engine);
      const service = await startService({
        database: database.address,
        env: { ROLLBOOK_LOG_LEVEL: 'warn', ROLLBOOK_SIGNUP: 'open' },
      });
      const browser = new ConsoleBrowser(service);
      const { accountId } = await browser.signUp('arona');
      const issued = await service.command('key', 'issue', '--account', accountId, '--permission', 'write');
      const account = { id: accountId, write: issued.apiKey, read: issued.apiKey };
      target = { service, browser, account, begin: '' };
      other = await service.account();
      await fill(target);
      await service.call(other.write, 'POST', '/me/students', {
        studentUid: uids[0],
        tier: 5,
        weaponTier: 0,
      });
    });
    after(async () => {
      await target?.service.stop('SIGKILL');
      await database?.remove();
    });

    /** Everything that an account can have, and as much history as is kept. */
    async function fill({ service, account, browser }: Target): Promise<void> {
      const call = async (method: string, path: string, body: unknown) => {
        const { status, text } = await service.call(account.write, method, path, body);
        assert.ok(status < 300, text);
      };
      const inParallel = async (count: number, run: (i: number) => Promise<void>) => {
        let next = 0;
        const worker = async () => {
          while (next < count) {
            next += 1;
            await run(next - 1);
          }
        };
        await Promise.all(Array.from({ length: 32 }, worker));
      };
      await inParallel(uids.length, (i) =>
        call('POST', '/me/students', { studentUid: uids[i], tier: 5, weaponTier: 4 }),
      );
      await pause(5);
      target.begin = new Date().toISOString();
      await pause(5);
      await inParallel(CHANGES, (i) => {
        const up = Math.floor(i / uids.length) % 2;
        const values = STATE_NAMES.filter((name) => !['tier', 'weaponTier', 'bondExp'].includes(name)).map(
          (name) => [name, STATE_FIELDS[name].max - up],
        );
        return call('PATCH', `/me/students/${uids[i % uids.length]}`, Object.fromEntries(values));
      });
      await browser.ok('PATCH', '/goals', {
        goals: uids.map((studentUid) => ({ studentUid, goal: goal(HIGHEST) })),
      });
      await browser.ok('PATCH', '/stock', { items: allItems });
    }

    /** The 99th percentile of a read of the other account, in milliseconds, while `load` runs. */
    async function measure(load: () => Promise<void>): Promise<number> {
      const url = `${target.service.url}/v1/me/students/${uids[0]}`;
      const prober = new Worker(new URL('./probe-thread.ts', import.meta.url), {
        workerData: { url, key: other.read },
      });
      const took = new Promise<number[]>((resolve, reject) =>
        prober.once('message', resolve).once('error', reject),
      );
      await pause(100);
      const until = performance.now() + MIN_PROBE_MS;
      do await load();
      while (performance.now() < until);
      prober.postMessage('stop');
      const sorted = (await took).sort((one, two) => one - two);
      return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    }

    for (const [name, worst] of Object.entries(WORST))
      test(`${name} at its worst lets others read on ${engine}`, async (t) => {
        let [p99, most] = [Number.POSITIVE_INFINITY, MAX_P99_MS];
        for (let attempt = 1; attempt <= ATTEMPTS && p99 > most; attempt += 1) {
          p99 = await measure(() => sendAll(target, worst));
          if (p99 > MAX_P99_MS)
            most = Math.max(MAX_P99_MS, MAX_TIMES_ALONE * (await measure(() => pause(300))));
        }
        t.diagnostic(`${engine}, ${name}: 99 % of others' reads took at most ${p99.toFixed(1)} ms`);
        assert.ok(p99 <= most, `${p99} ms, at most ${most} ms`);
      });
  });
