import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { createLog } from '../../server/observability/log.ts';
import type { RateLimitResult } from '../../server/rate-limit/rate-limiter.ts';
import {
  createValkeyRateLimiter,
  type SharedRateLimiter,
} from '../../server/rate-limit/valkey-rate-limiter.ts';
import { UnavailableError } from '../../server/store/types.ts';
import { type Database, newDatabase } from '../database.ts';
import { launch } from '../launch.ts';
import { type Account, type Answer, type Service, startService } from '../service.ts';
import { type CounterServer, NO_VALKEY, startValkey } from '../valkey.ts';

const LIMIT = 7;
/** What a request may take that met a store away, beside what one takes that asks for no count. */
const SOON_MS = 1_000;
/** As often an attempt is made that a busy machine disturbs. */
const MOST_ATTEMPTS = 10;

describe('reads counted in Valkey', { skip: NO_VALKEY }, () => {
  let valkey: CounterServer;
  let database: Database;
  const started: Service[] = [];
  before(async () => {
    valkey = await startValkey();
    database = await newDatabase('postgres');
  });
  after(async () => {
    await Promise.all(started.map((service) => service.stop()));
    await valkey?.stop();
    await database?.remove();
  });

  async function start(env: Record<string, string> = {}, counters = valkey.address): Promise<Service> {
    const service = await startService({
      database: database.address,
      env: { ROLLBOOK_COUNTERS: counters, ROLLBOOK_READ_LIMIT: `${LIMIT}`, ...env },
    });
    started.push(service);
    return service;
  }

  const lost = () => started.reduce((sum, service) => sum + said(service, 'cannot be counted together'), 0);
  const isAway = ({ process, stdout }: Service) =>
    process.exitCode === null &&
    stdout().lastIndexOf('cannot be counted together') > stdout().lastIndexOf('counted together again');

  /**
   * Reads are counted together as long as Valkey answers each within 50 ms. An attempt that fails is made again if an
   * instance has lost the store more often than was `meant`: then the machine stood still for so long.
   */
  async function undisturbed(attempt: () => Promise<unknown>, meant = 0): Promise<void> {
    for (let nth = 1; ; nth += 1) {
      const before = lost();
      try {
        await attempt();
        return;
      } catch (error) {
        // The log gathers its lines for a moment.
        await pause(500);
        if (nth === MOST_ATTEMPTS || lost() <= before + meant) throw error;
        await until(() => !started.some(isAway), 'it is still away').catch(() => {});
      }
    }
  }
  const testUndisturbed = (title: string, attempt: (t: TestContext) => Promise<unknown>, meant = 0) =>
    test(title, (t) => undisturbed(() => attempt(t), meant));

  describe('by three instances', () => {
    let services: Service[];
    before(async () => {
      services = await Promise.all(
        ['east', 'east', 'west'].map((region) => start({ ROLLBOOK_REGION: region })),
      );
    });

    testUndisturbed('those of one region share a window, two regions do not', async () => {
      const { read } = await (services[0] as Service).account();
      const served = async (...of: number[]) =>
        count(
          await Promise.all(
            Array.from({ length: 20 }, (_, i) => get(services[of[i % of.length] as number], read)),
          ),
        );
      assert.deepEqual(await served(0, 1), { 200: LIMIT, 429: 20 - LIMIT });
      assert.deepEqual(await served(2), { 200: LIMIT, 429: 20 - LIMIT });
    });

    testUndisturbed('the window is told as it is, and what is refused does not count', async () => {
      const { id, read } = await (services[0] as Service).account();
      for (let i = 0; i < LIMIT; i += 1) {
        const answer = await get(services[i % 2], read);
        assert.match(
          answer.headers.get('ratelimit') ?? '',
          new RegExp(`^"read";r=${LIMIT - 1 - i};t=(60|5\\d)$`),
        );
      }
      for (let i = 0; i < 5; i += 1) {
        const answer = await get(services[i % 2], read);
        assert.equal(answer.status, 429);
        assert.match(answer.headers.get('ratelimit') ?? '', /^"read";r=0;t=(60|5\d)$/);
        assert.match(answer.headers.get('retry-after') ?? '', /^(60|5\d)$/);
      }
      const key = `rollbook:read:east:${id}`;
      assert.equal(await valkey.ask('GET', key), `${LIMIT}`);
      const left = Number(await valkey.ask('PTTL', key));
      assert.ok(left > 0 && left <= 60_000, `it ends by itself, in ${left} ms`);
    });

    testUndisturbed('a window that Valkey would keep for longer than its length counts as over', async () => {
      const { id, read } = await (services[0] as Service).account();
      for (let i = 0; i < LIMIT; i += 1) await get(services[i % 2], read);
      assert.equal((await get(services[0], read)).status, 429);
      // As after its clock was set back by an hour.
      await valkey.ask('PEXPIRE', `rollbook:read:east:${id}`, '3660000');
      const answer = await get(services[0], read);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`^"read";r=${LIMIT - 1};t=(60|5\\d)$`));
    });

    testUndisturbed('a read is one command, and scripts that were forgotten are sent again', async () => {
      const { read } = await (services[0] as Service).account();
      await get(services[0], read);
      const before = await commands();
      for (let i = 0; i < 3; i += 1) assert.equal((await get(services[0], read)).status, 200);
      assert.equal((await commands()).evalsha, (before.evalsha ?? 0) + 3);
      assert.equal((await commands()).eval, before.eval);
      await valkey.ask('SCRIPT', 'FLUSH');
      const { headers } = await get(services[0], read);
      assert.match(headers.get('ratelimit') ?? '', new RegExp(`r=${LIMIT - 5}`));
      assert.doesNotMatch((services[0] as Service).stdout(), /counted together/);
    });
  });

  describe('by itself', () => {
    /** For as long as the test lasts. */
    async function open(t: TestContext, address: string) {
      const counted = { name: 'read:own', limit: 2, windowMs: 60_000 };
      const windows = await createValkeyRateLimiter(address, counted, createLog('silent', false).events);
      t.after(() => windows.close());
      return windows;
    }
    /** Again as long as a busy machine keeps the store from answering in time. */
    async function taken(windows: SharedRateLimiter, accountId: string): Promise<RateLimitResult> {
      for (let nth = 1; ; nth += 1)
        try {
          return await windows.consume(accountId);
        } catch (error) {
          if (nth === MOST_ATTEMPTS) throw error;
          await until(() => !windows.isDown, 'it is still away');
        }
    }

    test('a window is as long as it says, and begins with its first request', async (t) => {
      const windows = await open(t, valkey.address);
      const left = async () => Number(await valkey.ask('PTTL', 'rollbook:read:own:a'));
      for (const before of ['nothing', 'a window that is over']) {
        const began = performance.now();
        const { allowed, remaining, resetMs } = await taken(windows, 'a');
        assert.deepEqual([allowed, remaining, resetMs], [true, 1, 60_000], before);
        while ((await taken(windows, 'a')).allowed);
        const [rest, passed] = [await left(), performance.now() - began];
        assert.ok(rest <= 60_000 && rest >= 60_000 - passed - 1, `${rest} ms after ${passed} ms`);
        await valkey.ask('PEXPIRE', 'rollbook:read:own:a', '1');
        while ((await left()) >= 0) await pause(1);
      }
    });

    test('once the store is away nobody waits for it', async (t) => {
      const own = await startValkey();
      t.after(() => own.stop());
      const windows = await open(t, own.address);
      await taken(windows, 'a');
      own.signal('SIGSTOP');
      const take = async () => windows.consume('a');
      await assert.rejects(take(), UnavailableError);
      const inTurn = take().then(
        () => 'counted',
        () => 'refused',
      );
      assert.equal(await Promise.race([inTurn, turn('waits')]), 'refused');
      own.signal('SIGCONT');
      await taken(windows, 'a');
    });
  });

  describe('by a store that fails', () => {
    let service: Service;
    let account: Account;
    before(async () => {
      service = await start({
        ROLLBOOK_REGION: 'faults',
        ROLLBOOK_METRICS_PORT: '0',
        ROLLBOOK_READ_LIMIT: '100000',
      });
      account = await service.account();
    });

    const lost = () => said(service, 'cannot be counted together');
    const back = () => said(service, 'counted together again');
    const key = () => `rollbook:read:faults:${account.id}`;

    const survives = (fail: () => unknown, mend: () => unknown) => undisturbed(() => goesOn(fail, mend), 1);

    /** Goes on being served while `fail` lasts, says so once on each side, and counts together again after `mend`. */
    async function goesOn(fail: () => unknown, mend: () => unknown): Promise<void> {
      const [lostBefore, backBefore] = [lost(), back()];
      assert.equal((await get(service, account.read)).status, 200);
      let asking = true;
      const took: number[] = [];
      const beside: number[] = [];
      const whileAsking = async (times: number[], ask: () => Promise<{ status: number }>) => {
        while (asking) {
          const began = performance.now();
          assert.equal((await ask()).status, 200);
          times.push(performance.now() - began);
        }
      };
      const callers = Promise.all([
        ...Array.from({ length: 4 }, () => whileAsking(took, () => get(service, account.read))),
        whileAsking(beside, () => fetch(`${service.url}/healthz`)),
      ]);
      callers.catch(() => {});
      try {
        await fail();
        await until(() => lost() === lostBefore + 1, 'no word of its going');
        const sinceThen = took.length;
        await until(() => took.length > sinceThen + 20, 'reads do not go on');
        assert.equal(await metric(service), 1);
        assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
        assert.equal(back(), backBefore);
      } finally {
        await mend();
        if (lost() > lostBefore) await until(() => back() > backBefore, 'no word of its return');
        asking = false;
      }
      await callers;
      const most = SOON_MS + Math.max(...beside);
      assert.ok(Math.max(...took) < most, `a read took ${Math.max(...took)} ms of ${most} ms`);
      assert.equal(lost(), lostBefore + 1);
      assert.equal(await metric(service), 0);
      const counted = Number(await valkey.ask('GET', key()));
      await get(service, account.read);
      assert.equal(Number(await valkey.ask('GET', key())), counted + 1);
    }

    test('killed and started again', () =>
      survives(
        () => valkey.signal('SIGKILL'),
        () => valkey.start(),
      ));

    test('hanging', () =>
      survives(
        () => valkey.signal('SIGSTOP'),
        () => valkey.signal('SIGCONT'),
      ));

    test('read-only', () =>
      survives(
        () => valkey.ask('REPLICAOF', '127.0.0.1', '1'),
        () => valkey.ask('REPLICAOF', 'NO', 'ONE'),
      ));
  });

  testUndisturbed(
    'a start while the store is away serves, and counts together as soon as it is there',
    async (t) => {
      const own = await startValkey();
      t.after(() => own.stop());
      own.signal('SIGKILL');
      const service = await start({ ROLLBOOK_REGION: 'later' }, own.address);
      const { id, read } = await service.account();
      assert.deepEqual(
        count(await Promise.all(Array.from({ length: 9 }, () => get(service, read)))),
        { 200: LIMIT, 429: 9 - LIMIT },
        'until then the same limit holds',
      );
      assert.equal(said(service, 'cannot be counted together'), 1);
      assert.match(service.stdout(), /ECONNREFUSED/);
      await own.start();
      await until(() => said(service, 'counted together again') === 1, 'no word of its return');
      assert.equal((await get(service, read)).status, 200);
      assert.equal(await own.ask('GET', `rollbook:read:later:${id}`), '1');
      await service.stop();
    },
    1,
  );

  test('a wrong password or database is told without the password, and the reads go on', async (t) => {
    const own = await startValkey('--requirepass', 'right');
    t.after(() => own.stop());
    for (const [path, reason] of [
      [':wrong@', /WRONGPASS/],
      [':right@', undefined],
    ] as const)
      await undisturbed(
        async () => {
          const service = await start({}, own.address.replace('//', `//${path}`));
          const { read } = await service.account();
          assert.equal((await get(service, read)).status, 200);
          if (reason) await until(() => reason.test(service.stdout()), `no ${reason} in ${service.stdout()}`);
          assert.equal(said(service, 'cannot be counted together'), reason ? 1 : 0);
          await service.stop();
          assert.doesNotMatch(service.stdout() + service.stderr(), /wrong@|"wrong"|right/);
        },
        reason ? 1 : 0,
      );
    const service = await start({}, `${own.address.replace('//', '//:right@')}/99`);
    const { read } = await service.account();
    assert.equal((await get(service, read)).status, 200);
    await until(() => /DB index is out of range/.test(service.stdout()), service.stdout());
    await service.stop();
  });

  test('a start that is refused for another reason does not wait for the store', async () => {
    const blocked = await start();
    const taken = new URL(blocked.url).port;
    for (const ports of [
      { ROLLBOOK_PORT: taken },
      { ROLLBOOK_PORT: '0', ROLLBOOK_METRICS_PORT: taken },
    ] as Record<string, string>[]) {
      const settings = { ROLLBOOK_DATABASE: database.address, ROLLBOOK_COUNTERS: valkey.address };
      const { code, stderr } = await launch(['serve'], { ...settings, ...ports });
      assert.equal(code, 1);
      assert.match(stderr, /in use/);
    }
  });

  const get = (service: Service | undefined, key: string): Promise<Answer> =>
    (service as Service).call(key, 'GET', '/me/students');

  function count(answers: Answer[]): Record<number, number> {
    const by: Record<number, number> = {};
    for (const { status } of answers) by[status] = (by[status] ?? 0) + 1;
    return by;
  }

  /** How often each command was run, as the server tells it. */
  async function commands(): Promise<Record<string, number>> {
    const text = String(await valkey.ask('INFO', 'commandstats'));
    return Object.fromEntries(
      [...text.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)].map(([, name, calls]) => [name, Number(calls)]),
    );
  }
});

const said = (service: Service, words: string): number => service.stdout().split(words).length - 1;

async function metric(service: Service): Promise<number> {
  const port = /"port":(\d+).*"msg":"metrics"/.exec(service.stdout())?.[1];
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^rollbook_counters_away (\d)$/m.exec(text)?.[1]);
}

async function until(holds: () => boolean, otherwise: string): Promise<void> {
  const began = performance.now();
  while (!holds()) {
    assert.ok(performance.now() - began < 30_000, otherwise);
    await pause(20);
  }
}
