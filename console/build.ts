/**
 * Builds the console into console/dist, with a `.br` beside each file: Brotli at its best takes too long at a first
 * request. Runs as the root's `prepare` script, so `npm ci` builds; an installation without the development dependencies
 * has no Vite and says so.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

if (isInstalled('vite')) {
  const { build } = await import('vite');
  const { default: config } = await import('./vite.config.ts');
  await build({ ...config, configFile: false });
  for (const name of globSync('dist/assets/*', { cwd: import.meta.dirname })) {
    const file = join(import.meta.dirname, name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
} else {
  process.stderr.write(
    'The console was not built, because Vite is not installed: `npm ci` installs it and builds.\n',
  );
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
