import type { Config, SettingName, SettingProblem } from '../../server/config.ts';
import type { DatabaseLook } from './look-at-database.ts';
import type { PublicProbe } from './probe-public-url.ts';
import type { ServerState } from './probe-server.ts';

export interface Result {
  readonly status: 'ok' | 'warning' | 'failure';
  readonly found: string;
  /** What to do: a command or a setting to paste, where there is one. Left out if it is ok. */
  readonly advice?: string;
}

export type Finding = { readonly check: string } & Result;

/** No result where there is nothing to tell of, as when the setting that it needs is invalid. */
export type Check = (examined: Examined) => Results | Promise<Results>;
type Results = Result | readonly Result[];

/** A value that can be sent to another process, which has the same environment. */
export interface CheckedSettings {
  readonly config: Config;
  readonly settingProblems: readonly SettingProblem[];
  /** The flags of the command line. */
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** What several checks look at. Each is looked at once, at the same time. */
export interface Examined extends CheckedSettings {
  /** Whether none of these settings has a problem. */
  readonly isValid: (...names: SettingName[]) => boolean;
  readonly server: Promise<ServerState>;
  /** Undefined where no public URL is set. */
  readonly publicProbe: Promise<PublicProbe | undefined>;
  readonly database: Promise<DatabaseLook>;
  /** What is wrong with the file of a database that opens; undefined if nothing is known. */
  readonly damage: Promise<Result | undefined>;
  /** Ends what takes too long. */
  readonly signal: AbortSignal;
}

export const ok = (found: string): Result => ({ status: 'ok', found });
export const warning = (found: string, advice: string): Result => ({ status: 'warning', found, advice });
export const failure = (found: string, advice: string): Result => ({ status: 'failure', found, advice });

/** A sentence for operators says first what is wrong, then what to do. */
export function failureOf(sentence: string, fallback: string): Result {
  const [, found = sentence, advice = fallback] = /^(.+?)[.;] (?=[A-Z`a-z])(.+)$/s.exec(sentence) ?? [];
  return failure(found.replace(/\.$/, ''), advice.charAt(0).toUpperCase() + advice.slice(1));
}
