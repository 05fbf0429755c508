import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Writers } from '../acknowledged.ts';
import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { debianBinaries } from '../postgres/debian-binaries.ts';
import { startService } from '../service.ts';

const BIN = debianBinaries() as string;
assert.ok(BIN !== undefined, 'this test needs Debian’s PostgreSQL: apt-get install postgresql');
const runTool = (name: string, ...args: string[]) => promisify(execFile)(join(BIN, name), args);

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

// The commands are those of docs/operations.md.
test('a pg_dump made under load and restored elsewhere holds every write acknowledged before it began', async () => {
  const addressOf = (database: string) => cluster.url.replace(/\/postgres$/, `/${database}`);
  const address = addressOf('rollbook');
  await runTool('createdb', `--maintenance-db=${cluster.url}`, 'rollbook');
  const service = await startService({ database: address });
  const writers = await Writers.start(service);
  try {
    for (const copy of ['one', 'two']) {
      const file = join(folder, `${copy}.dump`);
      await writers.outlive(
        () => runTool('pg_dump', '--format=custom', '--no-unlogged-table-data', `--file=${file}`, address),
        async () => {
          await runTool('createdb', `--maintenance-db=${cluster.url}`, copy);
          await runTool('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${addressOf(copy)}`, file);
          return addressOf(copy);
        },
      );
    }
  } finally {
    await writers.stop();
    await service.stop();
  }
});
