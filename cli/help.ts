import { type Command, optionsOf } from './command.ts';
import { COMMANDS, OPERATOR_COMMANDS, PLAYER_COMMANDS } from './commands.ts';

export function formatUsage({ words, args, options }: Command): string {
  const required = Object.entries(options)
    .filter(([, option]) => option.required)
    .map(([name, { value }]) => (value === undefined ? `--${name}` : `--${name} ${value}`));
  const optional = Object.values(options).some((option) => !option.required) ? ['[options]'] : [];
  return ['rollbook', words, ...args, ...required, ...optional].join(' ');
}

export function formatCommandHelp(command: Command): string {
  const rows = Object.entries(optionsOf(command)).map(([name, { value, help }]): [string, string] => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    help,
  ]);
  return `${command.help}

Usage: ${formatUsage(command)}

Options:
${alignRows(rows)}
Example:
  rollbook ${command.example}
`;
}

const GETTING_STARTED: [string, string][] = [
  ['rollbook serve --demo', 'Start the server with a demo account and key'],
  ['rollbook account create arona --keys write', 'Create an account and a key'],
  ['rollbook key issue --account ID --permission read', 'Issue a read-only key'],
  ['rollbook key list --account ID', 'Show the keys of an account and when they were last used'],
];

export function formatOverview(): string {
  return `Rollbook is a self-hosted HTTP API that stores a player's Blue Archive roster.

Usage: rollbook COMMAND [options]

Getting started:
${alignRows(GETTING_STARTED)}
  curl -H "Authorization: Bearer KEY" http://127.0.0.1:8787/v1/me/students

Commands:
${alignRows(OPERATOR_COMMANDS.map(toRow))}
Commands for players, over HTTP after rollbook login, or with ROLLBOOK_URL and ROLLBOOK_KEY:
${alignRows(PLAYER_COMMANDS.map(toRow))}
Run \`rollbook COMMAND --help\` for options and an example. All commands except restore and copy work while the server runs.
With --json a command prints a single JSON value.
Shell completion: source <(rollbook completion bash)
Exit codes: 0 success, 1 failure, 2 usage error.
`;
}

const PLAYER_EXIT_CODES: [string, string][] = [
  ['0', 'Done'],
  ['1', 'Failed, or not whole: a student could not be read, found or written'],
  ['2', 'Wrong usage'],
  ['130', 'Interrupted with Ctrl-C; what was written stays'],
];

export function formatGroupHelp(group: string): string | undefined {
  const commands = COMMANDS.filter(({ words }) => words.startsWith(`${group} `));
  if (commands.length === 0) return undefined;
  const exitCodes = commands.every((command) => PLAYER_COMMANDS.includes(command))
    ? `\nExit codes:\n${alignRows(PLAYER_EXIT_CODES)}`
    : '';
  return `Usage: rollbook ${group} COMMAND\n\nCommands:\n${alignRows(commands.map(toRow))}${exitCodes}`;
}

const toRow = (command: Command): [string, string] => [
  [command.words, ...command.args].join(' '),
  command.help,
];

function alignRows(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}
