import { type Command, optionsOf } from './command.ts';
import { COMMANDS } from './commands.ts';

export function usageOf({ words, args, options }: Command): string {
  const required = Object.entries(options)
    .filter(([, option]) => option.required)
    .map(([name, { value }]) => (value === undefined ? `--${name}` : `--${name} ${value}`));
  const optional = Object.values(options).some((option) => !option.required) ? ['[options]'] : [];
  return ['rollbook', words, ...args, ...required, ...optional].join(' ');
}

export function helpFor(command: Command): string {
  const rows = Object.entries(optionsOf(command)).map(([name, { value, help }]): [string, string] => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    help,
  ]);
  return `${command.help}\n\nUsage: ${usageOf(command)}\n\n${aligned(rows)}\nFor example: rollbook ${command.example}\n`;
}

const FIRST_STEPS: [string, string][] = [
  ['rollbook serve --demo', 'start it, with an account and a key to try'],
  [
    'rollbook account create arona --keys write',
    'an account and its key, shown this once; beside the running server',
  ],
  ['rollbook key issue --account ID --permission read', 'another key, for a tool that only reads'],
  ['rollbook key list --account ID', 'what keys it has, and when they were last used'],
];

export function overview(): string {
  return `Rollbook keeps the growth state of recruited students.

First steps:
${aligned(FIRST_STEPS)}
Then call it, for example:
  curl -H "Authorization: Bearer KEY" http://127.0.0.1:8787/v1/me/students

All commands:
${aligned(COMMANDS.map(row))}
\`rollbook COMMAND --help\` says more, with an example. For programs, --json prints one JSON value.
To complete commands with the tab key: source <(rollbook completion bash)
Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
`;
}

/** First words that stand for several commands, each with its second words. */
export function groups(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { words } of COMMANDS) {
    const [first = '', second] = words.split(' ');
    if (second !== undefined) found.set(first, [...(found.get(first) ?? []), second]);
  }
  return found;
}

/** The commands that begin with this word. */
export function groupHelp(word: string): string | undefined {
  const rows = COMMANDS.filter(({ words }) => words.startsWith(`${word} `)).map(row);
  return rows.length === 0 ? undefined : `Commands of rollbook ${word}:\n\n${aligned(rows)}`;
}

const row = (command: Command): [string, string] => [
  [command.words, ...command.args].join(' '),
  command.help,
];

function aligned(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}
