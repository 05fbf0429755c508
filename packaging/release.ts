import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readNewestRelease } from './changelog.ts';
import { checkPackages } from './check-packages.ts';
import { findRefusals } from './find-refusals.ts';
import { NOTES, publishingCommands } from './publishing-commands.ts';
import { findMissingFiles, releaseFiles } from './release-files.ts';
import { compareSums, SUMS } from './sha256-sums.ts';
import { findOtherVersions } from './stated-versions.ts';

/**
 * Packs a release, checks it and prints the commands that publish it. A person with the credentials runs these
 * (docs/release.md). With `--dry-run` it goes on where a release would be refused; `--packed` takes dist/ as it is.
 */
const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

const { values: flags } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, packed: { type: 'boolean' } },
});

const release = readNewestRelease(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'));
const { version } = release;
stopOn('These files have to agree with CHANGELOG.md first:', findOtherVersions(ROOT, version));

if (!flags.packed)
  execFileSync(process.execPath, [join(import.meta.dirname, 'pack.ts'), '--archives'], { stdio: 'inherit' });
const { npm, python, archives } = releaseFiles(version);
stopOn('`npm run pack` did not write these files to dist/:', findMissingFiles(DIST, [...npm, ...python]));
stopOn('The packages have errors:', checkPackages(DIST));
const { different } = compareSums(DIST, [...npm, ...python, ...archives]);
stopOn(`These files are not the ones that ${SUMS} lists:`, different);

const refusals = findRefusals(ROOT, DIST, release);
if (flags['dry-run']) {
  console.log(`Rollbook ${version}: packed and checked. A release would be refused because of:`);
  console.log(toList(refusals.length > 0 ? refusals : ['nothing']));
} else stopOn(`Rollbook ${version} cannot be released yet:`, refusals);

writeFileSync(join(DIST, NOTES), release.notes);
console.log('\nNothing was published. Run these in the root of the checkout, one after another:');
for (const [title, commands] of publishingCommands(version))
  console.log(`\n# ${title}\n${commands.join('\n')}`);

function stopOn(title: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  console.error(`${title}\n${toList(problems)}`);
  process.exit(1);
}

function toList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
