import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Account, type Answer, runCommand } from '../service.ts';
import { until } from '../until.ts';
import { useProcess, useService } from '../use-service.ts';

const service = await useService();
const STUDENT = { studentUid: '10000', tier: 3, weaponTier: 0 };
/** Far less than the longest wait, and far more than an answer takes on a busy machine. */
const SOON_MS = 15_000;

const read = (key: string, query: string, signal?: AbortSignal): Promise<Answer> =>
  service.callBeta(key, 'GET', `/changes?${query}`, undefined, {}, signal);

/** Fails where the answer was held to the end of its wait. */
async function soon(answer: Promise<Answer>): Promise<Answer> {
  const since = performance.now();
  const answered = await answer;
  assert.ok(performance.now() - since < SOON_MS, 'the request was held');
  return answered;
}

/** As many requests as are held, whatever is answered meanwhile. */
async function held(key: string, count: number): Promise<AbortController> {
  const controller = new AbortController();
  const requests = Array.from({ length: count }, () => read(key, 'wait=30', controller.signal));
  for (const request of requests) request.catch(() => {});
  // One that is beyond them is answered at once only when all of them are there.
  await until('the requests are held', async () => {
    const probe = await read(key, 'wait=30', AbortSignal.timeout(1_000)).catch(() => undefined);
    return probe !== undefined;
  });
  return controller;
}

const newKey = async ({ id }: Account): Promise<string> =>
  (await service.command('key', 'issue', '--account', id, '--permission', 'read', '--name', 'x')).apiKey;

test('a request waits for a change of its account, and for no other', async () => {
  const [account, other] = [await service.account(), await service.account()];
  const answer = read(account.read, 'after=0&wait=30');
  await service.call(other.write, 'POST', '/me/students', STUDENT);
  assert.equal(await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 1_500))]), undefined);
  await service.call(account.write, 'POST', '/me/students', STUDENT);
  const { status, body } = await soon(answer);
  assert.equal(status, 200);
  assert.deepEqual([body.changes.length, body.lastNumber], [1, 1]);
  assert.deepEqual((await soon(read(account.read, 'wait=30'))).body, body);
  assert.equal((await soon(read(account.read, 'after=7&wait=30'))).status, 400);
});

test('a change by another process is told too', async () => {
  const { id, read: key } = await service.account();
  const answer = read(key, 'after=0&wait=30');
  await runCommand(['bond', 'set', '--account', id, '--student', '10000', '--bond', '5'], service.database);
  assert.equal((await soon(answer)).body.changes[0].kind, 'bond');
});

test('without a change the answer comes when the time is over, and counts as one read', async () => {
  const { read: key } = await service.account();
  const since = performance.now();
  const { status, headers, body } = await read(key, 'wait=1');
  assert.ok(performance.now() - since >= 990);
  assert.deepEqual([status, body], [200, { changes: [], lastNumber: 0 }]);
  const left = (of: Headers) => Number(/r=(\d+)/.exec(of.get('ratelimit') ?? '')?.[1]);
  const next = await service.callBeta(key, 'GET', '/me');
  assert.equal(left(next.headers), left(headers) - 1);
});

test('the time to wait is from 1 to 30 whole seconds', async () => {
  const { read: key } = await service.account();
  for (const wait of ['0', '31', '1.5', '-1', 'x', '']) {
    const { status, text } = await soon(read(key, `wait=${wait}`));
    assert.equal(status, 400, wait);
    assert.match(text, /"wait"/);
  }
});

test('of a key two wait, of an account six, and the next is answered at once', async () => {
  const account = await service.account();
  const keys = [account.read, account.write, await newKey(account), await newKey(account)];
  const held6 = await Promise.all(keys.slice(0, 3).map((key) => held(key, 2)));
  assert.deepEqual((await soon(read(keys[3] as string, 'wait=30'))).body.changes, []);
  for (const one of held6) one.abort();
  // Those who have gone make room.
  const again = await held(keys[3] as string, 2);
  again.abort();
});

test('a key that ends answers its requests at once', async () => {
  const account = await service.account();
  const { apiKey, keyId } = await service.command(
    ...['key', 'issue', '--account', account.id, '--permission', 'read', '--name', 'x'],
  );
  const answer = read(apiKey, 'wait=30');
  await service.command('key', 'revoke', keyId);
  assert.equal((await soon(answer)).status, 401);
});

test('a server that stops answers at once, and says in its log how long a request was held', async () => {
  const process = await useProcess();
  const { read: key } = await process.account();
  const answer = process.callBeta(key, 'GET', '/changes?wait=30');
  await until('the request is held', async () => {
    const [one, other] = [0, 1].map(() =>
      process
        .callBeta(key, 'GET', '/changes?wait=30', undefined, {}, AbortSignal.timeout(1_000))
        .catch(() => undefined),
    );
    return (await one) !== undefined || (await other) !== undefined;
  });
  const [{ status }] = await Promise.all([soon(answer), process.stop()]);
  assert.equal(status, 200);
  assert.match(
    process.stdout(),
    /"operation":"listChanges","status":200,"ms":\d+\.\d+,"account":"\w+","heldMs":\d+/,
  );
});
