import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Certificate, makeCertificate, NO_OPENSSL } from '../certificate.ts';
import { cleanUpAtEnd } from '../cleanup.ts';
import { type Database, newDatabase } from '../database.ts';
import { startService } from '../service.ts';
import { NO_VALKEY } from '../valkey.ts';
import { startCluster, startSentinelGroup } from '../valkey-topologies.ts';

const LIMIT = 10;
const PASSWORD = 'p@ss:word/1';
const SENTINEL_PASSWORD = 'a+b c&d';

describe('two instances share a rate-limit window', { skip: NO_VALKEY || NO_OPENSSL }, () => {
  let database: Database;
  let certificate: Certificate;
  before(async () => {
    [database, certificate] = await Promise.all([newDatabase(), makeCertificate()]);
  });
  after(() => Promise.all([database?.remove(), certificate?.remove()]));

  async function assertShared(counters: string): Promise<void> {
    const services = await Promise.all(
      [1, 2].map(() =>
        startService({
          database: database.address,
          env: {
            ROLLBOOK_COUNTERS: counters,
            ROLLBOOK_READ_LIMIT: `${LIMIT}`,
            NODE_EXTRA_CA_CERTS: certificate.authority,
          },
        }),
      ),
    );
    cleanUpAtEnd(() => Promise.all(services.map((service) => service.stop())));
    // Several accounts, because each node of a cluster has a part of them.
    const accounts = await Promise.all(Array.from({ length: 6 }, () => services[0]?.account()));
    for (const account of accounts) {
      const answers = await Promise.all(
        Array.from({ length: 3 * LIMIT }, (_, i) =>
          services[i % 2]?.call(account?.read, 'GET', '/me/students'),
        ),
      );
      assert.equal(answers.filter((answer) => answer?.status === 200).length, LIMIT);
    }
    for (const service of services) {
      await service.stop();
      assert.doesNotMatch(service.stdout() + service.stderr(), /counted together/);
    }
  }

  test('through Sentinel with passwords', async () => {
    const { address } = await startSentinelGroup({ password: PASSWORD, sentinelPassword: SENTINEL_PASSWORD });
    await assertShared(address);
  });

  test('through Sentinel with TLS', async () =>
    assertShared((await startSentinelGroup({ files: certificate })).address));

  test('in a cluster with a password', async () =>
    assertShared((await startCluster({ password: PASSWORD })).address));

  test('in a cluster with TLS, of which one node is named', async () => {
    const { address } = await startCluster({ files: certificate });
    await assertShared(address.replace(/,.*/, ''));
  });
});
