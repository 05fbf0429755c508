import type { SettingName } from '../../server/config.ts';
import { type Check, type CheckedSettings, type Examined, type Finding, failure } from './check.ts';
import { CHECKS } from './checks.ts';
import { limitTime } from './limit-time.ts';
import { lookAtDatabase } from './look-at-database.ts';
import { lookForDamage } from './look-for-damage.ts';
import { probePublicUrl } from './probe-public-url.ts';
import { probeServer } from './probe-server.ts';

/** Beyond the limits of each step. */
const CHECK_TIMEOUT_MS = 9_500;

export async function runChecks(settings: CheckedSettings, checks = CHECKS): Promise<Finding[]> {
  const { config, settingProblems } = settings;
  const abort = new AbortController();
  const { signal } = abort;
  const isValid = (...names: SettingName[]) =>
    !settingProblems.some(({ setting }) => setting !== undefined && names.includes(setting));
  const database = lookAtDatabase(config, isValid('database'), signal);
  const examined: Examined = {
    ...settings,
    isValid,
    server: probeServer(config, isValid('host', 'port')),
    publicProbe: probePublicUrl(config.publicUrl),
    database,
    damage: database.then((look) => lookForDamage(config.database, look, signal)),
    signal,
  };
  try {
    const findings = Object.entries(checks).map(([name, check]) => runCheck(name, check, examined));
    return (await Promise.all(findings)).flat();
  } finally {
    abort.abort();
  }
}

async function runCheck(name: string, check: Check, examined: Examined): Promise<Finding[]> {
  try {
    const results = await limitTime('This check', CHECK_TIMEOUT_MS, examined.signal, () => check(examined));
    return [results].flat().map((result) => ({ check: name, ...result }));
  } catch (error) {
    const found = `could not be checked: ${(error as Error).message}`;
    return [{ check: name, ...failure(found, 'Please report this, if it stays so.') }];
  }
}
