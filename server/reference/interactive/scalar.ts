import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Coding } from '../encoded.ts';

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

/** Scalar's script. It takes megabytes and half a second to unpack and compress: a thread does it and takes them with it. */
export function scalarScript(coding: Coding): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    new Worker(new URL('./unpack.ts', import.meta.url), { workerData: coding })
      .once('message', (bytes: ArrayBuffer) => resolve(Buffer.from(bytes)))
      .once('error', reject)
      .once('exit', (code) => reject(new Error(`the thread that unpacks Scalar ended with ${code}`)));
  });
}
