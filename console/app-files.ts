import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export const WORKER = join(import.meta.dirname, 'worker/worker.ts');

const ICONS = [
  { name: 'icon-192', sizes: '192x192', purpose: 'any' },
  { name: 'icon-512', sizes: '512x512', purpose: 'any' },
  { name: 'maskable-512', sizes: '512x512', purpose: 'maskable' },
] as const;

/** What the console needs to be installed: its manifest, which index.html names, and its service worker. */
export const appFiles = (): Plugin => {
  const icons = new Map<string, string>();
  return {
    name: 'rollbook-app',
    buildStart() {
      for (const { name } of ICONS) {
        const source = readFileSync(join(import.meta.dirname, `icons/${name}.png`));
        icons.set(name, this.emitFile({ type: 'asset', name: `${name}.png`, source }));
      }
      this.emitFile({ type: 'chunk', id: WORKER, fileName: 'worker.js' });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace('</title>', '</title>\n<link rel="manifest" href="/console/manifest.webmanifest">'),
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        // Paths are relative to the manifest, so that they hold below a path prefix.
        const manifest = {
          start_url: '../console',
          scope: '../console',
          name: 'Rollbook 출석부',
          short_name: 'Rollbook',
          lang: 'ko',
          display: 'standalone',
          background_color: '#ffffff',
          theme_color: '#ffffff',
          icons: ICONS.map(({ name, ...icon }) => ({
            src: this.getFileName(icons.get(name) as string),
            type: 'image/png',
            ...icon,
          })),
        };
        this.emitFile({
          type: 'asset',
          fileName: 'manifest.webmanifest',
          source: JSON.stringify(manifest),
        });
        const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
        const { 'worker.js': worker, 'index.html': page } = bundle;
        if (worker?.type !== 'chunk' || page?.type !== 'asset')
          throw new Error('worker or page was not built');
        const build = hash('sha256', `${page.source} ${files}`, 'hex').slice(0, 16);
        worker.code = worker.code
          .replace('BUILT_FILES', JSON.stringify(files))
          .replace('BUILD_HASH', JSON.stringify(build));
      },
    },
  };
};
