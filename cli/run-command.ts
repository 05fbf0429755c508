import { inspect } from 'node:util';
import { isRollbookError } from '../client/rollbook-error.ts';
import { KEY_PATTERN } from '../contract/api-key-format.ts';
import { backupBeforeMigration } from '../server/backups/backup-before-migration.ts';
import { inspectConfig, readConfig } from '../server/config.ts';
import { hideCredentials } from '../server/errors/hide-credentials.ts';
import { UnavailableError } from '../server/errors/unavailable-error.ts';
import { UserError } from '../server/errors/user-error.ts';
import { openStore } from '../server/store/open-store.ts';
import {
  type Command,
  type CommandResult,
  groupSubcommands,
  type Invocation,
  UsageError,
} from './command.ts';
import { COMMANDS } from './commands.ts';
import { formatCommandHelp, formatGroupHelp, formatOverview } from './help.ts';
import { InterruptedError } from './interruptible.ts';
import manifest from './package.json' with { type: 'json' };
import { findCommand, parseArguments } from './parse.ts';
import { printJson, printText, toPrintable } from './printed-text.ts';
import { formatTable } from './table.ts';

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;
const LOGIN_ADVICE = ' If you logged in, do so again with `rollbook login`.';

/** Runs one command line and returns the exit code. */
export async function run(words: string[]): Promise<number> {
  const json = words.includes('--json');
  try {
    return await dispatch(words, json);
  } catch (error) {
    const isExpected =
      error instanceof UsageError ||
      error instanceof InterruptedError ||
      isRollbookError(error) ||
      error instanceof UserError ||
      error instanceof UnavailableError;
    const { message, exitCode } = describeFailure(error as Error);
    if (json) printJson(process.stderr, { error: message });
    // A bug is shown with its stack, except with --json, which promises one JSON value.
    else if (!isExpected) printText(process.stderr, inspect(error));
    // The message of a server is one line, so that it cannot pass for several of the command's own.
    else printText(process.stderr, isRollbookError(error) ? toPrintable(message) : message);
    return exitCode;
  }
}

/** The message of a command that throws, and its exit code. */
export function describeFailure(error: Error): { message: string; exitCode: number } {
  const said =
    error instanceof UnavailableError ? `The database cannot do that now: ${error.message}.` : error.message;
  const advice = isRollbookError(error) && error.code === 'unauthorized' ? LOGIN_ADVICE : '';
  const message = said.replace(KEY_PATTERN, '(API key)') + advice;
  if (error instanceof InterruptedError) return { message, exitCode: error.exitCode };
  return { message, exitCode: error instanceof UsageError ? EXIT_USAGE : EXIT_FAILURE };
}

async function dispatch(words: string[], json: boolean): Promise<number> {
  const command = findCommand(words);
  if (command === undefined) return runWithoutCommand(words, json);
  const rest = words.slice(command.words.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) return printHelp(formatCommandHelp(command), json);
  const result = await execute(command, rest, process.env);
  if (result === undefined) return 0;
  if (json) printJson(process.stdout, result.value);
  else
    printText(
      process.stdout,
      result.text ?? formatTable(result.value as Record<string, unknown>[]),
      result.format,
    );
  return result.exitCode ?? 0;
}

/** Runs a command with the words that follow its own, and leaves it to the caller to print what results. */
export async function execute(
  command: Command,
  words: string[],
  env: NodeJS.ProcessEnv,
): Promise<CommandResult | undefined> {
  const { options, flags, args } = parseArguments(command, words);
  const { config, problems } = command.acceptsInvalidSettings
    ? inspectConfig(env, options)
    : { config: readConfig(env, options), problems: [] };
  return runOnDatabase(command, {
    config,
    settingProblems: problems,
    options,
    flags,
    json: flags.has('json'),
    args: args as Invocation['args'],
    commands: COMMANDS,
  });
}

async function runOnDatabase(command: Command, invocation: Invocation): Promise<CommandResult | undefined> {
  if (command.database === 'none') return command.run(invocation);
  const create = command.database === 'create';
  const { database, history } = invocation.config;
  const opened = await openStore(database, {
    create,
    migrate: create,
    keepsHistory: history,
    backUpBeforeMigration: backupBeforeMigration(invocation.config),
  });
  return command.run({ ...invocation, ...opened }).finally(() => opened.store.close());
}

function printInformation(value: unknown, text: string, json: boolean): number {
  if (json) printJson(process.stdout, value);
  else printText(process.stdout, text);
  return 0;
}

const printHelp = (help: string, json: boolean): number => printInformation({ help }, help.trimEnd(), json);

function runWithoutCommand(words: string[], json: boolean): number {
  const [first] = words;
  const { version } = manifest;
  if (first === '--version' || first === '-v')
    return printInformation({ version }, `rollbook ${version}`, json);
  if (first === undefined || first === '--help' || first === '-h' || first === 'help')
    return printHelp(formatOverview(), json);
  const group = formatGroupHelp(first);
  if (group !== undefined && words.some((word) => word === '--help' || word === '-h'))
    return printHelp(group, json);
  if (group !== undefined)
    throw new UsageError(
      `\`rollbook ${first}\` needs one of the commands ${groupSubcommands(COMMANDS).get(first)?.join(', ')}; \`rollbook ${first} --help\` describes them.`,
    );
  if (first.startsWith('-'))
    throw new UsageError('The command comes before its options. `rollbook --help` lists the commands.');
  throw new UsageError(
    `There is no command "${words
      .filter((word) => !word.startsWith('-'))
      .map(hideCredentials)
      .join(' ')}". \`rollbook --help\` lists them.`,
  );
}
