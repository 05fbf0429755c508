import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import server from '../cli/package.json' with { type: 'json' };
import client from '../client/package.json' with { type: 'json' };
import workspace from '../package.json' with { type: 'json' };
import { describeGrowthState } from './growth-state.ts';
import { packArchives } from './pack-archives.ts';
import { packPython } from './pack-python.ts';

/**
 * Writes the packages into dist/: compiled, because Node strips no types below node_modules, and without tests, because
 * the compiler follows the imports of each entry. What it cannot follow is listed here.
 */
const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

interface Package {
  manifest: Record<string, unknown>;
  entries: readonly string[];
  /** Files and folders that are read, not imported. */
  files: readonly string[];
  readme: string;
  /** Is imported by programs of others: with declarations, for `import` and for `require`. */
  isLibrary: boolean;
}

const SHARED = {
  license: workspace.license,
  keywords: workspace.keywords,
  type: 'module',
  private: undefined,
  // Those of the sources refuse to be packed.
  scripts: undefined,
};
const DOCUMENTS = ['LICENSE'];

const CLIENT_MODULES = Object.entries(client.exports).map(([path, file]) => [path, normalize(file)] as const);
const COMMONJS = 'cjs';

const PACKAGES: readonly Package[] = [
  {
    manifest: {
      ...server,
      ...SHARED,
      bin: { rollbook: 'cli/rollbook' },
      engines: workspace.engines,
      dependencies: workspace.dependencies,
      optionalDependencies: workspace.optionalDependencies,
    },
    entries: [
      'cli/cli.ts',
      'cli/doctor/checks-process.ts',
      'cli/start-unpacked.ts',
      'server/mcp/roster-text-thread.ts',
      'server/store/sqlite/writer-thread.ts',
      'server/store/sqlite/database-process.ts',
    ],
    files: [
      ...DOCUMENTS,
      'CHANGELOG.md',
      'cli/rollbook',
      'console/dist',
      'data/growth-costs.json',
      'data/items.json',
      'data/labels.json',
      'data/stages.json',
      'data/student-growth.json',
      'data/students.json',
      'server/docs-site/assistants',
      'server/docs-site/guide/en',
      'server/docs-site/guide/ko',
      'server/docs-site/guide/samples',
      'server/html/assets',
      'server/store/postgres/migrations',
      'server/store/sqlite/migrations',
    ],
    readme: 'packaging/rollbook.md',
    isLibrary: false,
  },
  {
    manifest: {
      ...client,
      ...SHARED,
      exports: Object.fromEntries(
        CLIENT_MODULES.map(([path, file]) => [path, toConditions(`client/${file}`)]),
      ),
      sideEffects: false,
    },
    entries: CLIENT_MODULES.map(([, file]) => `client/${file}`),
    files: DOCUMENTS,
    readme: 'client/README.md',
    isLibrary: true,
  },
];

rmSync(DIST, { recursive: true, force: true });
execFileSync('npm', ['run', 'build', '--silent'], { cwd: ROOT, stdio: 'inherit' });
for (const { manifest, entries, files, readme, isLibrary } of PACKAGES) {
  const folder = join(DIST, String(manifest.name));
  // Comments stay in the declarations, where editors show them.
  compile(folder, entries, ['--removeComments']);
  if (isLibrary) {
    compile(folder, entries, ['--declaration', '--emitDeclarationOnly']);
    renameImports(folder);
    rewrite(join(folder, 'contract/state-fields.d.ts'), describeGrowthState);
    addCommonJs(folder, entries);
  }
  for (const file of files) copy(file, folder);
  cpSync(join(ROOT, readme), join(folder, 'README.md'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  execFileSync('npm', ['pack', folder, '--pack-destination', DIST, '--silent'], { stdio: 'inherit' });
}
packPython(DIST);
// `--archive`: that of this machine alone. After the packages, because they hold the compiled service.
const machine = `${process.platform}-${process.arch}`;
if (process.argv.includes('--archives')) await packArchives(DIST, join(DIST, server.name), () => true);
else if (process.argv.includes('--archive'))
  await packArchives(DIST, join(DIST, server.name), (platform) => platform === machine);

function compile(folder: string, entries: readonly string[], options: readonly string[]): void {
  const config = join(DIST, 'tsconfig.json');
  mkdirSync(DIST, { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({
      extends: '../packaging/tsconfig.json',
      compilerOptions: { outDir: folder },
      files: entries.map((entry) => join('..', entry)),
      include: [],
    }),
  );
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config, ...options], { stdio: 'inherit' });
  rmSync(config);
}

/** The same modules and declarations for `require`, which Node 20 cannot do with modules. */
function addCommonJs(folder: string, entries: readonly string[]): void {
  const target = join(folder, COMMONJS);
  const declarations = globSync('**/*.d.ts', { cwd: folder });
  const options = [
    '--module',
    'commonjs',
    '--moduleResolution',
    'bundler',
    '--verbatimModuleSyntax',
    'false',
  ];
  compile(target, entries, ['--removeComments', ...options]);
  for (const file of declarations) cpSync(join(folder, file), join(target, file));
  writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n');
}

function toConditions(source: string): object {
  const module = source.replace(/\.ts$/, '');
  const describe = (folder: string) => ({
    types: `./${join(folder, module)}.d.ts`,
    default: `./${join(folder, module)}.js`,
  });
  return { require: describe(COMMONJS), default: describe('') };
}

/** The compiler rewrites the imports of programs, not those of declarations. */
function renameImports(folder: string): void {
  for (const file of globSync(join(folder, '**/*.d.ts')))
    rewrite(file, (text) => text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

function copy(file: string, folder: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  cpSync(join(ROOT, file), join(folder, file), { recursive: true });
}
