import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Account, type Answer, type RunningService, runCommand } from '../service.ts';
import { until } from '../until.ts';
import { useProcess, useService } from '../use-service.ts';

const service = await useService();
const STUDENT = { studentUid: '10000', tier: 3, weaponTier: 0 };
/** Beyond it, an answer may have come because the wait was over. */
const HELD_MS = 29_000;

interface Sent {
  readonly answer: Promise<Answer>;
  /** What the answer tells of the time between. */
  readonly at: number;
  /** Undefined while it is held. */
  answered?: Answer;
}

function send(
  key: string,
  query = 'wait=30',
  { callBeta }: RunningService = service,
  signal?: AbortSignal,
): Sent {
  const at = performance.now();
  const answer = callBeta(key, 'GET', `/changes?${query}`, undefined, {}, signal);
  const sent: Sent = { answer, at };
  answer.then(
    (answered) => {
      sent.answered = answered;
    },
    () => {},
  );
  return sent;
}

/** Fails where the answer was held to the end of its wait. */
async function soon({ answer, at }: Sent): Promise<Answer> {
  const answered = await answer;
  assert.ok(performance.now() - at < HELD_MS, 'the request was held to its end');
  return answered;
}

/** Resolves when as many reads of the account were counted, which is when their requests are held. */
async function hold<Started>(
  key: string,
  count: number,
  start: () => Started,
  { callBeta }: RunningService = service,
): Promise<Started> {
  const remaining = async () => (await callBeta(key, 'GET', '/me')).body.limits.read.remaining as number;
  const before = await remaining();
  const started = start();
  for (let looks = 1; (await remaining()) > before - count - looks; looks += 1)
    assert.ok(looks < 10_000, 'the requests were not counted');
  return started;
}

const newKey = async ({ id }: Account): Promise<string> =>
  (await service.command('key', 'issue', '--account', id, '--permission', 'read', '--name', 'x')).apiKey;

test('a request waits for a change of its account, and for no other', async () => {
  const [account, other] = [await service.account(), await service.account()];
  const held = await hold(account.read, 1, () => send(account.read, 'after=0&wait=30'));
  await service.call(other.write, 'POST', '/me/students', STUDENT);
  await setTimeout(2_000);
  assert.equal(held.answered, undefined);
  await service.call(account.write, 'POST', '/me/students', STUDENT);
  const { status, body } = await soon(held);
  assert.equal(status, 200);
  assert.deepEqual([body.changes.length, body.lastNumber], [1, 1]);
  assert.deepEqual((await soon(send(account.read))).body, body);
  assert.equal((await soon(send(account.read, 'after=7&wait=30'))).status, 400);
});

test('a change by a command is told too', async () => {
  const { id, read: key } = await service.account();
  const held = await hold(key, 1, () => send(key, 'after=0&wait=30'));
  await runCommand(['bond', 'set', '--account', id, '--student', '10000', '--bond', '5'], service.database);
  assert.equal((await soon(held)).body.changes[0].kind, 'bond');
});

test('without a change the answer comes when the time is over, and counts as one read', async () => {
  const { read: key } = await service.account();
  const { answer, at } = send(key, 'wait=1');
  const { status, headers, body } = await answer;
  assert.ok(performance.now() - at >= 990);
  assert.deepEqual([status, body], [200, { changes: [], lastNumber: 0 }]);
  const left = (of: Headers) => Number(/r=(\d+)/.exec(of.get('ratelimit') ?? '')?.[1]);
  const next = await service.callBeta(key, 'GET', '/me');
  assert.equal(left(next.headers), left(headers) - 1);
});

test('the time to wait is from 1 to 30 whole seconds', async () => {
  const { read: key } = await service.account();
  for (const wait of ['0', '31', '1.5', '-1', 'x', '']) {
    const { status, text } = await soon(send(key, `wait=${wait}`));
    assert.equal(status, 400, wait);
    assert.match(text, /"wait"/);
  }
});

test('of a key two wait, of an account six, and the next is answered at once', async () => {
  const account = await service.account();
  const keys = [account.read, account.write, await newKey(account), await newKey(account)];
  const controller = new AbortController();
  const twoOf = (key: string) => [0, 1].map(() => send(key, 'wait=30', service, controller.signal));
  const [first = '', , , last = ''] = keys;
  const two = await hold(first, 2, () => twoOf(first));
  assert.deepEqual((await soon(send(first))).body.changes, []);
  const six = [...two, ...(await hold(first, 4, () => keys.slice(1, 3).flatMap(twoOf)))];
  assert.deepEqual((await soon(send(last))).body.changes, []);
  assert.ok(six.every(({ answered }) => answered === undefined));
  controller.abort();
  await service.call(account.write, 'POST', '/me/students', STUDENT);
  let number = 1;
  await until('those who have gone make room', async () => {
    const sent = send(last, `after=${number}&wait=30`);
    await setTimeout(500);
    if (sent.answered !== undefined) return false;
    number += 1;
    await service.call(account.write, 'PATCH', '/me/students/10000', { level: number });
    return (await soon(sent)).body.changes.length === 1;
  });
});

test('a key that ends answers its requests at once', async () => {
  const account = await service.account();
  const { apiKey, keyId } = await service.command(
    ...['key', 'issue', '--account', account.id, '--permission', 'read', '--name', 'x'],
  );
  const held = await hold(account.read, 1, () => send(apiKey));
  await service.command('key', 'revoke', keyId);
  assert.equal((await soon(held)).status, 401);
});

test('a server that stops answers at once, and says in its log how long a request was held', async () => {
  const process = await useProcess();
  const { read: key } = await process.account();
  const held = await hold(key, 1, () => send(key, 'wait=30', process), process);
  await setTimeout(200);
  const [{ status }] = await Promise.all([soon(held), process.stop()]);
  assert.equal(status, 200);
  const [, heldMs] =
    /"operation":"listChanges","status":200,"ms":\d+\.\d+,"account":"\w+","heldMs":(\d+)/.exec(
      process.stdout(),
    ) ?? [];
  assert.ok(Number(heldMs) >= 190, String(heldMs));
});

test('who closes the connection is answered at once, and who is gone is no failure of the server', async () => {
  const process = await useProcess();
  const { read: key } = await process.account();
  const { hostname: host, port } = new URL(process.url);
  const connectAndWait = () => {
    const socket = connect({ host, port: Number(port), allowHalfOpen: true });
    socket.on('error', () => {});
    socket.write(`GET /beta/changes?wait=30 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`);
    return socket;
  };
  const at = performance.now();
  const closing = await hold(key, 1, connectAndWait, process);
  closing.end();
  const [answer] = await once(closing, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 200 /);
  const gone = await hold(key, 1, connectAndWait, process);
  gone.resetAndDestroy();
  const lines = () => process.stdout().match(/"operation":"listChanges","status":\d+/g) ?? [];
  await until('both requests are in the log', () => lines().length === 2);
  assert.deepEqual(
    lines().map((line) => line.slice(-3)),
    ['200', '499'],
  );
  assert.ok(performance.now() - at < HELD_MS);
});
