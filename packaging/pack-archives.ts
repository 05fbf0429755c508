import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import server from '../cli/package.json' with { type: 'json' };
import type { ArchiveFile } from './archive-file.ts';
import { listFiles } from './list-files.ts';
import { fetchNodePackage, listNodePackages } from './node-packages.ts';
import { listProductionFiles } from './production-files.ts';
import { archiveName } from './release-files.ts';
import { writeSums } from './sha256-sums.ts';
import { writeTarGz } from './write-tar.ts';
import { writeZip } from './write-zip.ts';

const ROOT = join(import.meta.dirname, '..');
/** Of the package, what an archive has elsewhere or not at all. */
const NOT_IN_APP = ['LICENSE', 'README.md', 'cli/rollbook'];

/**
 * Writes an archive for each of these platforms, of the package `rollbook` in the folder `service`, its dependencies and
 * Node, and the SHA-256 sums of all files in dist/.
 */
export async function packArchives(
  dist: string,
  service: string,
  isPacked: (platform: string) => boolean,
): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'rollbook-archives-'));
  try {
    const compiled = listFiles(service, NOT_IN_APP).map((name) => ({ name, content: join(service, name) }));
    const app: ArchiveFile[] = [...compiled, ...listProductionFiles(ROOT)];
    const packages = listNodePackages(ROOT).filter(({ platform }) => isPacked(platform));
    const fetched = await Promise.all(
      packages.map(async (node) => {
        const folder = await fetchNodePackage(node, ROOT, temporary);
        return {
          platform: node.platform,
          program: join(folder, node.program),
          license: join(folder, 'LICENSE'),
        };
      }),
    );
    // That of Windows has no license. It is the same for all.
    const { license } = fetched.find((node) => existsSync(node.license)) as (typeof fetched)[0];
    await Promise.all(fetched.map((node) => packArchive(dist, app, { ...node, license })));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  writeSums(dist);
}

async function packArchive(
  dist: string,
  app: readonly ArchiveFile[],
  node: { platform: string; program: string; license: string },
): Promise<void> {
  const name = `rollbook-${server.version}-${node.platform}`;
  const isWindows = node.platform.startsWith('win-');
  const [launcher, license] = isWindows ? ['Rollbook.cmd', 'LICENSE.txt'] : ['rollbook', 'LICENSE'];
  const readText = (file: string): Buffer => {
    const text = readFileSync(file, 'utf8');
    return Buffer.from(isWindows ? text.replaceAll(/\r?\n/g, '\r\n') : text);
  };
  const files: ArchiveFile[] = [
    {
      name: launcher,
      content: readText(join(import.meta.dirname, 'launchers', launcher)),
      isExecutable: true,
    },
    { name: license, content: readText(join(ROOT, 'LICENSE')) },
    { name: `node/${basename(node.program)}`, content: node.program, isExecutable: true },
    { name: `node/${license}`, content: readText(node.license) },
    ...app.map((file) => ({ ...file, name: `app/${file.name}` })),
  ];
  const named = files.map((file) => ({ ...file, name: `${name}/${file.name}` }));
  const archive = archiveName(server.version, node.platform);
  await (isWindows ? writeZip : writeTarGz)(join(dist, archive), named);
  console.log(archive);
}
