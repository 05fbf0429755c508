import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Asset, SCRIPT } from '../assets.ts';
import { type Coding, madeOnDemand } from '../content-encoding.ts';

const PACKAGE = '@scalar/fastify-api-reference';
// A version of a package never changes, so its number tells it apart as well as a hash would.
const { version } = JSON.parse(readFileSync(findPackageJSON(PACKAGE, import.meta.url) as string, 'utf8'));
const name = `scalar.${version}.js`;

/** Scalar's script. */
export const scalar: Asset = { name, type: SCRIPT, encoded: madeOnDemand(name, unpacked) };

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
