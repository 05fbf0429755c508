import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'));
const manifest = read('package.json');

interface Locked {
  link?: boolean;
  dev?: boolean;
  version?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
}
const locked = Object.entries(read('package-lock.json').packages as Record<string, Locked>).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

test('every package is pinned to one version and one hash', () => {
  for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies'])
    for (const [name, version] of Object.entries(manifest[kind]))
      assert.match(version as string, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  for (const [path, { version, integrity }] of locked) {
    assert.match(version ?? '', /^\d/, path);
    assert.match(integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/, path);
  }
});

test('no production package has an install script, and every package comes from the registry', () => {
  for (const [path, { dev, hasInstallScript, resolved = '' }] of locked) {
    assert.ok(dev || !hasInstallScript, path);
    assert.doesNotMatch(resolved, /^(git|file|http:)/, path);
  }
});

test('the number of production packages is at most the agreed one', () => {
  const production = locked.filter(([, { dev }]) => !dev);
  assert.ok(
    production.length <= MAX_PACKAGES,
    `${production.length} packages; if each is needed, say so in docs/security.md`,
  );
});
const MAX_PACKAGES = 113;
