import { join } from 'node:path';
import type { UserConfig } from 'vite';

const START_SCRIPT = join(import.meta.dirname, 'src/start.ts');

/** The server serves console/dist below /console. A path prefix of ROLLBOOK_PUBLIC_URL is added to index.html there. */
export default {
  root: import.meta.dirname,
  base: '/console/',
  publicDir: false,
  logLevel: 'warn',
  experimental: {
    // Scripts and styles find their files wherever the service stands.
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  plugins: [
    {
      name: 'rollbook-start-script',
      buildStart() {
        this.emitFile({ type: 'chunk', id: START_SCRIPT });
      },
      // A script for itself, before the styles, for which it would have to wait.
      transformIndexHtml: {
        order: 'post',
        handler(html, { bundle = {} }) {
          const start = Object.values(bundle).find(
            (file) => file.type === 'chunk' && file.facadeModuleId === START_SCRIPT,
          );
          if (start === undefined) throw new Error(`no chunk was made of ${START_SCRIPT}`);
          return html.replace('</title>', `</title>\n<script src="/console/${start.fileName}"></script>`);
        },
      },
    },
  ],
  build: {
    target: ['chrome120', 'firefox121', 'safari17.4'],
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: false,
    // The policy of the page allows images from data URLs only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
} satisfies UserConfig;
