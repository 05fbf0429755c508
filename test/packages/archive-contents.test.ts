import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import manifest from '../../cli/package.json' with { type: 'json' };
import { type ArchivedFile, readArchives } from './read-archives.ts';

const DIST = join(import.meta.dirname, '../../dist');
const MAX_BYTES = 60_000_000;
/** Windows opens no path of more than 260 characters, and the archive is unpacked somewhere below C:\Users. */
const MAX_PATH = 160;

const SYSTEMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win-x64'] as const;
const fileOf = (system: (typeof SYSTEMS)[number]): string =>
  `rollbook-${manifest.version}-${system}.${system === 'win-x64' ? 'zip' : 'tar.gz'}`;

const archives = new Map<string, ArchivedFile[]>();
before(() => {
  const contents = readArchives(SYSTEMS.map((system) => join(DIST, fileOf(system))));
  SYSTEMS.forEach((system, index) => {
    archives.set(system, contents[index] as ArchivedFile[]);
  });
});
const filesOf = (system: string): ArchivedFile[] => archives.get(system) as ArchivedFile[];
const find = (system: string, name: string): ArchivedFile =>
  filesOf(system).find((file) => file.name === name) ?? assert.fail(`${system} has no ${name}`);
const isApp = ({ name }: ArchivedFile): boolean => name.startsWith('app/');

test('each archive has less than 60 MB, and SHA256SUMS has the sum of every packed file', () => {
  for (const system of SYSTEMS) assert.ok(statSync(join(DIST, fileOf(system))).size < MAX_BYTES, system);
  const checked = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
    cwd: DIST,
    encoding: 'utf8',
  });
  const published = readdirSync(DIST).filter((name) => /\.(tgz|whl|gz|zip)$/.test(name));
  assert.deepEqual([...checked.matchAll(/^(.+): OK$/gm)].map(([, name]) => name).sort(), published.sort());
});

test('each archive holds its launcher, Node, two licenses and the same service', () => {
  const app = filesOf('linux-x64').filter(isApp);
  for (const system of SYSTEMS) {
    const isWindows = system === 'win-x64';
    assert.deepEqual(
      filesOf(system)
        .filter((file) => !isApp(file))
        .map(({ name }) => name),
      isWindows
        ? ['LICENSE.txt', 'Rollbook.cmd', 'node/LICENSE.txt', 'node/node.exe']
        : ['LICENSE', 'node/LICENSE', 'node/node', 'rollbook'],
      system,
    );
    assert.deepEqual(
      filesOf(system)
        .filter(isApp)
        .map(({ name, size }) => [name, size]),
      app.map(({ name, size }) => [name, size]),
      system,
    );
  }
});

test('the service comes with what runs and with licenses: no types, sources, tests, documents or package manager', () => {
  const names = filesOf('linux-x64')
    .filter(isApp)
    .map(({ name }) => name);
  for (const name of [
    'cli/cli.js',
    'console/dist/index.html',
    'CHANGELOG.md',
    'server/docs-site/assistants/ko.md',
    'server/docs-site/guide/en/limits.md',
    'server/docs-site/guide/ko/limits.md',
    'server/docs-site/guide/samples/set.md',
    'server/html/assets/style.css',
  ])
    assert.ok(names.includes(`app/${name}`), name);
  const packages = names
    .map((name) => /^(app\/(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name)?.[1])
    .filter((name) => name !== undefined);
  assert.ok(packages.length > 50, `${packages.length}`);
  const withoutLicense = packages.filter(
    (folder) =>
      !names.some(
        (name) => name.startsWith(`${folder}/`) && /^licen[cs]e/i.test(name.slice(folder.length + 1)),
      ),
  );
  const readmes = withoutLicense.map((folder) => `${folder}/README.md`);
  assert.deepEqual(
    readmes.filter((readme) => !names.includes(readme)),
    [],
  );
  assert.deepEqual(
    names.filter(
      (name) =>
        !readmes.includes(name) &&
        name !== 'app/CHANGELOG.md' &&
        /\.([cm]?tsx?|map|node|exe)$|\/tests?[./]|\/(readme|changelog)(\.|$)|node_modules\/npm\//i.test(name),
    ),
    [],
  );
  assert.deepEqual(
    names.filter((name) => name.length > MAX_PATH),
    [],
  );
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
});

test('Node is the program of the platform, and it and the launcher can be run', () => {
  const MACHINES = { 'linux-x64': 0x3e, 'linux-arm64': 0xb7 };
  for (const [system, machine] of Object.entries(MACHINES)) {
    const { start } = find(system, 'node/node');
    assert.equal(start.toString('latin1', 0, 4), '\x7fELF', system);
    assert.equal(start.readUInt16LE(18), machine, system);
  }
  const mach = find('darwin-arm64', 'node/node').start;
  assert.deepEqual([mach.readUInt32LE(0), mach.readUInt32LE(4)], [0xfeedfacf, 0x0100000c]);
  const { start } = find('win-x64', 'node/node.exe');
  assert.equal(start.toString('latin1', 0, 2), 'MZ');
  const header = start.readUInt32LE(0x3c);
  assert.equal(start.toString('latin1', header, header + 4), 'PE\0\0');
  assert.equal(start.readUInt16LE(header + 4), 0x8664);
  for (const system of SYSTEMS.filter((name) => name !== 'win-x64'))
    for (const { name, mode } of filesOf(system))
      assert.equal(mode.toString(8), ['node/node', 'rollbook'].includes(name) ? '755' : '644', name);
});

test('the texts for Windows end their lines with CRLF, and its launcher is plain ASCII; the others have LF', () => {
  for (const name of ['Rollbook.cmd', 'LICENSE.txt', 'node/LICENSE.txt'])
    assert.doesNotMatch(find('win-x64', name).start.toString('latin1'), /(?<!\r)\n/, name);
  assert.match(find('win-x64', 'Rollbook.cmd').start.toString('latin1'), /^@echo off\r\n[\t\r\n -~]+\r\n$/);
  for (const system of ['linux-x64', 'linux-arm64', 'darwin-arm64'])
    assert.match(find(system, 'rollbook').start.toString('latin1'), /^#!\/bin\/sh\n[\n -~]+\n$/, system);
});

test('the launchers run Node with the options of cli/rollbook', () => {
  const readOptions = (text: string): string[] => text.match(/ --[\w-]+=\d+/g) ?? [];
  const options = readOptions(readFileSync(join(import.meta.dirname, '../../cli/rollbook'), 'utf8'));
  assert.ok(options.length > 0);
  for (const [system, name] of [
    ['linux-x64', 'rollbook'],
    ['win-x64', 'Rollbook.cmd'],
  ] as const)
    assert.deepEqual(readOptions(find(system, name).start.toString()), options, name);
});
