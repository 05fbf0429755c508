import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserConfig } from 'vite';

/** Sets the theme that was chosen before the page is painted. */
const THEME_SCRIPT = 'apply-theme.js';

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
      name: 'rollbook-theme-script',
      buildStart() {
        const source = readFileSync(join(import.meta.dirname, THEME_SCRIPT));
        this.emitFile({ type: 'asset', name: THEME_SCRIPT, source });
      },
      transformIndexHtml: {
        order: 'post',
        handler(html, { bundle = {} }) {
          const script = Object.values(bundle).find(
            (file) => file.type === 'asset' && file.names.includes(THEME_SCRIPT),
          );
          return html.replace(
            '<script type="module" crossorigin',
            // Not a module, so that it blocks the first paint everywhere.
            `<script src="/console/${script?.fileName}"></script>\n  <script type="module" blocking="render"`,
          );
        },
      },
    },
  ],
  build: {
    target: ['chrome120', 'firefox121', 'safari17.4'],
    outDir: 'dist',
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    // The policy of the page allows images from data URLs only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
} satisfies UserConfig;
