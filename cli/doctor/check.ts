import type { Config, SettingName, SettingProblem } from '../../server/config.ts';
import type { DatabaseLook } from './look-at-database.ts';
import type { PublicProbe } from './probe-public-url.ts';
import type { ServerState } from './probe-server.ts';

export type Finding = { readonly check: string } & Result;

export type Result =
  | { readonly status: 'ok'; readonly found: string }
  | {
      readonly status: 'warning' | 'failure';
      readonly found: string;
      /** What to do: a command or a setting to paste, where there is one. */
      readonly advice: string;
    };

export interface Check {
  readonly name: string;
  /** No result where there is nothing to tell of, as when the setting that it needs is invalid. */
  readonly run: (examined: Examined) => Promise<readonly Result[]>;
}

/** What several checks look at. Each is looked at once, at the same time. */
export interface Examined {
  readonly config: Config;
  readonly settingProblems: readonly SettingProblem[];
  readonly env: NodeJS.ProcessEnv;
  /** Whether none of these settings has a problem. */
  readonly isValid: (...names: SettingName[]) => boolean;
  /** Whether an environment variable or a flag sets it. */
  readonly isSet: (name: SettingName) => boolean;
  readonly now: () => number;
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
export function failureOf({ message }: Error, fallback: string): Result {
  const [, found = message, advice = fallback] = /^(.+?)[.;] (?=[A-Z`a-z])(.+)$/s.exec(message) ?? [];
  return failure(found.replace(/\.$/, ''), advice.charAt(0).toUpperCase() + advice.slice(1));
}
