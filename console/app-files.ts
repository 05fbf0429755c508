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

/** What an installation shows before it is made. The script test/browser/console/screenshots.ts takes them. */
const SCREENSHOTS = [
  { name: 'wide', sizes: '1280x800', form_factor: 'wide' },
  { name: 'narrow', sizes: '390x800', form_factor: 'narrow' },
] as const;

/** By the file with the manifest: the one that index.html names, until the script knows who reads (see preferences.ts). */
const MANIFESTS = {
  'manifest.webmanifest': {
    lang: 'ko',
    name: 'Rollbook 출석부',
    description: '모집한 학생과 성장 상태를 내 서버에 저장하고, 목표와 재료를 계획해요.',
    roster: '학생 목록',
    shortcuts: { plan: '계획', history: '기록', import: '가져오기·내보내기' },
  },
  'manifest.en.webmanifest': {
    lang: 'en',
    name: 'Rollbook',
    description:
      'Your students and their growth on a server that you control, with goals and what they cost.',
    roster: 'The roster',
    shortcuts: { plan: 'Plan', history: 'History', import: 'Import & export' },
  },
};

/** What the console needs to be installed: its manifest, which index.html names, and its service worker. */
export const appFiles = (): Plugin => {
  const images = new Map<string, string>();
  return {
    name: 'rollbook-app',
    buildStart() {
      const emit = (folder: string, name: string) => {
        const source = readFileSync(join(import.meta.dirname, folder, `${name}.png`));
        images.set(name, this.emitFile({ type: 'asset', name: `${name}.png`, source }));
      };
      for (const { name } of ICONS) emit('icons', name);
      for (const { name } of SCREENSHOTS) emit('screenshots', name);
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
        const toImage = <Image extends { name: string }>({ name, ...image }: Image) => ({
          src: this.getFileName(images.get(name) as string),
          type: 'image/png',
          ...image,
        });
        const screenshots = SCREENSHOTS.map(toImage);
        for (const [fileName, { lang, name, description, roster, shortcuts }] of Object.entries(MANIFESTS)) {
          // Paths are relative to the manifest, so that they hold below a path prefix. The server adds it to the ID,
          // which is that of installations from before there was one.
          const manifest = {
            id: '/console',
            start_url: '../console',
            scope: '../console',
            name,
            short_name: 'Rollbook',
            description,
            lang,
            display: 'standalone',
            background_color: '#ffffff',
            theme_color: '#ffffff',
            icons: ICONS.map(toImage),
            shortcuts: Object.entries(shortcuts).map(([page, title]) => ({
              name: title,
              url: `../console/${page}`,
            })),
            screenshots: screenshots.map((screenshot) => ({ ...screenshot, label: roster })),
          };
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(manifest) });
        }
        const shown = new Set<string>(screenshots.map(({ src }) => src));
        const files = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !shown.has(name));
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
