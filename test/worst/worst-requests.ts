import { readFileSync } from 'node:fs';
import { STATE_FIELDS, STATE_NAMES } from '../../contract/state-fields.ts';
import type { ToolName } from '../../server/mcp/tool-titles.ts';
import type { ConsoleBrowser } from '../console/console-browser.ts';
import { items } from '../planner-save.ts';

export const MIB = 1_048_576;
export const uids: string[] = JSON.parse(
  readFileSync(new URL('../../data/students.json', import.meta.url), 'utf8'),
).map(({ uid }: { uid: string }) => uid);
export const HIGHEST = Object.fromEntries(STATE_NAMES.map((name) => [name, STATE_FIELDS[name].max]));
const FOLDS_INTO_MANY = '\ufdfa';
/** As many unknown names as fit into so many characters of JSON. */
export function unknownNames(length: number): string {
  const names: string[] = [];
  for (let left = length - 2; ; ) {
    const name = `"${names.length.toString(36)}":0`;
    left -= name.length + 1;
    if (left < 0) return `{${names.join()}}`;
    names.push(name);
  }
}
const rows = (row: (i: number) => string) => Array.from({ length: 1_050 }, (_, i) => row(i)).join('\n');

export interface Target {
  url: string;
  /** A key that may write. */
  key: string;
  /** Of the same account. */
  browser: ConsoleBrowser;
  /** When the first change of the account was made. */
  begin: string;
}

/** Sends one request and returns its status. */
export type Send = (target: Target, i: number) => Promise<number>;

const drain = async (response: Response): Promise<number> => {
  await response.arrayBuffer();
  return response.status;
};
const api =
  (
    method: string,
    path: (target: Target, i: number) => string,
    body?: (i: number) => string,
    headers: Record<string, string> = {},
  ): Send =>
  async (target, i) =>
    drain(
      await fetch(target.url + path(target, i), {
        method,
        headers: {
          authorization: `Bearer ${target.key}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: body(i) }),
      }),
    );
const page =
  (path: string, accept = '*/*'): Send =>
  async ({ url }) =>
    drain(await fetch(url + path, { headers: { accept, 'accept-encoding': 'br' } }));
const tool =
  (name: ToolName, input: (i: number) => object): Send =>
  async ({ url, key }, i) =>
    drain(
      await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: i,
          method: 'tools/call',
          params: { name, arguments: input(i) },
        }),
      }),
    );
const consoleCall =
  (method: string, path: (target: Target) => string, body?: (i: number) => unknown): Send =>
  async (target, i) =>
    (await target.browser.call(method, path(target), body?.(i), { 'accept-encoding': 'br' })).status;

/** What one account may send in a minute, and half of it to /mcp. */
const READS = 60;
const WRITES = 60;
const MESSAGES = 55;
const CONSOLE = 60;
/** Numbers of groups that fit into the header of a request. */
const GROUPS_IN_HEADER = 2_500;
/** `fillHistory` numbers its students from 10000 on. */
const UNCHANGED_UID = uids.findLast((uid) => Number(uid) >= 10_000 + uids.length);
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
export const allItems = Object.fromEntries(Object.keys(items).map((id) => [id, 9_999_999_999]));

export interface WorstRequest {
  count: number;
  send: Send;
  /** Whose limit, which no setting changes, has room for the request only so often. */
  countedBy?: 'account' | 'session';
  /** Where it is not MAX_P99_MS. */
  maxP99Ms?: number;
  /** Also where its account is one of its own, which takes seconds to fill. */
  readsHistory?: true;
}

/** A body of a mebibyte is parsed in one piece of some 40 ms, which a read of others meets more than once. */
const MEBIBYTE_MS = 400;

/** Every operation at its worst, as far as anybody has found, and how many of them one account may send in a minute. */
export const WORST: Record<string, WorstRequest> = {
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
    maxP99Ms: MEBIBYTE_MS,
    send: api(
      'POST',
      () => '/v1/me/students',
      () => unknownNames(MIB),
    ),
  },
  'PATCH /v1/me/students/{studentUid}': {
    count: WRITES,
    maxP99Ms: MEBIBYTE_MS,
    send: api(
      'PATCH',
      () => `/v1/me/students/${uids[0]}`,
      () => unknownNames(MIB),
    ),
  },
  'PATCH /v1/me/students/{studentUid} that takes back': {
    count: WRITES,
    send: api(
      'PATCH',
      () => `/v1/me/students/${uids[0]}`,
      (i) => JSON.stringify({ bond: 1 + (i % 2) }),
      { 'takes-back': Array.from({ length: GROUPS_IN_HEADER }, (_, i) => 1 + 7 * i).join() },
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
    maxP99Ms: MEBIBYTE_MS,
    send: api(
      'PUT',
      () => `/beta/goals/${uids[0]}`,
      () => `{"wanted":${unknownNames(MIB - 11)}}`,
    ),
  },
  'POST /beta/proposals': {
    count: WRITES,
    maxP99Ms: MEBIBYTE_MS,
    send: api(
      'POST',
      () => '/beta/proposals',
      () => `{"students":[${unknownNames(MIB - 15)}]}`,
    ),
  },
  'POST /beta/proposals of 300 students': {
    count: WRITES,
    send: api(
      'POST',
      () => '/beta/proposals',
      () => JSON.stringify({ students: uids.map((studentUid) => ({ studentUid, ...HIGHEST })) }),
    ),
  },
  'GET /beta/proposals': { count: READS, send: api('GET', () => '/beta/proposals') },
  'GET /beta/proposals/{proposalId}': { count: READS, send: api('GET', () => '/beta/proposals/none') },
  'DELETE /beta/proposals/{proposalId}': {
    count: WRITES,
    send: api('DELETE', () => '/beta/proposals/none'),
  },
  'DELETE /beta/goals/{studentUid}': { count: WRITES, send: api('DELETE', () => '/beta/goals/none') },
  'POST /beta/goals/{studentUid}/complete': {
    count: WRITES,
    send: api(
      'POST',
      () => `/beta/goals/${uids[0]}/complete`,
      () => '{"spend":true}',
    ),
  },
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
    countedBy: 'account',
    send: tool('search_students', (i) => ({
      queries: Array.from({ length: 50 }, (_, j) => `${FOLDS_INTO_MANY.repeat(190)}${i}${j}`),
    })),
  },
  list_roster: {
    count: MESSAGES,
    countedBy: 'account',
    send: tool('list_roster', () => ({ fields: STATE_NAMES, limit: 100 })),
  },
  get_student: {
    count: MESSAGES,
    countedBy: 'account',
    send: tool('get_student', () => ({ studentUid: uids[0] })),
  },
  save_students: {
    count: MESSAGES,
    countedBy: 'account',
    send: tool('save_students', (i) => ({
      students: Array.from({ length: 500 }, (_, j) => ({
        studentUid: `${FOLDS_INTO_MANY.repeat(190)}${i}${j}`,
      })),
      dryRun: true,
    })),
  },
  'preview_import of unknown names': {
    count: MESSAGES,
    countedBy: 'account',
    send: tool('preview_import', (i) => ({
      text: `name,tier,weaponTier\n${rows((j) => `Hoshinno ${i} ${j},3,0`)}`,
    })),
  },
  'preview_import of one long name': {
    count: MESSAGES,
    countedBy: 'account',
    send: tool('preview_import', () => ({
      text: JSON.stringify([{ name: FOLDS_INTO_MANY.repeat(340_000), tier: 3, weaponTier: 0 }]),
    })),
  },
  'preview_import of an open quote': {
    count: MESSAGES,
    countedBy: 'account',
    send: tool('preview_import', () => ({ text: '"a' })),
  },
  apply_import: {
    count: MESSAGES,
    countedBy: 'account',
    send: tool('apply_import', () => ({ text: `studentUid,tier,weaponTier\n${rows((j) => `${j},9,0`)}` })),
  },
  export_roster: {
    count: MESSAGES,
    countedBy: 'account',
    send: tool('export_roster', () => ({ format: 'planner' })),
  },
  remove_student: {
    count: MESSAGES,
    countedBy: 'account',
    send: tool('remove_student', () => ({ studentUid: 'none', confirm: true })),
  },
  recent_changes: {
    count: MESSAGES,
    countedBy: 'account',
    readsHistory: true,
    send: tool('recent_changes', () => ({ limit: 50 })),
  },
  'recent_changes of a student who never changed': {
    count: MESSAGES,
    countedBy: 'account',
    readsHistory: true,
    send: tool('recent_changes', () => ({ studentUid: UNCHANGED_UID, limit: 50 })),
  },
  undo_changes: {
    count: MESSAGES,
    countedBy: 'account',
    readsHistory: true,
    send: tool('undo_changes', () => ({ group: 1 })),
  },
  plan_growth: { count: MESSAGES, countedBy: 'account', send: tool('plan_growth', () => ({})) },
  list_goals: { count: MESSAGES, countedBy: 'account', send: tool('list_goals', () => ({ limit: 100 })) },
  save_goals: {
    count: MESSAGES,
    countedBy: 'account',
    send: tool('save_goals', (i) => ({ remove: Array.from({ length: 300 }, (_, j) => `nobody ${i} ${j}`) })),
  },
  complete_goals: {
    count: MESSAGES,
    countedBy: 'account',
    send: tool('complete_goals', (i) => ({
      goals: Array.from({ length: 300 }, (_, j) => ({ studentUid: `nobody ${i} ${j}` })),
    })),
  },
  list_stock: {
    count: MESSAGES,
    countedBy: 'account',
    send: tool('list_stock', () => ({ name: FOLDS_INTO_MANY.repeat(20), limit: 100 })),
  },
  save_stock: { count: MESSAGES, countedBy: 'account', send: tool('save_stock', () => ({ items: [] })) },
  'PATCH /console/api/goals': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall(
      'PATCH',
      () => '/goals',
      () => ({ goals: uids.map((studentUid) => ({ studentUid, goal: goal(wanted) })) }),
    ),
  },
  'PATCH /console/api/goals with errors': {
    count: CONSOLE,
    countedBy: 'session',
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
  'POST /console/api/goals/{studentUid}/complete': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall(
      'POST',
      () => `/goals/${uids[0]}/complete`,
      () => ({ spend: true }),
    ),
  },
  'PATCH /console/api/goal-presets': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall(
      'PATCH',
      () => '/goal-presets',
      (i) => ({ name: `preset ${i % 20}`, wanted }),
    ),
  },
  'GET /console/api/import-memory': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall('GET', () => '/import-memory'),
  },
  'PATCH /console/api/import-memory': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall(
      'PATCH',
      () => '/import-memory',
      (i) => ({ aliases: Object.fromEntries(uids.map((uid) => [`alias ${i % 2} ${uid}`, uid])) }),
    ),
  },
  'GET /console/api/kept-rows': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall('GET', () => '/kept-rows'),
  },
  'PATCH /console/api/kept-rows': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall(
      'PATCH',
      () => '/kept-rows',
      (i) => ({
        rows: Object.fromEntries(
          uids.slice(0, 100).map((uid) => [`new ${uid}`, { ...wanted, level: 1 + (i % 90) }]),
        ),
      }),
    ),
  },
  'GET /console/api/goals': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall('GET', () => '/goals'),
  },
  'PATCH /console/api/stock': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall(
      'PATCH',
      () => '/stock',
      (i) => ({ items: { ...allItems, credits: i } }),
    ),
  },
  'GET /console/api/roster': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall('GET', () => '/roster'),
  },
  'GET /console/api/history/groups': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall('GET', () => '/history/groups?limit=100'),
  },
  'GET /console/api/history/roster': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall('GET', ({ begin }) => `/history/roster?at=${begin}`),
  },
  'GET /console/api/history/growth': {
    count: CONSOLE,
    countedBy: 'session',
    send: consoleCall('GET', () => '/history/growth'),
  },
  'GET /console/api/export': { count: 20, countedBy: 'session', send: consoleCall('GET', () => '/export') },
  'GET /catalogue.json': { count: READS, send: page('/catalogue.json') },
  'GET /growth.json': { count: READS, send: page('/growth.json') },
  'GET /docs': { count: READS, send: page('/docs') },
  'GET /docs as Markdown': { count: READS, send: page('/docs', 'text/markdown') },
  'GET /v1/openapi.json': { count: READS, send: page('/v1/openapi.json') },
};
