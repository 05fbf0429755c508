import type { Config, SettingProblem } from '../server/config.ts';
import type { OpenedStore } from '../server/store/open-store.ts';
import type { TextFormat } from './printed-text.ts';

export type Command = DatabaseCommand | StandaloneCommand;

interface CommandBase {
  readonly words: string;
  readonly args: readonly string[];
  readonly help: string;
  /** A realistic call, without the program's name. */
  readonly example: string;
  readonly options: Readonly<Record<string, Option>>;
  /** True if standard output belongs to a protocol, so that there is no --json. */
  readonly speaksProtocol?: true;
  /** True if invalid settings do not end the command, which tells of them itself. */
  readonly acceptsInvalidSettings?: true;
}

interface DatabaseCommand extends CommandBase {
  /** `create` creates and migrates a missing database; `existing` requires one. */
  readonly database: 'create' | 'existing';
  readonly run: (invocation: Invocation & OpenedStore) => Promise<CommandResult | undefined>;
}

interface StandaloneCommand extends CommandBase {
  readonly database: 'none';
  readonly run: (invocation: Invocation) => Promise<CommandResult | undefined>;
}

export interface Option {
  readonly help: string;
  /** Placeholder for the value in the help; an option without one is a flag. */
  readonly value?: string;
  readonly required?: boolean;
  readonly oneOf?: readonly string[];
}

export interface Invocation {
  config: Config;
  /** Empty unless the command accepts invalid settings; `config` has their defaults. */
  settingProblems: readonly SettingProblem[];
  args: string[] & { 0: string };
  /** All commands, for those that describe them. */
  commands: readonly Command[];
  options: Readonly<Record<string, string | undefined>>;
  flags: ReadonlySet<string>;
  json: boolean;
}

/** Prints `value` with --json, otherwise `text`, or `value` as a table. */
export interface CommandResult {
  value: unknown;
  text?: string;
  /** `plain` unless set. */
  format?: TextFormat;
  /** 0 unless set. */
  exitCode?: number;
}

/** All options of a command, including the common ones. */
export function optionsOf({ options, database, speaksProtocol }: Command): Command['options'] {
  return {
    ...options,
    ...(database === 'none' ? {} : { database: DATABASE_OPTION }),
    ...(speaksProtocol ? {} : { json: JSON_OPTION }),
  };
}

export const DATABASE_OPTION: Option = {
  value: 'URL',
  help: 'Database, as sqlite:PATH or postgres://… (ROLLBOOK_DATABASE; default sqlite:data/rollbook.db; from an archive, rollbook.db in your own data folder)',
};
const JSON_OPTION: Option = { help: 'Print a single JSON value' };

export const ACCOUNT_OPTION: Option = { value: 'ID', help: 'Account ID', required: true };

/** The second words of the commands that consist of two, by their first word. */
export function groupSubcommands(commands: readonly Command[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { words } of commands) {
    const [first = '', second] = words.split(' ');
    if (second !== undefined) groups.set(first, [...(groups.get(first) ?? []), second]);
  }
  return groups;
}

/** The command line is wrong; the program exits with code 2. */
export class UsageError extends Error {}
