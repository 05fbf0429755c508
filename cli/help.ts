import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';

export function usageOf({ words, args, options }: Command): string {
  const required = Object.entries(options)
    .filter(([, option]) => option.required)
    .map(([name, { value }]) => (value === undefined ? `--${name}` : `--${name} ${value}`));
  const optional = Object.values(options).some((option) => !option.required) ? ['[options]'] : [];
  return ['rollbook', words, ...args, ...required, ...optional].join(' ');
}

export function helpFor(command: Command): string {
  const rows = Object.entries(command.options).map(([name, { value, help }]): [string, string] => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    help,
  ]);
  rows.push([
    '--database URL',
    'where the state is kept (ROLLBOOK_DATABASE), sqlite:data/rollbook.db if not said',
  ]);
  rows.push(['--json', 'print one JSON value and nothing else']);
  return `${command.help}\n\nUsage: ${usageOf(command)}\n\n${aligned(rows)}`;
}

export function overview(): string {
  const rows = COMMANDS.map(row);
  return `Rollbook keeps the growth state of recruited students.

${aligned(rows)}
\`rollbook COMMAND --help\` says more. To begin: rollbook serve --demo
Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
`;
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
