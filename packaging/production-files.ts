import { basename, extname, join } from 'node:path';
import type { ArchiveFile } from './archive-file.ts';
import { listFiles } from './list-files.ts';
import { readLockedPackages } from './locked-packages.ts';

const RUNNING = /\.([cm]?js|json)$/;
const LICENSE = /^(licen[cs]e|notice|copying|copyright)/i;
/** At the top of a package. */
const DEVELOPMENT_FOLDER = /^(tests?|specs?|fixtures|bench(marks?)?|examples?|docs?|scripts?|coverage)\//;
const DEVELOPMENT_FILE =
  /(^|\/)(\.|[\w-]+\.config\.|tsconfig|[Gg]runtfile|karma)|(^|[./])test\.js$|\.min\.js$/;

/** What of the production dependencies runs: no types, sources, tests or documents, but their licenses. */
export function listProductionFiles(root: string): ArchiveFile[] {
  return Object.entries(readLockedPackages(root))
    .filter(([path, { dev, optional, link }]) => path.includes('node_modules/') && !dev && !optional && !link)
    .flatMap(([path]) => listPackage(join(root, path)).map((file) => toArchiveFile(root, path, file)));
}

const toArchiveFile = (root: string, path: string, file: string): ArchiveFile => ({
  name: `${path}/${file}`,
  content: join(root, path, file),
});

function listPackage(folder: string): string[] {
  const files = listFiles(folder, ['node_modules']);
  const licenses = files.filter(
    (file) => LICENSE.test(basename(file)) && /^(|\.md|\.txt)$/.test(extname(file)),
  );
  // Where the license is no file, the README has it.
  const terms = licenses.length > 0 ? licenses : files.filter((file) => /^readme\.md$/i.test(file));
  const running = files.filter(
    (file) => RUNNING.test(file) && !DEVELOPMENT_FOLDER.test(file) && !DEVELOPMENT_FILE.test(file),
  );
  return [...new Set([...running, ...terms])];
}
