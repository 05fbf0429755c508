import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** What publint and arethetypeswrong say about the packages in dist/; empty if nothing is wrong. */
export function checkPackages(dist: string): string[] {
  const client = join(dist, '@rollbook/client');
  return [
    run('publint', [join(dist, 'rollbook'), '--strict']),
    run('publint', [client, '--strict']),
    run('attw', ['--pack', client, '--profile', 'node16']),
  ].filter((output) => output !== '');
}

function run(tool: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin', tool), words, {
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${tool} ${words.join(' ')}\n${stdout}${stderr}`;
}
