import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Change } from '../contract/history.ts';
import { MAX } from './blackbox/spec-fields.ts';
import { appendPage, Replay, readFeed, untilServed, withoutNulls } from './change-feed.ts';
import { ConsoleBrowser } from './console/console-browser.ts';
import type { RunningService } from './service.ts';

const WRITERS = 16;
const WRITES_OF_EACH = 25;
const KEYS = 4;
const FOLLOWERS = 4;
const UIDS = ['10000', '10001', '10002', '10003', '10004', '10005'];
const [ONLY_BOND, OF_CONSOLE] = ['10006', '10007'];

/** A write that was answered with success. */
interface Acknowledged {
  keyId: string;
  studentUid: string;
  /** Undefined for a removal; otherwise no other write has the same. */
  mark: string | undefined;
  start: number;
  end: number;
}

/** Three fields that are always sent together. */
const markedFields = (count: number) => ({
  level: 1 + (count % MAX.level),
  equip1Level: 1 + (Math.floor(count / MAX.level) % MAX.equip1Level),
  skillNormal: 1 + (Math.floor(count / (MAX.level * MAX.equip1Level)) % MAX.skillNormal),
});
const markOf = ({ level, equip1Level, skillNormal }: Record<string, number>) =>
  `${level}/${equip1Level}/${skillNormal}`;

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

/**
 * Sixteen writers share the keys and students of one account, the console and the operator write once, and followers
 * read the feed at random moments. Asserts that each follower has seen what was written: all of it, once, in order.
 */
export async function assertFollowed(services: readonly RunningService[], t: TestContext): Promise<void> {
  const [first] = services as [RunningService];
  const browser = new ConsoleBrowser(first);
  const { accountId } = await browser.signUp('followed');
  const issueKey = (permission: string) =>
    first.command('key', 'issue', '--account', accountId, '--permission', permission, '--name', 'scanner');
  const keys: { keyId: string; apiKey: string }[] = [];
  for (let i = 0; i < KEYS; i += 1) keys.push(await issueKey('write'));
  const { apiKey: readKey } = await issueKey('read');

  const acknowledged: Acknowledged[] = [];
  let sent = 0;
  async function write(i: number): Promise<void> {
    const { keyId, apiKey } = keys[i % KEYS] as (typeof keys)[number];
    for (let turn = 0; turn < WRITES_OF_EACH; turn += 1) {
      const studentUid = pick(UIDS);
      const fields = markedFields(++sent);
      const registration = { studentUid, tier: 3, weaponTier: 0 };
      const path = `/me/students/${studentUid}`;
      const [method, url, body] = pick([
        ...Array.from({ length: 6 }, () => ['PATCH', path, fields] as const),
        ...Array.from({ length: 3 }, () => ['POST', '/me/students', { ...registration, ...fields }] as const),
        ['DELETE', path, undefined] as const,
      ]);
      const start = performance.now();
      const { status, text } = await untilServed(() => pick(services).call(apiKey, method, url, body));
      if (status === 404 || status === 409) continue;
      assert.ok(status === 200 || status === 201, text);
      const mark = body && markOf(fields);
      acknowledged.push({ keyId, studentUid, mark, start, end: performance.now() });
    }
  }

  let areWriting = true;
  /** Every other one waits for what follows. */
  async function follow(_follower: unknown, place: number): Promise<Change[]> {
    const wait = place % 2 === 0 ? '' : '&wait=1';
    const changes: Change[] = [];
    for (;;) {
      const hadEnded = !areWriting;
      const limit = 1 + Math.floor(Math.random() * 30);
      const after = changes.length === 0 ? '' : `&after=${changes.length}`;
      const page = await readFeed(pick(services), readKey, `limit=${limit}${after}${wait}`);
      appendPage(changes, page);
      if (hadEnded && changes.length === page.lastNumber) return changes;
      if (!hadEnded) await pause(Math.random() * 20);
    }
  }

  const following = Promise.all(Array.from({ length: FOLLOWERS }, follow));
  // Awaited below, unless a writer fails before.
  following.catch(() => {});
  const inConsole = { studentUid: OF_CONSOLE, tier: 1, weaponTier: 0 };
  try {
    await Promise.all([
      ...Array.from({ length: WRITERS }, (_, i) => write(i)),
      first.command('bond', 'set', '--account', accountId, '--student', ONLY_BOND as string, '--bond', '5'),
      untilServed(() => browser.call('POST', '/me/students', inConsole)),
    ]);
  } finally {
    areWriting = false;
  }
  const [changes = [], ...others] = await following;
  for (const other of others) assert.deepEqual(other, changes);
  t.diagnostic(`${changes.length} changes`);

  const replay = new Replay();
  const numbers = new Map<string, number>();
  for (const change of changes) {
    replay.apply(change);
    const values = replay.students.get(change.studentUid);
    if (values?.skillNormal !== undefined)
      numbers.set(`${change.studentUid} ${markOf(values)}`, change.number);
  }
  assert.deepEqual(
    withoutNulls((await first.call(readKey, 'GET', '/me/students')).body.students),
    replay.recruited(),
  );
  assertWritten(changes, acknowledged, numbers);
  assert.deepEqual(
    changes
      .filter(({ by }) => by.kind !== 'key')
      .map(({ by, studentUid, kind, fields }) => [by, studentUid, kind, fields])
      .sort(),
    [
      [{ kind: 'console' }, OF_CONSOLE, 'registered', { tier: [null, 1], weaponTier: [null, 0] }],
      [{ kind: 'operator' }, ONLY_BOND, 'bond', { bond: [null, 5] }],
    ].sort(),
  );
  for (const { number, group, by } of changes) {
    assert.ok(group <= number);
    assert.deepEqual(changes[group - 1]?.by, by);
    assert.equal(changes[group - 1]?.group, group);
  }
}

/** One change for each write, by its key, and never before one that had been answered before it was sent. */
function assertWritten(
  changes: readonly Change[],
  acknowledged: readonly Acknowledged[],
  numbers: ReadonlyMap<string, number>,
): void {
  const byKeys = changes.filter(({ by }) => by.kind === 'key');
  assert.equal(byKeys.length, acknowledged.length);
  const marked = acknowledged.filter(({ mark }) => mark !== undefined);
  const ordered = marked
    .map((write) => ({ ...write, number: numbers.get(`${write.studentUid} ${write.mark}`) ?? 0 }))
    .sort((one, other) => one.number - other.number);
  assert.equal(new Set(ordered.map(({ number }) => number)).size, marked.length);
  let latestStart = 0;
  for (const { number, keyId, start, end } of ordered) {
    assert.deepEqual(changes[number - 1]?.by, { kind: 'key', id: keyId, name: 'scanner' });
    assert.ok(end > latestStart, `change ${number} follows one that was sent after its answer`);
    latestStart = Math.max(latestStart, start);
  }
  const removals = (list: readonly string[]) => list.toSorted();
  assert.deepEqual(
    removals(
      byKeys
        .filter(({ kind }) => kind === 'removed')
        .map(({ by, studentUid }) => `${by.kind === 'key' && by.id} ${studentUid}`),
    ),
    removals(
      acknowledged
        .filter(({ mark }) => mark === undefined)
        .map(({ keyId, studentUid }) => `${keyId} ${studentUid}`),
    ),
  );
}
