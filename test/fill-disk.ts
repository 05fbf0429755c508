import assert from 'node:assert/strict';
import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a file to the small disk until nothing fits, because a service that runs writes too. Returns its path. */
export function fillDisk(folder: string): string {
  const file = join(folder, 'filler');
  const { blocks, bsize } = statfsSync(folder);
  assert.throws(() => writeFileSync(file, Buffer.alloc((blocks + 1) * bsize)), { code: 'ENOSPC' });
  return file;
}
