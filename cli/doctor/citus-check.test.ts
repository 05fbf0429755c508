import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeNodes } from './citus-check.ts';

const GOOD = {
  max_connections: '300',
  superuser_reserved_connections: '3',
  max_prepared_transactions: '300',
  wal_level: 'logical',
  'citus.node_connection_timeout': '1000',
  'citus.node_conninfo': 'sslmode=require tcp_user_timeout=2000',
};
const node = (name: string, settings: Record<string, string> = {}, connections = 7) => ({
  name,
  isCoordinator: false,
  connections,
  settings: { ...GOOD, ...settings },
});
const describe = (...nodes: Parameters<typeof describeNodes>[0]) => [describeNodes(nodes)].flat();

test('nodes that answer and are set up well are one line, and none without Citus', () => {
  assert.deepEqual(describe(node('a:1'), node('b:1', {}, 200)), [
    { status: 'ok', found: '2 nodes answer, and each has 97 connections left or more' },
  ]);
  assert.deepEqual(describe(), []);
});

test('a node that is away is named, beside what is wrong with the others', () => {
  const results = describe(
    { name: 'c:1', isCoordinator: true, isAway: true },
    node('a:1', { wal_level: 'replica' }),
    { name: 'b:1', isCoordinator: false, isAway: true },
  );
  assert.deepEqual(
    results.map(({ status, found }) => `${status}: ${found}`),
    [
      'failure: the coordinator c:1 does not answer the other nodes',
      'failure: the worker b:1 does not answer the other nodes',
      'warning: a:1: wal_level is replica: shards cannot be moved while players write',
    ],
  );
});

for (const [settings, found, advice] of [
  [
    { max_connections: '60', max_prepared_transactions: '60' },
    /^a:1: 50 of 60 connections are left/,
    /Raise/,
  ],
  [{ max_prepared_transactions: '0' }, /max_prepared_transactions is 0/, /Set it to 300 /],
  [{ 'citus.node_connection_timeout': '30000' }, /is 30 s/, /node_connection_timeout = '1s'/],
  [
    { 'citus.node_conninfo': "sslmode=verify-ca sslrootcert='/etc/ca.pem'" },
    /tcp_user_timeout/,
    /= 'sslmode=verify-ca sslrootcert=''\/etc\/ca.pem'' tcp_user_timeout=2000';/,
  ],
] as [Record<string, string>, RegExp, RegExp][])
  test(`${JSON.stringify(settings)} is a warning with what to do`, () => {
    const [warning, ...others] = describe(node('a:1', settings), node('b:1'));
    assert.deepEqual(others, []);
    assert.equal(warning?.status, 'warning');
    assert.match(String(warning?.found), found);
    assert.match(String(warning?.advice), advice);
  });

test('the search for deadlocks is looked at on the coordinator alone', () => {
  const searching = node('a:1', { 'citus.distributed_deadlock_detection_factor': '2' });
  assert.equal(describe(searching)[0]?.status, 'ok');
  const [warning] = describe({ ...searching, isCoordinator: true });
  assert.match(String(warning?.found), /^a:1: citus\.distributed_deadlock_detection_factor is not -1/);
});

test('nodes of which the same is found are named in one line', () => {
  const slow = { 'citus.node_connection_timeout': '30000' };
  const [warning, ...others] = describe(node('a:1', slow), node('b:1'), node('c:1', slow));
  assert.deepEqual(others, []);
  assert.match(String(warning?.found), /^a:1, c:1: /);
});

test('a setting that this user may not see is not missed', () => {
  const { 'citus.node_conninfo': _, ...seen } = GOOD;
  const [{ status } = {}] = describe({ ...node('a:1'), settings: seen });
  assert.equal(status, 'ok');
});
