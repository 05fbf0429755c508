import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { commandLine } from '../blackbox/command-line.ts';
import { bareEnvironment } from '../service.ts';

let completion: string;
before(async () => {
  completion = (await commandLine('sqlite:never.db', 'completion', 'bash')).stdout;
});

/** The completions that bash offers after the last of these words. */
async function complete(...words: string[]): Promise<string[]> {
  const script = `eval "$COMPLETION"
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rollbook; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...bareEnvironment(), COMPLETION: completion };
  const args = ['--norc', '-c', script, 'bash', 'rollbook', ...words];
  const { stdout, stderr } = await promisify(execFile)('bash', args, { env });
  assert.equal(stderr, '');
  return stdout.trim().split('\n');
}

const ROWS: [typed: string[], completions: string[]][] = [
  [['acc'], ['account']],
  [
    ['account', ''],
    ['create', 'list', 'operator', 'link', 'suspend', 'activate', 'delete'],
  ],
  [
    ['key', 'r'],
    ['rotate', 'revoke'],
  ],
  [
    ['roster', ''],
    ['show', 'export', 'plan', 'apply', 'propose', 'history', 'undo', 'restore'],
  ],
  [['log'], ['login', 'logout']],
  [
    ['login', 'localhost', '--'],
    ['--areas', '--name', '--json', '--help'],
  ],
  [
    ['roster', 'undo', '57', '--'],
    ['--url', '--key-file', '--student', '--force', '--yes', '--json', '--help'],
  ],
  [
    ['key', 'issue', '--permission', ''],
    ['read', 'write'],
  ],
  [['key', 'issue', '--account', ''], ['']],
  [['key', 'issue', '--account', 'acc_1', '--p'], ['--permission']],
  [
    ['catalogue', 'import', 'a.json', '--d'],
    ['--dry-run', '--database'],
  ],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish', '--json', '--help'],
  ],
  [['nonsense', ''], ['']],
];

describe('completion in bash', () => {
  for (const [typed, completions] of ROWS)
    test(`completes "rollbook ${typed.join(' ')}" in bash`, async () => {
      assert.deepEqual(await complete(...typed), completions);
    });
});
