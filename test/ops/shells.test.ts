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
const runShell = async (name: string, ...args: string[]) =>
  (await run(name, args, { env: { ...bareEnvironment(), HOME: home, LAUNCHER, TERM: 'dumb' } })).stdout;

test('fish completes commands, options and their values', async () => {
  const completionsOf = async (typed: string) => {
    const script = `"$LAUNCHER" completion fish | source; complete -C ${JSON.stringify(typed)}`;
    const lines = (await runShell('fish', '--no-config', '-c', script)).trim().split('\n');
    return lines.map((line) => line.split('\t')[0]);
  };
  assert.deepEqual(await completionsOf('rollbook acc'), ['account']);
  assert.deepEqual(await completionsOf('rollbook key r'), ['revoke', 'rotate']);
  assert.deepEqual(await completionsOf('rollbook key issue --permission '), ['read', 'write']);
  assert.deepEqual(await completionsOf('rollbook catalogue import a.json --dr'), ['--dry-run']);
});

test('zsh completes a command when Tab is pressed', async () => {
  // zsh completes only in an interactive shell, so it runs in a pseudo-terminal of zpty.
  const script = `zmodload zsh/zpty; zpty z zsh -f -i
    zpty -w z 'autoload -Uz compinit && compinit -u -D; source <("$LAUNCHER" completion zsh); rollbook() { print -r -- "typed: $*" }; print ready'
    zpty -r -m z seen '*ready*ready*'
    zpty -w -n z $'rollbook cat\\timp\\ta.json --dr\\t\\n'
    zpty -r -m z seen '*typed: [^$]*'$'\\n'; print -r -- "$seen"`;
  const stdout = await runShell('timeout', '60', 'zsh', '-f', '-c', script);
  assert.match(stdout, /^typed: catalogue import a\.json --dry-run\s*$/m);
});
