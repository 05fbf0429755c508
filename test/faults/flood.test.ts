import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { refused } from '../blackbox/error-response.ts';
import { Connection, requestText } from '../blackbox/raw-connection.ts';
import { conforms } from '../conformance.ts';
import { type Database, ENGINES, newDatabase } from '../database.ts';
import { type Account, type Answer, type Service, startService } from '../service.ts';
import { until } from '../until.ts';

/** The first of these floods that is more than this machine can do. */
const CALLERS = [1_200, 3_000, 6_000, 9_000];
const FLOOD_MS = 4_000;
/** How long the service stands still for every few milliseconds that it runs, until that is too little. */
const STANDS_MS = [10, 20, 40, 80, 160];
const RUNS_MS = 4;
const WRITES = 1_000_000;
/** Whoever is not refused is answered in this time, though the machine that floods is the one that is flooded. */
const ANSWERED_MS = 5_000;

for (const engine of ENGINES)
  describe(`a flood on ${engine}`, () => {
    let database: Database;
    let service: Service;
    let account: Account;
    before(async () => {
      database = await newDatabase(engine);
      service = await startService({ database: database.address, env: { ROLLBOOK_LOG_LEVEL: 'warn' } });
      account = await service.account();
    });
    after(async () => {
      await service.stop();
      await database.remove();
    });

    test('a few hundred at once, or one behind the other on one connection, are no flood', async () => {
      const together = await Promise.all(
        Array.from({ length: 300 }, () => service.call(account.read, 'GET', '/me/students')),
      );
      assert.deepEqual(new Set(together.map(({ status }) => status)), new Set([200]));
      const writes = await Promise.all(
        Array.from({ length: 300 }, () => service.call(account.write, 'DELETE', '/me/students/10000')),
      );
      assert.deepEqual(new Set(writes.map(({ status }) => status)), new Set([404]));
      const connection = new Connection(service.url);
      connection.send(read(account.read).repeat(300));
      for (let i = 0; i < 300; i += 1) assert.equal((await connection.answer()).status, 200);
      connection.close();
    });

    test('more than that is refused in part, early and uncounted, and forgotten when it is over', async (t) => {
      const { write } = await service.account();
      const before = await used(write);
      const refusals: Answer[] = [];
      const times: number[] = [];
      for (const callers of CALLERS) {
        const over = performance.now() + FLOOD_MS;
        const flood = Array.from({ length: callers }, async () => {
          const connection = new Connection(service.url);
          while (performance.now() < over) {
            const began = performance.now();
            connection.send(remove(write));
            const answer = await connection.answer({ within: ANSWERED_MS });
            if (answer.status === 503) refusals.push(answer);
            else {
              assert.equal(answer.status, 404, answer.text);
              times.push(performance.now() - began);
            }
          }
          connection.close();
        });
        await pause(FLOOD_MS / 2);
        assert.equal((await fetch(`${service.url}/healthz`)).status, 200, 'it lives');
        assert.equal((await service.call(write, 'GET', '/nowhere')).status, 404, 'and knows its paths');
        await Promise.all(flood);
        if (refusals.length > 0) break;
      }

      times.sort((a, b) => a - b);
      const early = refusals.filter(({ headers }) => headers.get('ratelimit') === null);
      t.diagnostic(
        `${times.length} served, half within ${times[times.length >> 1]?.toFixed(0)} ms; ${refusals.length} refused, ${early.length} early`,
      );
      assert.ok(times.length > 0 && early.length > 0);
      // The database may refuse what was counted already; this process counts what it lets in.
      if (engine === 'sqlite') {
        assert.equal(early.length, refusals.length);
        assert.equal((await used(write)) - before - 1, times.length);
      } else assert.ok(early.length > refusals.length / 2);
      for (const answer of refusals.slice(-100)) {
        refused(answer, 503, 'unavailable');
        await conforms(service.url, 'DELETE', '/me/students/10000', answer);
        assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
      }
      assert.equal(new Set(refusals.map(({ headers }) => headers.get('request-id'))).size, refusals.length);

      for (let i = 0; i < 20; i += 1) {
        const began = performance.now();
        assert.equal((await service.call(write, 'GET', '/me/students')).status, 200);
        assert.ok(performance.now() - began < ANSWERED_MS);
      }
      const told = /overloaded: requests are refused[\s\S]*"refused":\d+,"msg":"no longer overloaded"/;
      await until('both are logged', () => told.test(service.stdout()));
    });

    test('more callers than can be heard in time are heard in part', async (t) => {
      const connections = Array.from({ length: 1_500 }, () => new Connection(service.url));
      const ask = async (connection: Connection): Promise<number> => {
        connection.send(read(account.read));
        const answer = await connection.answer({ within: ANSWERED_MS });
        if (answer.status !== 200) refused(answer, 503, 'unavailable');
        return answer.status;
      };
      for (const connection of connections) assert.equal(await ask(connection), 200);
      const statuses: number[] = [];
      for (const standsMs of STANDS_MS) {
        // As a machine that is busy with something else.
        const halt = setInterval(() => {
          service.process.kill('SIGSTOP');
          setTimeout(() => service.process.kill('SIGCONT'), standsMs);
        }, standsMs + RUNS_MS);
        const over = performance.now() + FLOOD_MS;
        try {
          await Promise.all(
            connections.map(async (connection) => {
              while (performance.now() < over) statuses.push(await ask(connection));
            }),
          );
        } finally {
          clearInterval(halt);
          await pause(standsMs + RUNS_MS);
        }
        if (statuses.includes(503)) break;
      }
      for (const connection of connections) connection.close();
      const heard = statuses.filter((status) => status === 200).length;
      t.diagnostic(`${heard} served, ${statuses.length - heard} refused`);
      assert.ok(heard > 0 && heard < statuses.length);
      assert.equal((await service.call(account.read, 'GET', '/me/students')).status, 200);
    });

    const read = (key: string) => requestText('GET', '/v1/me/students', { Authorization: `Bearer ${key}` });
    /** Of a student that its account has not: it costs the look and the count, and no race for one row. */
    const remove = (key: string) =>
      requestText('DELETE', '/v1/me/students/10000', { Authorization: `Bearer ${key}` });

    /** How many writes of the account were counted, this one included. */
    async function used(key: string): Promise<number> {
      const { headers } = await service.call(key, 'DELETE', '/me/students/10001');
      return WRITES - Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    }
  });
