import {
  type Config,
  type SettingName,
  type SettingProblem,
  toEnvName,
  toFlagName,
} from '../../server/config.ts';
import { type Check, type Examined, type Finding, failure } from './check.ts';
import { CHECKS } from './checks.ts';
import { limitTime } from './limit-time.ts';
import { lookAtDatabase } from './look-at-database.ts';
import { lookForDamage } from './look-for-damage.ts';
import { probePublicUrl } from './probe-public-url.ts';
import { probeServer } from './probe-server.ts';

/** Beyond the limits of each step. */
const CHECK_TIMEOUT_MS = 9_500;

/** A value that can be sent to another process, which has the same environment. */
export interface CheckedSettings {
  readonly config: Config;
  readonly settingProblems: readonly SettingProblem[];
  readonly options: Readonly<Record<string, string | undefined>>;
}

export async function runChecks(
  { config, settingProblems, options }: CheckedSettings,
  checks: readonly Check[] = CHECKS,
): Promise<Finding[]> {
  const { env } = process;
  const abort = new AbortController();
  const isValid = (...names: SettingName[]) =>
    !settingProblems.some(({ setting }) => setting !== undefined && names.includes(setting));
  const database = lookAtDatabase(config, isValid('database'), abort.signal);
  const examined: Examined = {
    config,
    settingProblems,
    isValid,
    env,
    isSet: (name) => options[toFlagName(name)] !== undefined || env[toEnvName(name)] !== undefined,
    now: Date.now,
    server: probeServer(config, isValid('host', 'port')),
    publicProbe:
      config.publicUrl === undefined ? Promise.resolve(undefined) : probePublicUrl(config.publicUrl),
    database,
    damage: database.then((look) => lookForDamage(config.database, look, abort.signal)),
    signal: abort.signal,
  };
  try {
    const findings = await Promise.all(checks.map((check) => runCheck(check, examined)));
    return findings.flat();
  } finally {
    abort.abort();
  }
}

async function runCheck({ name, run }: Check, examined: Examined): Promise<Finding[]> {
  try {
    const results = await limitTime('This check', CHECK_TIMEOUT_MS, examined.signal, () => run(examined));
    return results.map((result) => ({ check: name, ...result }));
  } catch (error) {
    const { message } = error as Error;
    return [
      {
        check: name,
        ...failure(`could not be checked: ${message}`, 'Please report this, if it stays so.'),
      },
    ];
  }
}
