import { parseArgs } from 'node:util';
import { ABSENT, type Command, type Invocation, optionsOf, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { usageOf } from './help.ts';

/** The command that these words begin with. */
export function commandIn(words: readonly string[]): Command | undefined {
  return COMMANDS.find((one) => one.words.split(' ').every((word, i) => words[i] === word));
}

/** What was typed after the words of a command, checked against what it takes. */
export function parsed(
  command: Command,
  words: string[],
): Pick<Invocation, 'options' | 'switches'> & { args: string[] } {
  const types = Object.entries(optionsOf(command)).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  const { values, positionals } = parseOrExplain(command, words, Object.fromEntries(types));
  const many = command.args.at(-1)?.endsWith('...') ?? false;
  if (many ? positionals.length < command.args.length : positionals.length !== command.args.length)
    throw new UsageError(`Usage: ${usageOf(command)}`);
  for (const [name, { required, oneOf }] of Object.entries(command.options)) {
    const value = values[name];
    if (required && value === undefined)
      throw new UsageError(`--${name} is missing. Usage: ${usageOf(command)}`);
    if (oneOf && typeof value === 'string' && !oneOf.includes(value))
      throw new UsageError(`--${name} must be ${oneOf.join(' or ')}, not ${JSON.stringify(value)}.`);
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
    throw new UsageError(`${sentence.replace(/\.$/, '')}. Usage: ${usageOf(command)}`);
  }
}
