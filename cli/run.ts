import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { Refusal } from '../server/refusal.ts';
import { openStore } from '../server/store/open.ts';
import { Unavailable } from '../server/store/port.ts';
import { ABSENT, type Call, type Command, UsageFault } from './command.ts';
import { COMMANDS } from './commands.ts';
import { groupHelp, helpFor, overview, usageOf } from './help.ts';
import manifest from './package.json' with { type: 'json' };
import { table } from './table.ts';

const REFUSED = 1;
const WRONG_USAGE = 2;

/** One call of the command line; gives the exit code. */
export async function run(words: string[]): Promise<number> {
  const json = words.includes('--json');
  try {
    return await obey(words);
  } catch (error) {
    const usage = error instanceof UsageFault;
    const foreseen = usage || error instanceof Refusal || error instanceof Unavailable;
    // A defect is shown whole to a person; a program gets its one value all the same.
    if (!foreseen && !json) throw error;
    const sentence =
      error instanceof Unavailable
        ? `The database cannot do that now: ${error.message}.`
        : (error as Error).message;
    process.stderr.write(json ? `${JSON.stringify({ error: sentence })}\n` : `${sentence}\n`);
    return usage ? WRONG_USAGE : REFUSED;
  }
}

async function obey(words: string[]): Promise<number> {
  const command = COMMANDS.find((one) => one.words.split(' ').every((word, i) => words[i] === word));
  if (command === undefined) return withoutCommand(words);
  const rest = words.slice(command.words.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) return say(helpFor(command));
  const { options, switches, args } = parsed(command, rest);
  const config = readConfig(process.env, options);
  const make = command.database === 'make';
  const { store, migrated } = await openStore(config.database, { create: make, migrate: make });
  const call: Call = {
    store,
    migrated,
    config,
    options,
    switches,
    json: switches.has('json'),
    args: args as Call['args'],
  };
  const outcome = await command.run(call).finally(() => store.close());
  if (outcome === undefined) return 0;
  return say(
    call.json
      ? `${JSON.stringify(outcome.value)}\n`
      : `${outcome.text ?? table(outcome.value as Record<string, unknown>[])}\n`,
  );
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
  if (group !== undefined) throw new UsageFault(group.trimEnd());
  throw new UsageFault(
    `There is no command "${words.filter((word) => !word.startsWith('-')).join(' ')}". \`rollbook --help\` lists them.`,
  );
}

function parsed(command: Command, words: string[]): Pick<Call, 'options' | 'switches'> & { args: string[] } {
  const all: Command['options'] = {
    ...command.options,
    database: { value: 'URL', help: '' },
    json: { help: '' },
  };
  const types = Object.entries(all).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  const { values, positionals } = parseOrExplain(command, words, Object.fromEntries(types));
  const many = command.args.at(-1)?.endsWith('...') ?? false;
  if (many ? positionals.length < command.args.length : positionals.length !== command.args.length)
    throw new UsageFault(`Usage: ${usageOf(command)}`);
  for (const [name, { required, oneOf }] of Object.entries(command.options)) {
    const value = values[name];
    if (required && value === undefined)
      throw new UsageFault(`--${name} is missing. Usage: ${usageOf(command)}`);
    if (oneOf && typeof value === 'string' && !oneOf.includes(value))
      throw new UsageFault(`--${name} must be ${oneOf.join(' or ')}, not ${JSON.stringify(value)}.`);
  }
  const strings = Object.entries(values).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const switches = Object.keys(values).filter((name) => values[name] === true);
  return { options: Object.fromEntries(strings), switches: new Set(switches), args: positionals };
}

function parseOrExplain(
  command: Command,
  args: string[],
  options: Record<string, { type: 'boolean' | 'string' }>,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence = ABSENT] = (error as Error).message.split(/\.\s/);
    throw new UsageFault(`${sentence.replace(/\.$/, '')}. Usage: ${usageOf(command)}`);
  }
}
