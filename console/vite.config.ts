import type { UserConfig } from 'vite';

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
      name: 'rollbook-blocking-script',
      // The theme that was chosen is known only to the script. Blocking avoids a flash of the other one.
      transformIndexHtml: {
        order: 'post',
        handler: (html) =>
          html.replace('<script type="module" crossorigin', '<script type="module" blocking="render"'),
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
