import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change, ChangeAuthor } from '../contract/history.ts';
import {
  type ChangeGroup,
  describeGroup,
  describeKept,
  groupChanges,
  type ReadChanges,
  readGroup,
  readRecentGroups,
} from './change-groups.ts';
import { RollbookError } from './rollbook-error.ts';

const KEY: ChangeAuthor = { kind: 'key', id: 'key_1', name: 'Scanner' };
const change = (number: number, group: number, more: Partial<Change> = {}): Change => ({
  ...{ number, group, studentUid: '1', kind: 'changed', by: KEY, fields: { level: [9, 5] } },
  ...{ at: new Date(number).toISOString(), ...more },
});

/** A feed of kept changes, and how often it was read. */
function feed(changes: readonly Change[]): { read: ReadChanges; reads: () => number } {
  let count = 0;
  const lastNumber = changes.at(-1)?.number ?? 0;
  const read: ReadChanges = async ({ after, limit }) => {
    count += 1;
    const isKept = after === lastNumber || changes.some(({ number }) => number - 1 === after);
    if (after !== undefined && !isKept)
      throw new RollbookError('invalid_request', 'after', {
        fields: [{ field: 'after', message: '', en: '' }],
      });
    const rest = changes.filter(({ number }) => number > (after ?? 0));
    return { changes: rest.slice(0, limit), lastNumber };
  };
  return { read, reads: () => count };
}

/** Groups of seven, of which every second goes on after the next one has begun. */
const numbered = (from: number, count: number): Change[] =>
  Array.from({ length: count }, (_, index) => {
    const block = Math.floor(index / 7);
    return change(from + index, from + 7 * (index % 7 === 0 && block % 2 === 1 ? block - 1 : block));
  }).map((one, _, all) => ({ ...one, group: all.find(({ group }) => group === one.group)?.number ?? 0 }));

test('reads the newest groups only, each whole', async () => {
  const changes = numbered(1, 3000);
  const whole = groupChanges(changes);
  const { read, reads } = feed(changes);
  assert.deepEqual(await readRecentGroups(read, 20), whole.slice(0, 20));
  assert.equal(reads(), 2);
  assert.deepEqual(await readRecentGroups(read, 100), whole.slice(0, 100));
  assert.deepEqual(await readRecentGroups(read, 5000), whole);
  const ofTwo = whole.filter(({ group }) => group < 40);
  assert.deepEqual(await readRecentGroups(read, 5000, ({ group }) => group < 40), ofTwo);
});

test('finds no groups where nothing is recorded', async () => {
  assert.deepEqual(await readRecentGroups(feed([]).read, 20), []);
});

test('reads over the gap that a restored database leaves', async () => {
  const changes = [...numbered(40, 300), ...numbered(1_000_340, 300)];
  const whole = groupChanges(changes);
  assert.deepEqual(await readRecentGroups(feed(changes).read, 200), whole);
});

test('reads one group', async () => {
  const changes = numbered(15, 1200);
  const { read } = feed(changes);
  const [newest] = groupChanges(changes);
  assert.deepEqual(await readGroup(read, newest?.group as number), { ...newest, lastNumber: 1214 });
  assert.equal((await readGroup(read, 15))?.changes.length, 8);
  for (const group of [14, 16, 9_999]) assert.equal(await readGroup(read, group), undefined);
});

test('a group whose first changes are not kept any more is listed, and read as far as it is kept', async () => {
  // One group from the change 1 on, another one in its middle.
  const changes = Array.from({ length: 1_200 }, (_, i) => change(501 + i, i === 700 ? 1_201 : 1));
  const { read } = feed(changes);
  const [other, partial, ...more] = await readRecentGroups(read, 20);
  assert.deepEqual([other?.group, other?.isPartial, partial?.group, more], [1_201, false, 1, []]);
  assert.deepEqual(await readRecentGroups(read, 1), [other]);
  assert.deepEqual(partial, {
    ...{ group: 1, isPartial: true, by: KEY },
    ...{ startedAt: changes[0]?.at, lastAt: changes.at(-1)?.at },
    changes: changes.filter(({ number }) => number !== 1_201),
  });
  assert.deepEqual(await readGroup(read, 1), { ...partial, lastNumber: 1_700 });
  assert.match(
    describeKept(partial) ?? '',
    /^the beginning of .* not kept any more; 1199 changes can be taken back$/,
  );
  assert.equal(describeKept(other as ChangeGroup), undefined);
  for (const group of [2, 500]) assert.equal(await readGroup(read, group), undefined);
});

test('groups far back are found with one read of each page', async () => {
  const changes = Array.from({ length: 20_000 }, (_, i) => change(i + 1, i + 1));
  const { read, reads } = feed(changes);
  const found = await readRecentGroups(read, 20, ({ group }) => group <= 2);
  assert.deepEqual(
    found.map(({ group }) => group),
    [2, 1],
  );
  assert.equal(reads(), 41);
});

test('says who did what', () => {
  const describe = (...changes: Change[]) => groupChanges(changes).map(describeGroup);
  assert.deepEqual(describe(change(1, 1)), ['Key "Scanner" lowered 1 value of 1 student']);
  const unnamed = change(1, 1, { by: { kind: 'key', id: 'key_1', name: '' } });
  assert.deepEqual(describe(unnamed), ['Key key_1 lowered 1 value of 1 student']);
  const fields = { level: [5, null], skillEx: [2, 3], bond: [null, 4] } as const;
  assert.deepEqual(
    describe(
      change(1, 1, { by: { kind: 'console' }, fields }),
      change(2, 1, { studentUid: '2', kind: 'removed', fields: { tier: [3, null] } }),
      change(3, 1, { studentUid: '3', kind: 'registered', fields: { tier: [null, 3] } }),
      change(4, 4, { by: { kind: 'operator' }, kind: 'bond', fields: { bond: [5, 5] } }),
    ),
    [
      'The operator changed nothing in the end',
      'The console removed 1 student; registered 1 student; cleared 1, raised 1, recorded 1 values of 1 student',
    ],
  );
});

test('a service whose changes have no end, or whose last number is far away, is not read for ever', async () => {
  let reads = 0;
  const growing: ReadChanges = async ({ after = 0 }) => {
    reads += 1;
    return { changes: [change(after + 1, 1)], lastNumber: after + 2 };
  };
  const far: ReadChanges = async ({ after = 0 }) => {
    reads += 1;
    return { changes: after === 0 ? [change(1, 1)] : [], lastNumber: Number.MAX_SAFE_INTEGER };
  };
  for (const read of [() => readGroup(growing, 1), () => readRecentGroups(far, 20)]) {
    reads = 0;
    await assert.rejects(read, /^RollbookError: The list does not end: it has more than 1000 pages or 32 MB/);
    assert.ok(reads <= 1_002, `${reads}`);
  }
});
