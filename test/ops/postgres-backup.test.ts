import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Writers } from '../acknowledged.ts';
import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { startService } from '../service.ts';

/** Debian's, because the tests' PostgreSQL from npm comes without the tools that dump and restore. */
const DEBIANS = '/usr/lib/postgresql';
const newest = existsSync(DEBIANS) ? readdirSync(DEBIANS).sort().at(-1) : undefined;
assert.ok(newest !== undefined, 'Debian’s PostgreSQL is needed: apt-get install postgresql');
const BIN = join(DEBIANS, newest, 'bin');
const tool = (name: string, ...words: string[]) => promisify(execFile)(join(BIN, name), words);

let cluster: Cluster;
let folder: string;
before(async () => {
  cluster = await startCluster(undefined, BIN);
  folder = await mkdtemp(join(tmpdir(), 'rollbook-dump-'));
});
after(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true });
});

/** As docs/operations.md says it. */
test('pg_dump under load, pg_restore elsewhere: every write acknowledged before is there', async () => {
  const addressOf = (database: string) => cluster.url.replace(/\/postgres$/, `/${database}`);
  const address = addressOf('rollbook');
  await tool('createdb', `--maintenance-db=${cluster.url}`, 'rollbook');
  const service = await startService({ database: address });
  const writers = await Writers.start(service);
  try {
    for (const copy of ['one', 'two']) {
      const file = join(folder, `${copy}.dump`);
      await writers.outlive(
        () => tool('pg_dump', '--format=custom', '--no-unlogged-table-data', `--file=${file}`, address),
        async () => {
          await tool('createdb', `--maintenance-db=${cluster.url}`, copy);
          await tool('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${addressOf(copy)}`, file);
          return addressOf(copy);
        },
      );
    }
  } finally {
    await writers.stop();
    await service.stop();
  }
});
