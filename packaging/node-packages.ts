import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import workspace from '../package.json' with { type: 'json' };
import { readLockedPackages } from './locked-packages.ts';

const run = promisify(execFile);

/** A package of npm that holds the Node of one platform. */
export interface NodePackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  /** Such as linux-x64. */
  readonly platform: string;
  /** In the package. */
  readonly program: string;
}

/** Those that package.json names as optional dependencies. */
export function listNodePackages(root: string): NodePackage[] {
  const locked = readLockedPackages(root);
  return Object.keys(workspace.optionalDependencies).map((name) => {
    const { version, integrity, os, cpu, bin } = locked[`node_modules/${name}`] ?? {};
    if (!version || !integrity || !bin?.node) throw new Error(`${name} is not in package-lock.json.`);
    return { name, version, integrity, platform: `${os === 'win32' ? 'win' : os}-${cpu}`, program: bin.node };
  });
}

/**
 * Returns the folder of the package. `npm ci` has brought that of this machine; npm fetches the others from the registry
 * of its settings, or takes them from its cache, and the lockfile says which bytes they must have.
 */
export async function fetchNodePackage(node: NodePackage, root: string, temporary: string): Promise<string> {
  const { name, version, integrity, program } = node;
  const installed = join(root, 'node_modules', name);
  if (existsSync(join(installed, program))) return installed;
  try {
    const target = ['--pack-destination', temporary];
    await run('npm', ['pack', `${name}@${version}`, ...target, '--prefer-offline', '--loglevel=error'], {
      cwd: root,
    });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`${name}@${version} cannot be fetched: ${stderr?.trim() || message}`);
  }
  const tarball = join(temporary, `${name}-${version}.tgz`);
  const actual = `sha512-${hash('sha512', readFileSync(tarball), 'base64')}`;
  if (actual !== integrity)
    throw new Error(
      `${name}@${version} is not the package of package-lock.json: its integrity is ${actual}.`,
    );
  const folder = join(temporary, name);
  mkdirSync(folder);
  await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  return folder;
}
