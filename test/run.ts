import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { globalSetup, globalTeardown } from './global-setup.ts';

/**
 * `node test/run.ts GLOB…` runs test files a few at a time in one process, which loads the service once for them: a process
 * for each file spends half of its time on that. Hooks at the top of a file are those of all files beside it.
 */
const PROCESSES = 3;
const FILES = 6;
const OPTIONS = ['--test', '--test-isolation=none', '--test-timeout=300000'];

const files = globSync(process.argv.slice(2)).sort();
if (files.length === 0) throw new Error('No file has such a name');
const batches = Array.from({ length: Math.ceil(files.length / FILES) }, (_, place) =>
  files.slice(place * FILES, (place + 1) * FILES),
);

async function runBatches(): Promise<void> {
  for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
    const child = spawn(process.execPath, [...OPTIONS, ...batch], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    process.exitCode ||= code ?? 1;
  }
}

await globalSetup();
await Promise.all(Array.from({ length: PROCESSES }, runBatches));
await globalTeardown();
