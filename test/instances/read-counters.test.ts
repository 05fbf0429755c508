import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openValkey } from '../../server/counters/valkey.ts';
import { logTo } from '../../server/gate/log.ts';
import { type Database, newDatabase } from '../database.ts';
import { launch } from '../launch.ts';
import { type Account, type Answer, type Service, startService } from '../service.ts';
import { type CounterServer, NO_VALKEY, startValkey } from '../valkey.ts';

const LIMIT = 7;
/** What a request may take that met a store away: its deadline, and what a busy machine adds. */
const SOON_MS = 1_000;

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

  describe('by three instances', () => {
    let services: Service[];
    before(async () => {
      services = await Promise.all(
        ['east', 'east', 'west'].map((region) => start({ ROLLBOOK_REGION: region })),
      );
    });

    test('those of one region share a window, two regions do not', async () => {
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

    test('the window is told as it is, and what is refused does not count', async () => {
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

    test('a window that Valkey would keep for longer than its length counts as over', async () => {
      const { id, read } = await (services[0] as Service).account();
      for (let i = 0; i < LIMIT; i += 1) await get(services[i % 2], read);
      assert.equal((await get(services[0], read)).status, 429);
      // As after its clock was set back by an hour.
      await valkey.ask('PEXPIRE', `rollbook:read:east:${id}`, '3660000');
      const answer = await get(services[0], read);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`^"read";r=${LIMIT - 1};t=(60|5\\d)$`));
    });

    test('a read is one command, and scripts that were forgotten are sent again', async () => {
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

  test('a window is as long as it says, and begins with its first request', async () => {
    const windows = await openValkey(
      valkey.address,
      { of: 'read:short', limit: 2, windowMs: 400 },
      logTo('silent', false).events,
    );
    const allowed = async () => (await windows.take('a')).allowed;
    const began = performance.now();
    assert.deepEqual([await allowed(), await allowed(), await allowed()], [true, true, false]);
    while (!(await allowed())) await pause(5);
    const took = performance.now() - began;
    assert.ok(took >= 395 && took < 700, `${took} ms`);
    windows.close();
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

    /** Goes on being served while `fail` lasts, says so once on each side, and counts together again after `mend`. */
    async function goesOn(fail: () => unknown, mend: () => unknown): Promise<void> {
      const [lostBefore, backBefore] = [lost(), back()];
      assert.equal((await get(service, account.read)).status, 200);
      let asking = true;
      const took: number[] = [];
      const callers = Promise.all(
        Array.from({ length: 4 }, async () => {
          while (asking) {
            const began = performance.now();
            const { status, text } = await get(service, account.read);
            assert.equal(status, 200, text);
            took.push(performance.now() - began);
          }
        }),
      );
      await fail();
      await until(() => lost() === lostBefore + 1, 'no word of its going');
      const sinceThen = took.length;
      await pause(700);
      const beside = took.slice(sinceThen).sort((a, b) => a - b);
      assert.ok((beside[beside.length >> 1] as number) < 50, `every read waits for it: ${beside}`);
      assert.equal(await metric(service), 1);
      assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
      assert.equal(back(), backBefore);
      await mend();
      await until(() => back() === backBefore + 1, 'no word of its return');
      await pause(100);
      asking = false;
      await callers;
      assert.ok(Math.max(...took) < SOON_MS, `a read took ${Math.max(...took)} ms`);
      assert.equal(lost(), lostBefore + 1);
      assert.equal(await metric(service), 0);
      const counted = Number(await valkey.ask('GET', key()));
      await get(service, account.read);
      assert.equal(Number(await valkey.ask('GET', key())), counted + 1);
    }

    test('killed and started again', () =>
      goesOn(
        () => valkey.signal('SIGKILL'),
        () => valkey.start(),
      ));

    test('hanging', () =>
      goesOn(
        () => valkey.signal('SIGSTOP'),
        () => valkey.signal('SIGCONT'),
      ));

    test('read-only', () =>
      goesOn(
        () => valkey.ask('REPLICAOF', '127.0.0.1', '1'),
        () => valkey.ask('REPLICAOF', 'NO', 'ONE'),
      ));
  });

  test('a start while the store is away serves, and counts together as soon as it is there', async (t) => {
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
  });

  test('a wrong password or database is told without the password, and the reads go on', async (t) => {
    const own = await startValkey('--requirepass', 'right');
    t.after(() => own.stop());
    for (const [path, reason] of [
      [':wrong@', /WRONGPASS/],
      [':right@', undefined],
    ] as const) {
      const service = await start({}, own.address.replace('//', `//${path}`));
      const { read } = await service.account();
      assert.equal((await get(service, read)).status, 200);
      if (reason) await until(() => reason.test(service.stdout()), `no ${reason} in ${service.stdout()}`);
      assert.equal(said(service, 'cannot be counted together'), reason ? 1 : 0);
      await service.stop();
      assert.doesNotMatch(service.stdout() + service.stderr(), /wrong@|"wrong"|right/);
    }
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
    assert.ok(performance.now() - began < 10_000, otherwise);
    await pause(20);
  }
}
