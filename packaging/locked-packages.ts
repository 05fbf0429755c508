import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What package-lock.json says of a package. */
export interface LockedPackage {
  readonly version: string;
  readonly integrity: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly os?: string;
  readonly cpu?: string;
  readonly bin?: { readonly node?: string };
}

/** By the path of the package, such as node_modules/pg. */
export function readLockedPackages(root: string): Record<string, LockedPackage> {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}
