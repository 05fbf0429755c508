import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Asset, SCRIPT } from '../assets.ts';
import { type Coding, madeOnDemand } from '../encoded.ts';

/** Scalar's script, where it is installed: it is an optional dependency. */
export const scalar: Asset | undefined = found(packageFile());

export const scalarNamed = (name: string): Asset | undefined => (scalar?.name === name ? scalar : undefined);

function packageFile(): string | undefined {
  try {
    return findPackageJSON('@scalar/fastify-api-reference', import.meta.url);
  } catch {
    return undefined;
  }
}

function found(file: string | undefined): Asset | undefined {
  if (file === undefined) return undefined;
  // A version of a package never changes, so its number tells it apart as well as a hash would.
  const name = `scalar.${JSON.parse(readFileSync(file, 'utf8')).version}.js`;
  return { name, type: SCRIPT, encoded: madeOnDemand(name, unpacked) };
}

/** Unpacking takes 60 MB and half a second; a process of its own takes both with it. */
async function unpacked(coding: Coding): Promise<Buffer> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'unpack.ts'), coding],
    {
      encoding: 'buffer',
      maxBuffer: Number.POSITIVE_INFINITY,
    },
  );
  return stdout;
}
