import { hash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import server from '../cli/package.json' with { type: 'json' };
import type { ArchiveFile } from './archive-file.ts';
import { listFiles } from './list-files.ts';
import { fetchNodePackage, listNodePackages } from './node-packages.ts';
import { listProductionFiles } from './production-files.ts';
import { writeTarGz } from './write-tar.ts';
import { writeZip } from './write-zip.ts';

const ROOT = join(import.meta.dirname, '..');
/** Of the package, what an archive has elsewhere or not at all. */
const NOT_IN_APP = ['LICENSE', 'README.md', 'CHANGELOG.md', 'cli/rollbook'];

/**
 * Writes an archive for each platform, of the package `rollbook` in the folder `service`, its dependencies and Node, and
 * the SHA-256 sums of all files in dist/.
 */
export async function packArchives(dist: string, service: string): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'rollbook-archives-'));
  try {
    const compiled = listFiles(service, NOT_IN_APP).map((name) => ({ name, content: join(service, name) }));
    const app: ArchiveFile[] = [...compiled, ...listProductionFiles(ROOT)];
    const fetched = await Promise.all(
      listNodePackages(ROOT).map(async (node) => {
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
  writeFileSync(join(dist, 'SHA256SUMS'), formatSums(dist));
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
  await (isWindows
    ? writeZip(join(dist, `${name}.zip`), named)
    : writeTarGz(join(dist, `${name}.tar.gz`), named));
}

/** In the format that `sha256sum --check` reads. */
function formatSums(folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ name }) => `${hash('sha256', readFileSync(join(folder, name)))}  ${name}\n`)
    .sort((one, other) => (one.slice(64) < other.slice(64) ? -1 : 1))
    .join('');
}
