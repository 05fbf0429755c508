import type { Config } from '../server/config.ts';
import type { Store } from '../server/store/types.ts';

export type Command = OnDatabase | OnItsOwn;

interface Described {
  readonly words: string;
  readonly args: readonly string[];
  readonly help: string;
  /** A call of it that makes sense, without the program's name. */
  readonly example: string;
  readonly options: Readonly<Record<string, Option>>;
}

interface OnDatabase extends Described {
  /** Whether the command makes the database where there is none, or only uses one. */
  readonly database: 'make' | 'use';
  /** Gives what to print: the value with --json, else the text, or the value as a table. */
  readonly run: (call: Invocation & Opened) => Promise<CommandResult | undefined>;
}

interface OnItsOwn extends Described {
  readonly database: 'none';
  readonly run: (call: Invocation) => Promise<CommandResult | undefined>;
}

export interface Option {
  readonly help: string;
  /** What stands for its value in the help; an option without one is a switch. */
  readonly value?: string;
  readonly required?: boolean;
  readonly oneOf?: readonly string[];
}

export interface Opened {
  store: Store;
  migrated: string[];
}

export interface Invocation {
  config: Config;
  args: string[] & { 0: string };
  options: Readonly<Record<string, string | undefined>>;
  switches: ReadonlySet<string>;
  json: boolean;
}

export interface CommandResult {
  value: unknown;
  text?: string;
}

/** All that may be said to a command: its own options, and those that most have. */
export function optionsOf({ options, database }: Command): Command['options'] {
  return { ...options, ...(database === 'none' ? {} : { database: DATABASE }), ...JSON_OUTPUT };
}

export const DATABASE: Option = {
  value: 'URL',
  help: 'where the state is kept (ROLLBOOK_DATABASE), sqlite:data/rollbook.db if not said',
};
const JSON_OUTPUT: Command['options'] = { json: { help: 'print one JSON value and nothing else' } };

/** Of the commands that are about one account. */
export const ACCOUNT: Option = { value: 'ID', help: 'the account', required: true };

/** What was typed is not a call of the command: exit 2. */
export class UsageError extends Error {}

/** For options that are required, and so are there: the type system need not be told each time. */
export const ABSENT = '';
