import { parseArgs } from 'node:util';
import { looksLikeAddress } from '../server/errors/hide-credentials.ts';
import { type Command, type Invocation, optionsOf, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { formatUsage } from './help.ts';

/** Finds the command that the words start with. */
export function findCommand(words: readonly string[]): Command | undefined {
  return COMMANDS.find((command) => command.words.split(' ').every((word, i) => words[i] === word));
}

/** Parses and checks the options and arguments that follow the command. */
export function parseArguments(
  command: Command,
  words: string[],
): Pick<Invocation, 'options' | 'flags'> & { args: string[] } {
  const types = Object.entries(optionsOf(command)).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  const { values, positionals } = parseStrictly(command, words, Object.fromEntries(types));
  const last = command.args.at(-1) ?? '';
  const required = command.args.filter((arg) => !arg.startsWith('[')).length;
  const maximum = /\.\.\.\]?$/.test(last) ? Number.POSITIVE_INFINITY : command.args.length;
  if (positionals.length < required)
    throw new UsageError(`${command.args[positionals.length]} is missing. Usage: ${formatUsage(command)}`);
  if (positionals.length > maximum)
    throw new UsageError(`Too many arguments. Usage: ${formatUsage(command)}`);
  // An address may hold a password, which errors about files would repeat.
  if (command.args.some((arg) => arg.includes('FILE')) && positionals.some(looksLikeAddress))
    throw new UsageError(
      `FILE must be a path on this machine, not an address. Usage: ${formatUsage(command)}`,
    );
  for (const [name, { required, oneOf }] of Object.entries(command.options)) {
    const value = values[name];
    if (required && value === undefined)
      throw new UsageError(`--${name} is missing. Usage: ${formatUsage(command)}`);
    if (oneOf && typeof value === 'string' && !oneOf.includes(value))
      throw new UsageError(`--${name} must be ${oneOf.join(' or ')}, not ${JSON.stringify(value)}.`);
  }
  const strings = Object.entries(values).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const flags = Object.keys(values).filter((name) => values[name] === true);
  return { options: Object.fromEntries(strings), flags: new Set(flags), args: positionals };
}

function parseStrictly(
  command: Command,
  args: string[],
  options: Record<string, { type: 'boolean' | 'string' }>,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.\s/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}. Usage: ${formatUsage(command)}`);
  }
}
