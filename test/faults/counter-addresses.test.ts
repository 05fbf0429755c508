import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Log } from '../../server/observability/log.ts';
import { createValkeyRateLimiter } from '../../server/rate-limit/valkey-rate-limiter.ts';
import { type Certificate, makeCertificate, NO_OPENSSL } from '../certificate.ts';
import { type Database, newDatabase } from '../database.ts';
import { freePort } from '../free-port.ts';
import { type Service, startService } from '../service.ts';
import { type CounterServer, NO_VALKEY, startSecureValkey, startValkey } from '../valkey.ts';
import { startCluster, startSentinelGroup } from '../valkey-topologies.ts';

const LIMIT = 10;
const PASSWORD = 'a-secret-that-no-log-may-hold';
const DEADLINE_MS = 15_000;
const MAX_ATTEMPTS = 10;

describe('ROLLBOOK_COUNTERS names a Valkey or Redis server', { skip: NO_VALKEY || NO_OPENSSL }, () => {
  let plain: CounterServer;
  let secure: CounterServer;
  let certificate: Certificate;
  /** A certificate of an authority that Node does not trust. */
  let untrusted: Certificate;
  let database: Database;
  before(async () => {
    [certificate, untrusted] = await Promise.all([makeCertificate(), makeCertificate()]);
    [plain, secure, database] = await Promise.all([
      startValkey(),
      startSecureValkey(certificate),
      newDatabase(),
    ]);
  });
  after(async () => {
    await Promise.all([
      plain?.stop(),
      secure?.stop(),
      certificate?.remove(),
      untrusted?.remove(),
      database?.remove(),
    ]);
  });

  const start = (counters: string, region: string): Promise<Service> =>
    startService({
      database: database.address,
      env: {
        ROLLBOOK_COUNTERS: counters,
        ROLLBOOK_REGION: region,
        ROLLBOOK_READ_LIMIT: `${LIMIT}`,
        NODE_EXTRA_CA_CERTS: certificate.authority,
      },
    });

  async function countServedReads(services: Service[]): Promise<number> {
    const { read } = await (services[0] as Service).account();
    const answers = await Promise.all(
      Array.from({ length: 3 * LIMIT }, (_, i) =>
        (services[i % services.length] as Service).call(read, 'GET', '/me/students'),
      ),
    );
    return answers.filter(({ status }) => status === 200).length;
  }

  for (const [scheme, isSecure] of [
    ['valkey', false],
    ['redis', false],
    ['valkeys', true],
    ['rediss', true],
  ] as const)
    test(`two instances share a rate-limit window through ${scheme}:// ${isSecure ? 'with' : 'without'} TLS`, async (t) => {
      const { port } = isSecure ? secure : plain;
      const services = await Promise.all(
        [1, 2].map(() => start(`${scheme}://127.0.0.1:${port}`, `scheme-${scheme}`)),
      );
      t.after(() => Promise.all(services.map((service) => service.stop())));
      // On a very busy machine an instance may miss a count's second and then counts by itself for a moment.
      const served: number[] = [];
      while (served.at(-1) !== LIMIT && served.length < MAX_ATTEMPTS) {
        if (served.length > 0) await pause(1_000);
        served.push(await countServedReads(services));
      }
      assert.equal(served.at(-1), LIMIT, `${served} served by both`);
    });

  test('starts with the wrong scheme, counts in memory and logs the right scheme', async (t) => {
    for (const [address, advice] of [
      [`redis://127.0.0.1:${secure.port}`, /if it expects TLS, write valkeys:\/\/ or rediss:\/\//],
      [`rediss://127.0.0.1:${plain.port}`, /without TLS the scheme is valkey:\/\/ or redis:\/\//],
    ] as const) {
      const service = await start(address, 'wrong-scheme');
      t.after(() => service.stop());
      assert.equal(await countServedReads([service]), LIMIT);
      await waitUntil(() => advice.test(service.stdout()), service.stdout);
      assert.doesNotMatch(service.stdout(), /connection to .* is lost/);
    }
  });

  describe('an unusable address is explained in the log', { concurrency: 6 }, () => {
    const reply = (text: string) => createServer((socket) => socket.on('error', () => {}).write(text));
    const trusted = getCACertificates();
    before(() => setDefaultCACertificates([...trusted, readFileSync(certificate.authority, 'utf8')]));
    after(() => setDefaultCACertificates(trusted));

    /** Asserts that a warning with the expected reason is logged, and each reason once. */
    async function assertExplained(t: TestContext, address: string, expected: RegExp): Promise<void> {
      const warnings: { reason: string; message: string }[] = [];
      const warn = ({ reason }: { reason: string }, message: string) =>
        void warnings.push({ reason, message });
      const counters = await createValkeyRateLimiter(address, { name: 'read:x', limit: 1, windowMs: 1000 }, {
        warn,
      } as unknown as Log['logger']);
      t.after(() => counters.close());
      const reasons = () => warnings.map(({ reason }) => reason);
      await waitUntil(
        () => reasons().some((reason) => expected.test(reason)),
        () => reasons().join('\n'),
      );
      assert.ok(counters.isDown);
      // The limiter tries to connect again in this time.
      await pause(1_200);
      assert.equal(new Set(reasons()).size, reasons().length, 'each reason is logged once');
      assert.doesNotMatch(reasons().join('\n'), new RegExp(`is lost|undefined|${PASSWORD}`));
    }

    test('closing the counters in the middle of a TLS handshake raises no error', async () => {
      const rule = { name: 'read:x', limit: 1, windowMs: 1000 };
      const log = { warn: () => {} } as unknown as Log['logger'];
      for (const scheme of ['valkeys', 'valkeys+cluster', 'valkeys+sentinel']) {
        const address = `${scheme}://localhost:${secure.port}${scheme === 'valkeys+sentinel' ? '/x' : ''}`;
        await Promise.all(
          Array.from({ length: 30 }, async (_, i) => {
            const limiter = await createValkeyRateLimiter(address, rule, log);
            // The limiter tries to connect again about then.
            await pause(200 + 4 * i);
            limiter.close();
          }),
        );
      }
      // Late errors arrive in this time.
      await pause(200);
    });

    async function listen(t: TestContext, server: Server): Promise<number> {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      t.after(() => server.close());
      return (server.address() as AddressInfo).port;
    }
    async function portOf(t: TestContext, server: Promise<CounterServer>): Promise<number> {
      const { stop, port } = await server;
      t.after(stop);
      return port;
    }

    const rows: [name: string, address: (t: TestContext) => string | Promise<string>, expected: RegExp][] = [
      [
        'a port on which nothing listens',
        async () => `valkey://:${PASSWORD}@127.0.0.1:${await freePort()}`,
        /^nothing listens at 127\.0\.0\.1:\d+ \(ECONNREFUSED\): check host and port in ROLLBOOK_COUNTERS/,
      ],
      [
        'a host name that does not resolve',
        () => `valkey://:${PASSWORD}@no-such-host.invalid`,
        /^the name no-such-host\.invalid has no address \((ENOTFOUND|EAI_AGAIN)\): check the host/,
      ],
      [
        'an address without TLS for a TLS server',
        () => `valkey://:${PASSWORD}@127.0.0.1:${secure.port}`,
        /closes connections without an answer: if it expects TLS, write valkeys:\/\//,
      ],
      [
        'a TLS address for a server without TLS',
        () => `valkeys://:${PASSWORD}@127.0.0.1:${plain.port}`,
        /does not answer a TLS handshake: .* without TLS the scheme is valkey:\/\//,
      ],
      [
        'a certificate of an unknown authority',
        async (t) => `rediss://:${PASSWORD}@127.0.0.1:${await portOf(t, startSecureValkey(untrusted))}`,
        /from an authority unknown to Node \(\w+\): name the authority's file in NODE_EXTRA_CA_CERTS/,
      ],
      [
        'a certificate for another host',
        () => `rediss://:${PASSWORD}@localhost:${secure.port}`,
        /^the certificate of localhost:\d+ is for another host: write a name that it holds/,
      ],
      [
        'a server that requires client certificates',
        async (t) => {
          const strict = ['--tls-auth-clients', 'yes'];
          const port = await portOf(t, startSecureValkey(certificate, ...strict));
          return `valkeys://127.0.0.1:${port}`;
        },
        /asks for a client certificate, .*: set tls-auth-clients to no/,
      ],
      [
        'a wrong password',
        async (t) =>
          `valkey://:${PASSWORD}@127.0.0.1:${await portOf(t, startValkey('--requirepass', 'right'))}`,
        /refuses the user or password \(WRONGPASS\): check both in ROLLBOOK_COUNTERS/,
      ],
      [
        'an unknown user',
        () => `valkey://somebody:${PASSWORD}@127.0.0.1:${plain.port}`,
        /refuses the user or password \(WRONGPASS\)/,
      ],
      [
        'a server that repeats the password it refuses',
        async (t) =>
          `valkey://:${PASSWORD}@127.0.0.1:${await portOf(t, startValkey('--rename-command', 'AUTH', ''))}`,
        /refuses the user or password \(ERR\)/,
      ],
      [
        'a missing password',
        async (t) => `valkey://127.0.0.1:${await portOf(t, startValkey('--requirepass', PASSWORD))}`,
        /asks for a password \(NOAUTH\): write it into ROLLBOOK_COUNTERS/,
      ],
      [
        'a user without permission to count',
        async (t) => {
          const user = ['--user', 'counter', 'on', `>${PASSWORD}`, '~*', '+info'];
          return `valkey://counter:${PASSWORD}@127.0.0.1:${await portOf(t, startValkey(...user))}`;
        },
        /forbids the user a command \(NOPERM .*\): docs\/shared-rate-limits\.md lists/,
      ],
      [
        'an unknown database number',
        () => `valkey://127.0.0.1:${plain.port}/99`,
        /has no such database \(ERR DB index is out of range\): check the number/,
      ],
      [
        'an HTTP server',
        async (t) =>
          `valkey://127.0.0.1:${await listen(
            t,
            createHttpServer((_, response) => void response.end()),
          )}`,
        /is neither Valkey nor Redis: check host and port/,
      ],
      [
        'an HTTP server at a TLS address',
        async (t) => `valkeys://127.0.0.1:${await listen(t, createHttpServer())}`,
        /does not speak TLS: write valkey:\/\/ or redis:\/\//,
      ],
      [
        'a server that never answers',
        async (t) => `valkey://127.0.0.1:${await listen(t, reply(''))}`,
        /takes connections but answers nothing: if it expects TLS, write valkeys:\/\//,
      ],
      [
        'a Sentinel at the address of a single server',
        async () => `valkey://127.0.0.1:${(await startSentinelGroup()).sentinels[0]?.port}`,
        /does not know EVAL and EVALSHA: if it is a Sentinel, write valkey\+sentinel:\/\//,
      ],
      [
        'a node of a cluster at the address of a single server',
        async () => {
          const { nodes, primaryOf } = await startCluster();
          const primary = await primaryOf('rollbook:{rollbook:read:x:}');
          return `valkey://127.0.0.1:${nodes.find((node) => node !== primary)?.port}`;
        },
        /is a node of a cluster: write valkey\+cluster:\/\//,
      ],
      [
        'sentinels of which none listens',
        async () => `valkey+sentinel://127.0.0.1:${await freePort()},127.0.0.1:${await freePort()}/mymaster`,
        /^the Sentinel at 127\.0\.0\.1:\d+ cannot be reached: check hosts and ports/,
      ],
      [
        'sentinels with TLS at an address without',
        async () => {
          const { address } = await startSentinelGroup({ files: certificate });
          return address.replace('valkeys', 'valkey');
        },
        /the Sentinel at .* cannot be reached: .* rediss\+sentinel:\/\/ for TLS, and only then/,
      ],
      [
        'a server in the place of a sentinel',
        () => `redis+sentinel://127.0.0.1:${plain.port}/mymaster`,
        /^127\.0\.0\.1:\d+ is no Sentinel: check host and port/,
      ],
      [
        'a primary that Sentinel does not know',
        async () => (await startSentinelGroup()).address.replace('mymaster', 'other'),
        /knows no primary other: check the name after the hosts/,
      ],
      [
        'a missing password of Sentinel',
        async () => (await startSentinelGroup({ sentinelPassword: PASSWORD })).address.replace(/\?.*/, ''),
        /the Sentinel at .* refuses the user or password \(NOAUTH\): .* \?sentinel_username=/,
      ],
      [
        'a wrong password of Sentinel',
        async () =>
          `${(await startSentinelGroup({ sentinelPassword: 'right' })).address.replace('right', PASSWORD)}`,
        /the Sentinel at .* refuses the user or password \(WRONGPASS\)/,
      ],
      [
        'a wrong password of the primary behind Sentinel',
        async () => (await startSentinelGroup({ password: 'right' })).address.replace('right', PASSWORD),
        /^the primary mymaster refuses the user or password \(WRONGPASS\)/,
      ],
      [
        'a primary that Sentinel names and nobody reaches',
        async () => {
          const { address, servers } = await startSentinelGroup();
          await servers[0]?.stop();
          return address;
        },
        /^the primary mymaster at 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\): check that it runs/,
      ],
      [
        'a single server in the place of a cluster',
        () => `valkey+cluster://127.0.0.1:${plain.port}`,
        /is no node of a cluster: for a single server the scheme .* is valkey:\/\//,
      ],
      [
        'a cluster of which no node listens',
        async () => `valkey+cluster://:${PASSWORD}@127.0.0.1:${await freePort()}`,
        /^no primary of the cluster of 127\.0\.0\.1:\d+ answers/,
      ],
      [
        'a wrong password of a cluster',
        async () => (await startCluster({ password: 'right' })).address.replace('right', PASSWORD),
        /refuses the user or password \(WRONGPASS\)/,
      ],
      [
        'a server that answers an unknown error',
        async (t) => `valkey://127.0.0.1:${await listen(t, reply('-ERR no room left\r\n'))}`,
        /^127\.0\.0\.1:\d+ answers: ERR no room left$/,
      ],
    ];
    for (const [name, address, expected] of rows)
      test(`logs the cause for ${name}`, async (t) => assertExplained(t, await address(t), expected));
  });
});

async function waitUntil(condition: () => boolean, describeFailure: () => string): Promise<void> {
  const began = performance.now();
  while (!condition()) {
    assert.ok(performance.now() - began < DEADLINE_MS, describeFailure());
    await pause(20);
  }
}
