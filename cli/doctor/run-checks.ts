import type { SettingName } from '../../server/config.ts';
import { checkBackup } from './backup-check.ts';
import { checkCatalogue } from './catalogue-check.ts';
import { checkCitus } from './citus-check.ts';
import { checkClock } from './clock-check.ts';
import {
  checkDatabase,
  checkWrite,
  inspectDatabase,
  lookForDamage,
  type OpenDatabase,
} from './database-check.ts';
import { checkDisk, checkFiles } from './file-check.ts';
import { limitTime } from './limit-time.ts';
import { checkNode } from './node-check.ts';
import { checkPasskeys } from './passkey-check.ts';
import { checkPortraits } from './portrait-check.ts';
import { checkProxy } from './proxy-check.ts';
import { checkPublicUrl, probePublicUrl } from './public-url-check.ts';
import { type Finding, failure, type Result } from './result.ts';
import { checkServer, probeServer } from './server-check.ts';
import { type CheckedSettings, checkSettings } from './settings-check.ts';
import { checkTls } from './tls-check.ts';

type Results = Result | readonly Result[];
/** Nothing is to be told where one of the settings that it needs is invalid. */
type Check = readonly [name: string, look: () => Results | Promise<Results>, ...needs: SettingName[]];

/** Beyond the limits of each step. */
const CHECK_TIMEOUT_MS = 9_500;

/** In the order in which their results are printed. They run at the same time, and what several look at is looked at once. */
function listChecks(
  settings: CheckedSettings,
  isValid: (...names: SettingName[]) => boolean,
  signal: AbortSignal,
): Check[] {
  const { config } = settings;
  const server = probeServer(config, isValid('host', 'port'));
  const site = config.publicUrl === undefined ? undefined : probePublicUrl(config.publicUrl);
  const database = isValid('database')
    ? inspectDatabase(config, signal).catch((error: Error) => error)
    : Promise.resolve(new Error('not asked'));
  const open = database.then((found) => (found instanceof Error ? undefined : found));
  const damage = open.then((found) => found && lookForDamage(config.database, signal));
  const whenOpen = (check: (found: OpenDatabase) => Results | Promise<Results>) => async () => {
    const found = await open;
    return found === undefined ? [] : check(found);
  };
  return [
    ['node', checkNode],
    ['settings', () => checkSettings(settings)],
    ['server', async () => checkServer(config, await server)],
    ['database', async () => checkDatabase(await database, await damage), 'database'],
    ['citus', async () => checkCitus(config, await open, signal), 'database'],
    ['files', () => checkFiles(config), 'database'],
    ['disk', () => checkDisk(config), 'database'],
    ['write', whenOpen(async () => checkWrite(config.database, await server, await damage, signal))],
    ['backup', () => checkBackup(config, open.then(Boolean), signal), 'database', 'backups'],
    ['catalogue', whenOpen((found) => checkCatalogue(config.catalogueSource, found))],
    ['portraits', whenOpen((found) => checkPortraits(config, found))],
    ['clock', async () => checkClock(await open, (await site)?.answer?.health.headers.date)],
    ['public-url', async () => checkPublicUrl(config, await server, await site), 'publicUrl'],
    ['tls', async () => (site ? checkTls(await site) : [])],
    ['proxy', async () => (site ? checkProxy(config.trustedProxies, await site) : []), 'trustedProxies'],
    ['passkeys', () => checkPasskeys(config), 'publicUrl', 'host', 'port'],
  ];
}

export async function runChecks(settings: CheckedSettings, list = listChecks): Promise<Finding[]> {
  const abort = new AbortController();
  const isValid = (...names: SettingName[]) =>
    !settings.settingProblems.some(({ setting }) => setting !== undefined && names.includes(setting));
  try {
    const checks = list(settings, isValid, abort.signal).filter(([, , ...needs]) => isValid(...needs));
    return (await Promise.all(checks.map((check) => runCheck(check, abort.signal)))).flat();
  } finally {
    abort.abort();
  }
}

async function runCheck([check, look]: Check, signal: AbortSignal): Promise<Finding[]> {
  try {
    const results = await limitTime('This check', CHECK_TIMEOUT_MS, signal, look);
    return [results].flat().map((result) => ({ check, ...result }));
  } catch (error) {
    const found = `could not be checked: ${(error as Error).message}`;
    return [{ check, ...failure(found, 'Please report this, if it stays so.') }];
  }
}
