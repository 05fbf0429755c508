import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PLATFORMS = ['linux-x64', 'linux-arm64', 'win-x64', 'darwin-arm64'];

export const archiveName = (version: string, platform: string): string =>
  `rollbook-${version}-${platform}.${platform.startsWith('win-') ? 'zip' : 'tar.gz'}`;

/** The files of a release, as `npm run pack -- --archives` writes them into dist/. */
export const releaseFiles = (version: string) => ({
  npm: [`rollbook-client-${version}.tgz`, `rollbook-${version}.tgz`],
  python: [`rollbook-${version}-py3-none-any.whl`, `rollbook-${version}.tar.gz`],
  archives: PLATFORMS.map((platform) => archiveName(version, platform)),
});

export const findMissingFiles = (folder: string, names: readonly string[]): string[] =>
  names.filter((name) => !existsSync(join(folder, name)));
