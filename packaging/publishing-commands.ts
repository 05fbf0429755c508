import { releaseFiles } from './release-files.ts';
import { SUMS } from './sha256-sums.ts';

export const NOTES = 'release-notes.md';

/** What a person runs to publish, step by step: a title, and the commands of a shell in the root of the checkout. */
export function publishingCommands(version: string): [title: string, commands: string[]][] {
  const { npm, python, archives } = releaseFiles(version);
  const inDist = (names: readonly string[]): string => names.map((name) => `dist/${name}`).join(' ');
  const minor = version.replace(/\.\d+$/, '');
  return [
    [
      'Git tag',
      [`git tag --annotate v${version} --message 'Rollbook ${version}'`, `git push origin v${version}`],
    ],
    // Without the leading dot, npm takes the path for the name of a repository.
    ['npm packages', npm.map((name) => `npm publish ./dist/${name} --access public`)],
    [
      'Python package, to PyPI',
      [`python3 -m twine check --strict ${inDist(python)}`, `python3 -m twine upload ${inDist(python)}`],
    ],
    [
      'Container image, for IMAGE=registry/owner/rollbook',
      [
        `docker buildx build --platform linux/amd64,linux/arm64 --tag $IMAGE:${version} --tag $IMAGE:${minor} --tag $IMAGE:latest --push .`,
      ],
    ],
    [
      'Release page, with archives, sums and notes',
      [
        `gh release create v${version} --verify-tag --title 'Rollbook ${version}' --notes-file dist/${NOTES} ${inDist([...archives, SUMS])}`,
      ],
    ],
  ];
}
