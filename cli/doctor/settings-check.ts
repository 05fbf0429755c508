import { isBackupFolderUnused } from '../../server/backups/backup-folder.ts';
import {
  type Config,
  isPostgres,
  SETTING_NAMES,
  type SettingProblem,
  toEnvName,
  toFlagName,
} from '../../server/config.ts';
import { isTracingEnabled } from '../../server/observability/tracing-environment.ts';
import { checkPortraitFolder } from '../../server/portraits/portrait-folder.ts';
import { failure, failureOf, ok, type Result, warning } from './result.ts';

/** A value that can be sent to another process, which has the same environment. */
export interface CheckedSettings {
  readonly config: Config;
  readonly settingProblems: readonly SettingProblem[];
  /** The flags of the command line. */
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** Settings that end the start, and those that have no effect beside the others. */
export async function checkSettings({
  config,
  settingProblems,
  options,
}: CheckedSettings): Promise<Result | Result[]> {
  const { port, metricsPort, portraits, corsOrigins } = config;
  const results: Result[] = [];
  const warn = (found: string, advice: string) => results.push(warning(found, advice));
  for (const { message } of settingProblems)
    results.push(failureOf(message, 'Correct it; `rollbook serve --help` describes it.'));
  if (metricsPort === port && port !== 0)
    results.push(
      failure(
        `ROLLBOOK_METRICS_PORT and ROLLBOOK_PORT are both ${port}`,
        'Give the metrics a port of their own, such as ROLLBOOK_METRICS_PORT=9464.',
      ),
    );
  if (portraits !== undefined)
    await checkPortraitFolder(portraits).catch(({ message }: Error) =>
      results.push(failureOf(message, 'Correct ROLLBOOK_PORTRAITS.')),
    );
  if (config.region !== 'default' && config.counters === 'memory')
    warn(
      'ROLLBOOK_REGION does nothing: reads are counted in memory, by each instance for itself',
      isPostgres(config.database) ? 'Set ROLLBOOK_COUNTERS=postgres, or leave it out.' : 'Leave it out.',
    );
  if (isBackupFolderUnused(config))
    warn(
      "ROLLBOOK_BACKUPS does nothing: a PostgreSQL database is backed up by PostgreSQL's own tools",
      'Leave it out.',
    );
  if (corsOrigins.includes('*') && corsOrigins.length > 1)
    warn(
      'ROLLBOOK_CORS_ORIGINS names origins beside *, which allows all',
      'Leave out either * or the others.',
    );
  if (isTracingEnabled(process.env) && !/--(import|require|r)\b/.test(process.env.NODE_OPTIONS ?? ''))
    warn(
      'OTEL_* names an exporter of traces, but NODE_OPTIONS loads no SDK that sends them',
      "Set NODE_OPTIONS='--import …/traces.mjs', or leave out OTEL_*.",
    );
  if (results.length > 0) return results;
  const { length: count } = SETTING_NAMES.filter(
    (name) => (options[toFlagName(name)] ?? process.env[toEnvName(name)]) !== undefined,
  );
  return ok(count === 0 ? 'none set' : `${count} set`);
}
