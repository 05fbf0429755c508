import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { bareEnvironment } from '../service.ts';

const run = promisify(execFile);
const LAUNCHER = join(import.meta.dirname, '../../cli/rollbook');
let home: string;
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'rollbook-home-'));
});
after(() => rm(home, { recursive: true }));
const shell = async (name: string, ...words: string[]) =>
  (await run(name, words, { env: { ...bareEnvironment(), HOME: home, LAUNCHER, TERM: 'dumb' } })).stdout;

test('fish offers commands, options and their values', async () => {
  const offered = async (typed: string) => {
    const script = `"$LAUNCHER" completion fish | source; complete -C ${JSON.stringify(typed)}`;
    const lines = (await shell('fish', '--no-config', '-c', script)).trim().split('\n');
    return lines.map((line) => line.split('\t')[0]);
  };
  assert.deepEqual(await offered('rollbook acc'), ['account']);
  assert.deepEqual(await offered('rollbook key r'), ['revoke', 'rotate']);
  assert.deepEqual(await offered('rollbook key issue --permission '), ['read', 'write']);
  assert.deepEqual(await offered('rollbook catalogue import a.json --dr'), ['--dry-run']);
});

test('zsh completes what is typed, with the tab key pressed', async () => {
  // A terminal of zsh's own: completion works in none but an interactive shell.
  const script = `zmodload zsh/zpty; zpty z zsh -f -i
    zpty -w z 'autoload -Uz compinit && compinit -u -D; source <("$LAUNCHER" completion zsh); rollbook() { print -r -- "typed: $*" }; print ready'
    zpty -r -m z seen '*ready*ready*'
    zpty -w -n z $'rollbook cat\\timp\\ta.json --dr\\t\\n'
    zpty -r -m z seen '*typed: [^$]*'$'\\n'; print -r -- "$seen"`;
  const stdout = await shell('timeout', '60', 'zsh', '-f', '-c', script);
  assert.match(stdout, /^typed: catalogue import a\.json --dry-run\s*$/m);
});
