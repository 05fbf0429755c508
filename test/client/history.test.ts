import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Change, Rollbook } from '../../client/index.ts';
import { useSharedService } from '../use-service.ts';
import { failure } from './failure.ts';

const service = await useSharedService();

async function connect() {
  const { accountId } = await service.command('account', 'create', 'arona');
  const issued = await service.command(
    ...['key', 'issue', '--account', accountId, '--permission', 'write', '--name', 'scanner'],
  );
  const { apiKey, keyId, expiresAt } = issued;
  return { accountId, keyId, expiresAt, rollbook: new Rollbook({ baseUrl: `${service.url}/v1`, apiKey }) };
}

async function collect(changes: AsyncIterable<Change>): Promise<Change[]> {
  const found: Change[] = [];
  for await (const change of changes) found.push(change);
  return found;
}

test('me tells the account, the key and the limits', async () => {
  const { rollbook, accountId, keyId, expiresAt } = await connect();
  const { data, limits } = await rollbook.me().withResponse();
  assert.deepEqual(data.account, { accountId, name: 'arona' });
  assert.deepEqual(data.caller, {
    ...{ kind: 'key', id: keyId, name: 'scanner', permission: 'write', expiresAt },
  });
  assert.deepEqual(data.limits.read, limits.read);
  assert.equal(data.limits.write.remaining, data.limits.write.limit);
});

describe('roster.changes', () => {
  test('walks all pages in order, and goes on after the last number', async () => {
    const { rollbook, keyId } = await connect();
    assert.deepEqual(await collect(rollbook.roster.changes()), []);
    const uids = ['10010', '10005', '10006', '10007', '10011', '10012', '10013', '10014'];
    const levels = Array.from({ length: 65 }, (_, i) => i + 1);
    await Promise.all(
      uids.map(async (studentUid) => {
        await rollbook.roster.register({ studentUid, tier: 3, weaponTier: 0 });
        for (const level of levels) await rollbook.roster.patch(studentUid, { level });
      }),
    );
    const changes = await collect(rollbook.roster.changes());
    assert.deepEqual(
      changes.map(({ number }) => number),
      Array.from({ length: 528 }, (_, i) => i + 1),
    );
    for (const uid of uids)
      assert.deepEqual(
        changes
          .filter(({ studentUid }) => studentUid === uid)
          .flatMap(({ fields }) => fields.level?.[1] ?? []),
        levels,
      );
    assert.deepEqual(changes[0]?.by, { kind: 'key', id: keyId, name: 'scanner' });
    assert.equal((await rollbook.roster.changes().page()).changes.length, 500);
    const last = changes.at(-1)?.number as number;
    assert.deepEqual(await collect(rollbook.roster.changes({ after: last })), []);
    await rollbook.roster.remove('10010');
    const [removed, ...others] = await collect(rollbook.roster.changes({ after: last }));
    assert.deepEqual([removed?.kind, removed?.number, others.length], ['removed', last + 1, 0]);
  });

  test('with `wait`, it ends with the next change, or no sooner than that', async () => {
    const { rollbook } = await connect();
    const following = collect(rollbook.roster.changes({ after: 0, wait: 30, timeoutMs: 15_000 }));
    await rollbook.roster.register({ studentUid: '10010', tier: 3, weaponTier: 0 });
    assert.deepEqual(
      (await following).map(({ kind }) => kind),
      ['registered'],
    );
    const since = performance.now();
    // Two are held, and the third waits by itself.
    const waits = [1, 2, 3].map(() => collect(rollbook.roster.changes({ after: 1, wait: 2 })));
    assert.deepEqual(await Promise.all(waits), [[], [], []]);
    assert.ok(performance.now() - since >= 1_990);
    assert.equal((await rollbook.roster.changes({ after: 0, wait: 30 }).page()).changes.length, 1);
    const controller = new AbortController();
    const aborted = collect(rollbook.roster.changes({ after: 1, wait: 30, signal: controller.signal }));
    controller.abort(new Error('stopped'));
    await assert.rejects(aborted, /stopped/);
  });

  test('a sync is one group, and the roster before it can be read', async () => {
    const { rollbook } = await connect();
    await rollbook.roster.register({ studentUid: '10010', tier: 3, weaponTier: 0 });
    const [first] = await collect(rollbook.roster.changes());
    await rollbook.roster.sync(
      ['10000', '10001'].map((studentUid) => ({ studentUid, tier: 3, weaponTier: 0 })),
    );
    const synced = await collect(rollbook.roster.changes({ after: 1 }));
    assert.deepEqual(
      synced.map(({ group }) => group),
      [2, 2],
    );
    const { asOf, students } = await rollbook.roster.at(new Date(Date.parse(first?.at ?? '') - 1));
    assert.deepEqual(students, []);
    assert.ok(Date.parse(asOf) < Date.parse(first?.at ?? ''));
  });

  test('rejects a number that is not kept, and ends with its signal', async () => {
    const { rollbook } = await connect();
    const error = await failure(collect(rollbook.roster.changes({ after: 7 })));
    assert.deepEqual([error.code, error.fields[0]?.field], ['invalid_request', 'after']);
    assert.doesNotMatch(error.message, /[가-힣]/);
    const tooMany = await failure(rollbook.roster.changes().page({ limit: 501 }));
    assert.equal(tooMany.message, 'limit: Must be an integer from 1 to 500.');
    const reason = new Error('stopped');
    await assert.rejects(
      collect(rollbook.roster.changes({ signal: AbortSignal.abort(reason) })),
      (thrown) => thrown === reason,
    );
  });
});
