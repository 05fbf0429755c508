import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Asset, SCRIPT } from '../assets.ts';
import { type Coding, lazyEncodings } from '../content-encoding.ts';

const PACKAGE = '@scalar/fastify-api-reference';
// A published package version never changes, so the version number works as a cache key.
const { version } = JSON.parse(readFileSync(findPackageJSON(PACKAGE, import.meta.url) as string, 'utf8'));
const name = `scalar.${version}.js`;

export const scalar: Asset = { name, type: SCRIPT, encoded: lazyEncodings(name, encodeInChild) };

/** Loading and compressing the script takes 60 MB and half a second, so a child process does it. */
async function encodeInChild(coding: Coding): Promise<Buffer> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, `unpack${extname(import.meta.filename)}`), coding],
    {
      encoding: 'buffer',
      maxBuffer: Number.POSITIVE_INFINITY,
    },
  );
  return stdout;
}
