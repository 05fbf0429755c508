import { basename, join } from 'node:path';
import type { Rolldown, UserConfig } from 'vite';
import { appFiles, WORKER } from './app-files.ts';

const source = (name: string) => join(import.meta.dirname, 'src', name);

/** What start.ts preloads. */
const PAGE_SCRIPTS = {
  entry: 'pages/entry/entry-page.tsx',
  consent: 'pages/consent-pages.ts',
  account: 'pages/account-pages.ts',
  students: 'pages/student-pages.ts',
};

/** The file that a script was built into. */
function findChunk(bundle: Rolldown.OutputBundle, script: string): Rolldown.OutputChunk {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.facadeModuleId === source(script)) return file;
  throw new Error(`no chunk was made of ${script}`);
}

/** The files that a lazily loaded script adds to those that index.html loads. */
function listFiles(bundle: Rolldown.OutputBundle, script: string): string {
  const chunks = listChunks(bundle, findChunk(bundle, script));
  const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return [...new Set([...chunks.map(({ fileName }) => fileName), ...styles])].join(' ');
}

/** With those that it imports, but for those that index.html loads. */
const listChunks = (bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk): Rolldown.OutputChunk[] => [
  chunk,
  ...chunk.imports
    .map((name) => bundle[name] as Rolldown.OutputChunk)
    .filter(({ isEntry }) => !isEntry)
    .flatMap((imported) => listChunks(bundle, imported)),
];

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
    appFiles(),
    {
      name: 'rollbook-start-script',
      buildStart() {
        this.emitFile({ type: 'chunk', id: source('start.ts') });
      },
      // A script for itself, before the styles, for which it would have to wait.
      transformIndexHtml: {
        order: 'post',
        handler(html, { bundle = {} }) {
          const { fileName } = findChunk(bundle, 'start.ts');
          const preloads = Object.entries(PAGE_SCRIPTS).map(
            ([name, script]) => `data-${name}="${listFiles(bundle, script)}"`,
          );
          return html.replace(
            '</title>',
            `</title>\n<script src="/console/${fileName}" ${preloads.join(' ')}></script>`,
          );
        },
      },
    },
  ],
  css: {
    modules: {
      // No two modules have the same name, and words take less of the compressed page than hashes.
      generateScopedName: (name: string, file: string) => `${basename(file, '.module.css')}_${name}`,
    },
  },
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: false,
    // The policy of the page allows images from data URLs only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What lazily loaded scripts share with the first stays in it, so that the roster waits for no other.
          groups: [
            { name: 'index', tags: ['$initial'], test: (id) => id !== source('start.ts') && id !== WORKER },
            // Each of these alone would be a script and a style of a few hundred bytes.
            {
              name: 'form-parts',
              minShareCount: 2,
              test: /\/(checkbox|dialog-form|download-file|form-fields|host-name|pending|section|check-name)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
} satisfies UserConfig;
