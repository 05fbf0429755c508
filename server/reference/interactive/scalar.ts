import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Coding } from '../encoded.ts';

const run = promisify(execFile);

/** Which Scalar is installed, if any: it is an optional dependency. */
export function scalarVersion(): string | undefined {
  const file = scalarPackage();
  return file && JSON.parse(readFileSync(file, 'utf8')).version;
}

function scalarPackage(): string | undefined {
  try {
    return findPackageJSON('@scalar/fastify-api-reference', import.meta.url);
  } catch {
    return undefined;
  }
}

/** Scalar's script. Unpacking takes 60 MB and half a second; a process of its own takes both with it. */
export async function scalarScript(coding: Coding): Promise<Buffer> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'unpack.ts'), coding], {
    encoding: 'buffer',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return stdout;
}
