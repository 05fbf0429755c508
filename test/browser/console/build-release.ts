import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanUpAtEnd } from '../../cleanup.ts';

const run = promisify(execFile);
const CHECKOUT = join(import.meta.dirname, '../../..');
const NOT_COPIED = ['.git', 'node_modules', 'dist', 'test'];

interface Release {
  /** What the console calls its settings. */
  settings: string;
  /** As before there was an app. */
  hasWorker?: boolean;
}

/** A copy of this checkout with another console; returns its launcher. */
export async function buildRelease({ settings, hasWorker = true }: Release): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-release-'));
  cleanUpAtEnd(() => rm(folder, { recursive: true }));
  for (const entry of await readdir(CHECKOUT))
    if (!NOT_COPIED.includes(entry))
      await cp(join(CHECKOUT, entry), join(folder, entry), { recursive: true, verbatimSymlinks: true });
  await symlink(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'));
  await rewrite(join(folder, 'console/src/texts/common-texts.ts'), "ko: '설정'", `ko: '${settings}'`);
  if (!hasWorker)
    await rewrite(join(folder, 'console/src/main.tsx'), '  if (isFull) registerWorker();\n', '');
  await run(process.execPath, ['console/build.ts'], { cwd: folder });
  if (!hasWorker) await removeApp(join(folder, 'console/dist'));
  return join(folder, 'cli/rollbook');
}

async function removeApp(dist: string): Promise<void> {
  await rewrite(join(dist, 'index.html'), '<link rel="manifest" href="/console/manifest.webmanifest">', '');
  for (const name of ['worker.js', 'manifest.webmanifest']) await rm(join(dist, name));
}

async function rewrite(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(file, text.replace(from, to));
}
