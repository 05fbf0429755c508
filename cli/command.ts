import type { Config } from '../server/config.ts';
import type { Store } from '../server/store/port.ts';

export interface Command {
  readonly words: string;
  readonly args: readonly string[];
  readonly help: string;
  /** Whether the command makes the database where there is none, or only uses one. */
  readonly database: 'make' | 'use';
  readonly options: Readonly<Record<string, Option>>;
  /** Gives what to print: the value with --json, else the text, or the value as a table. */
  readonly run: (call: Call) => Promise<Outcome | undefined>;
}

export interface Option {
  readonly help: string;
  /** What stands for its value in the help; an option without one is a switch. */
  readonly value?: string;
  readonly required?: boolean;
  readonly oneOf?: readonly string[];
}

export interface Call {
  store: Store;
  migrated: string[];
  config: Config;
  args: string[] & { 0: string };
  options: Readonly<Record<string, string | undefined>>;
  switches: ReadonlySet<string>;
  json: boolean;
}

export interface Outcome {
  value: unknown;
  text?: string;
}

/** What was typed is not a call of the command: exit 2. */
export class UsageFault extends Error {}

/** For options that are required, and so are there: the type system need not be told each time. */
export const ABSENT = '';
