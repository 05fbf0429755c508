import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Writers } from '../acknowledged.ts';
import { newDatabase } from '../database.ts';
import { startService } from '../service.ts';

test('a backup under load starts, with every write acknowledged before it began', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-backup-'));
  const database = await newDatabase('sqlite');
  const service = await startService({ database: database.address });
  const writers = await Writers.start(service);
  try {
    for (const name of ['one.db', 'two.db', 'three.db'])
      await writers.outlive(
        () => service.command('backup', join(folder, name)),
        async () => `sqlite:${join(folder, name)}`,
      );
  } finally {
    await writers.stop();
    await service.stop();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  }
});
