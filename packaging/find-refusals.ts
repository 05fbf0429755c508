import { execFileSync } from 'node:child_process';
import type { Release } from './changelog.ts';
import { findMissingFiles, releaseFiles } from './release-files.ts';
import { compareSums, SUMS } from './sha256-sums.ts';

/** Sentences on what is not ready to be published. A dry run tells them and goes on. */
export function findRefusals(root: string, dist: string, { version, date }: Release): string[] {
  const files = Object.values(releaseFiles(version)).flat();
  return [
    ...(date === undefined ? [`CHANGELOG.md says "Unreleased" for ${version} in place of a date.`] : []),
    ...findRefusalsOfGit(root, version),
    ...findMissingFiles(dist, files).map((name) => `dist/${name} is missing.`),
    ...compareSums(dist, files).unlisted.map((name) => `dist/${SUMS} has no sum for ${name}.`),
  ];
}

function findRefusalsOfGit(root: string, version: string): string[] {
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const changes = git('status', '--porcelain');
    const tag = git('tag', '--list', `v${version}`);
    return [
      ...(changes === '' ? [] : ['The working tree has uncommitted changes.']),
      ...(tag === '' ? [] : [`The tag ${tag} exists.`]),
    ];
  } catch {
    return ['This is no Git checkout, so nothing can be tagged.'];
  }
}
