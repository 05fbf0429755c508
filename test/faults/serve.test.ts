import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Connection, requestText } from '../blackbox/raw-connection.ts';
import { type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { connectTo, headOnly } from '../wire.ts';

const UID = '10010';
const STATE = { studentUid: UID, tier: 3, weaponTier: 0 };
/** The service stops within 10 s; the rest is a margin for a busy machine. */
const STOP_WITHIN_MS = 15_000;
/** Requests on open connections are served for this long after a signal. */
const DRAIN_MS = 2_000;
const run = promisify(execFile);

async function writerWithStudent(service: Service): Promise<string> {
  const { accountId } = await service.command('account', 'create', 'tester');
  const { apiKey } = await service.command('key', 'issue', '--account', accountId, '--permission', 'write');
  assert.equal((await service.call(apiKey, 'POST', '/me/students', STATE)).status, 201);
  return apiKey;
}

const untilConnectionsRefused = ({ url }: Service) =>
  until('connections are refused', async () => {
    const wire = await connectTo(url).catch(({ code }) => code);
    wire.cut?.();
    return wire === 'ECONNREFUSED';
  });

describe('serve', { concurrency: 3 }, () => {
  const notLinux = process.platform !== 'linux' && 'only Linux has a priority per thread';
  test('garbage collection threads run at a lower priority than the main thread', {
    skip: notLinux,
  }, async () => {
    const service = await startService();
    try {
      const threads = `/proc/${service.process.pid}/task`;
      const nices: string[] = [];
      for (const thread of await readdir(threads)) {
        const [, name, rest = ''] =
          /\((.*)\) (.*)/.exec(await readFile(`${threads}/${thread}/stat`, 'utf8')) ?? [];
        if (name === 'node-V8Worker') nices.push(rest.split(' ')[16] as string);
      }
      assert.deepEqual(nices, ['10']);
    } finally {
      await service.stop();
    }
  });

  test('serve --demo prints a working key and fills its account, on its first start only', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-demo-'));
    t.after(() => rm(folder, { recursive: true }));
    const database = `sqlite:${join(folder, 'demo.db')}`;
    const first = await startService({ args: ['--demo'], database });
    let key = '';
    try {
      // startService waits for the address on standard error, which may be read before standard output.
      await until('a line with curl is printed', () => /\bcurl\b.*\n/.test(first.stdout()));
      const lines = first.stdout().split('\n');
      const line = lines.find((text) => /\bcurl\b/.test(text)) ?? '';
      key = /Bearer (\w+)/.exec(line)?.[1] ?? '';
      assert.ok(key.length > 20, first.stdout());
      const { stdout } = await run('sh', ['-c', line]);
      assert.equal(JSON.parse(stdout).error, undefined, stdout);
      const { students } = (await first.call(key, 'GET', '/me/students?limit=100')).body;
      assert.ok(students.length >= 40, `${students.length} students to look at`);
      assert.equal((await first.call(key, 'POST', '/me/students', STATE)).status, 201);
      const accounts: { name: string; isOperator: boolean }[] = await first.command('account', 'list');
      assert.deepEqual(
        accounts.map(({ name, isOperator }) => [name, isOperator]),
        [['demo', true]],
      );
      assert.ok(!first.stderr().includes(key));
      assert.doesNotMatch(first.stdout() + first.stderr(), /setup_/);
    } finally {
      await first.stop();
    }
    const second = await startService({ args: ['--demo'], database });
    assert.equal(await second.stop(), 0);
    const prefix = key.slice(0, key.indexOf('_') + 1);
    assert.ok(prefix.length > 1);
    const printed = second.stdout() + second.stderr();
    for (const text of ['Bearer', 'curl', prefix]) assert.ok(!printed.includes(text), printed);
  });

  test('serve without --demo creates no account', async () => {
    const service = await startService();
    const accounts = await service.command('account', 'list');
    await service.stop();
    assert.deepEqual(accounts, []);
  });

  // Only a machine that has IPv6 has several addresses for it.
  test('no address of localhost is served without the checks of a request', async () => {
    const service = await startService({ env: { ROLLBOOK_HOST: 'localhost' } });
    const { port } = new URL(service.url);
    const ask = (host: string) =>
      new Promise((resolve) => {
        get({ host, port, path: '/healthz', headers: { expect: 'x' } }, ({ statusCode }) =>
          resolve(statusCode),
        )
          // Nothing listens there.
          .on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
      });
    const addresses = await lookup('localhost', { all: true });
    const answers = await Promise.all(addresses.map(({ address }) => ask(address)));
    assert.ok(answers.includes(400));
    for (const answer of answers) assert.ok(answer === 400 || answer === 'ECONNREFUSED', `${answer}`);
    await service.stop();
  });

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    test(`after ${signal} the service accepts no connection, finishes its requests and exits with 0`, async () => {
      const service = await startService();
      const key = await writerWithStudent(service);
      const idle = await connectTo(service.url);
      const unfinished = await headOnly(service.url, key, 'PATCH', `/me/students/${UID}`, { level: 42 });
      const started = performance.now();
      const stopped = service.stop(signal);
      await untilConnectionsRefused(service);
      const { status, body } = await unfinished.finish();
      assert.deepEqual([status, (body as { level: number }).level], [200, 42]);
      assert.equal(await stopped, 0, service.stderr());
      assert.ok(performance.now() - started < STOP_WITHIN_MS);
      unfinished.cut();
      idle.cut();
    });
  }

  test('an unfinished request is cut, and the service exits with 0 within 10 s', async () => {
    const service = await startService();
    const key = await writerWithStudent(service);
    const unfinished = await headOnly(service.url, key, 'PATCH', `/me/students/${UID}`, { level: 42 });
    const started = performance.now();
    assert.equal(await service.stop(), 0, service.stderr());
    assert.ok(performance.now() - started < STOP_WITHIN_MS);
    unfinished.cut();
  });

  /** Stops a service with idle connections, on which two requests then arrive. */
  async function askDuringShutdown() {
    const service = await startService({ env: { ROLLBOOK_TRUSTED_PROXIES: '127.0.0.1' } });
    const key = await writerWithStudent(service);
    const get = (path: string) => requestText('GET', path, { Authorization: `Bearer ${key}` });
    const connections = [0, 1, 2].map(() => new Connection(service.url));
    for (const connection of connections) {
      connection.send(get('/readyz'));
      assert.equal((await connection.answer()).headers.get('connection'), 'keep-alive');
    }
    // The third stays open and idle.
    const [first, second] = connections as [Connection, Connection];
    const started = performance.now();
    const stopped = service.stop();
    await untilConnectionsRefused(service);
    first.send(get(`/v1/me/students/${UID}`));
    second.send(get('/readyz'));
    const answers = await Promise.allSettled([first.answer(), second.answer()]);
    const answeredMs = performance.now() - started;
    assert.equal(await stopped, 0, service.stderr());
    assert.ok(performance.now() - started < STOP_WITHIN_MS);
    for (const connection of connections) connection.close();
    return { answers, answeredMs };
  }

  test('a request that a proxy sends on an idle connection during shutdown is served', async () => {
    let { answers, answeredMs } = await askDuringShutdown();
    // Later ones are not served. A machine that stood still meanwhile gets further attempts.
    for (let attempts = 1; answeredMs > DRAIN_MS && attempts < 5; attempts += 1)
      ({ answers, answeredMs } = await askDuringShutdown());
    assert.deepEqual(
      answers.map((answer) =>
        answer.status === 'fulfilled'
          ? [answer.value.status, answer.value.headers.get('connection')]
          : answer.reason,
      ),
      [
        [200, 'close'],
        [503, 'close'],
      ],
    );
  });

  test('a body rejected during shutdown closes its connection before the body ends', async () => {
    const service = await startService();
    const headers = {
      Authorization: `Bearer ${await writerWithStudent(service)}`,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
      Expect: '100-continue',
    };
    const connection = new Connection(service.url);
    connection.send(requestText('PATCH', `/v1/me/students/${UID}`, headers, ''));
    await connection.continued();
    const stopped = service.stop();
    await untilConnectionsRefused(service);
    connection.send(`100001\r\n${' '.repeat(0x100001)}\r\n`);
    const { status, headers: answered } = await connection.answer();
    assert.deepEqual([status, answered.get('connection')], [400, 'close']);
    assert.equal(await stopped, 0, service.stderr());
    connection.close();
  });

  test('every write acknowledged before a stop under load is stored', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-stop-'));
    t.after(() => rm(folder, { recursive: true }));
    const database = `sqlite:${join(folder, 'rollbook.db')}`;
    const service = await startService({ database });
    const key = await writerWithStudent(service);
    const fields = ['level', 'equip1Level', 'equip2Level', 'equip3Level'];
    const last: Record<string, number> = {};
    const writers = fields.map(async (field) => {
      for (let count = 0; ; count++) {
        const value = (count % 70) + 1;
        const answer = await service
          .call(key, 'PATCH', `/me/students/${UID}`, { [field]: value })
          .catch((error) => {
            if (error instanceof assert.AssertionError) throw error;
          });
        if (answer?.status !== 200) return answer?.status ?? 503;
        last[field] = value;
      }
    });
    await until('each writer has written ten times', () => fields.every((field) => (last[field] ?? 0) >= 10));
    assert.equal(await service.stop(), 0, service.stderr());
    assert.deepEqual(
      new Set(await Promise.all(writers)),
      new Set([503]),
      'a write ended with another status than 503',
    );
    const restarted = await startService({ database });
    const { body } = await restarted.call(key, 'GET', `/me/students/${UID}`);
    await restarted.stop();
    assert.partialDeepStrictEqual(body, last);
  });
});
