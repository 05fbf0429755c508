import { readConfig } from '../server/config.ts';
import { openStore } from '../server/store/open-store.ts';
import { UnavailableError } from '../server/store/types.ts';
import { UserError } from '../server/user-error.ts';
import { type Command, type CommandResult, type Invocation, UsageError } from './command.ts';
import { groupHelp, helpFor, overview } from './help.ts';
import { Interrupted } from './interruptible.ts';
import manifest from './package.json' with { type: 'json' };
import { commandIn, parsed } from './parse.ts';
import { table } from './table.ts';

const REFUSED = 1;
const WRONG_USAGE = 2;

/** One call of the command line; gives the exit code. */
export async function run(words: string[]): Promise<number> {
  const json = words.includes('--json');
  try {
    return await obey(words);
  } catch (error) {
    const usage = error instanceof UsageError;
    const interrupted = error instanceof Interrupted;
    const foreseen = usage || interrupted || error instanceof UserError || error instanceof UnavailableError;
    // A defect is shown whole to a person; a program gets its one value all the same.
    if (!foreseen && !json) throw error;
    const sentence =
      error instanceof UnavailableError
        ? `The database cannot do that now: ${error.message}.`
        : (error as Error).message;
    process.stderr.write(json ? `${JSON.stringify({ error: sentence })}\n` : `${sentence}\n`);
    if (interrupted) return error.exitCode;
    return usage ? WRONG_USAGE : REFUSED;
  }
}

async function obey(words: string[]): Promise<number> {
  const command = commandIn(words);
  if (command === undefined) return withoutCommand(words);
  const rest = words.slice(command.words.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) return say(helpFor(command));
  const { options, switches, args } = parsed(command, rest);
  const config = readConfig(process.env, options);
  const json = switches.has('json');
  const outcome = await carriedOut(command, {
    config,
    options,
    switches,
    json,
    args: args as Invocation['args'],
  });
  if (outcome === undefined) return 0;
  return say(
    json
      ? `${JSON.stringify(outcome.value)}\n`
      : `${outcome.text ?? table(outcome.value as Record<string, unknown>[])}\n`,
  );
}

async function carriedOut(command: Command, call: Invocation): Promise<CommandResult | undefined> {
  if (command.database === 'none') return command.run(call);
  const make = command.database === 'make';
  const opened = await openStore(call.config.database, { create: make, migrate: make });
  return command.run({ ...call, ...opened }).finally(() => opened.store.close());
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

function withoutCommand(words: string[]): number {
  const [first] = words;
  if (first === '--version' || first === '-v') return say(`rollbook ${manifest.version}\n`);
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') return say(overview());
  const group = groupHelp(first);
  if (group !== undefined && words.some((word) => word === '--help' || word === '-h')) return say(group);
  if (group !== undefined) throw new UsageError(group.trimEnd());
  throw new UsageError(
    `There is no command "${words.filter((word) => !word.startsWith('-')).join(' ')}". \`rollbook --help\` lists them.`,
  );
}
