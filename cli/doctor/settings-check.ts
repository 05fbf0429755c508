import { isBackupFolderUnused } from '../../server/backups/backup-folder.ts';
import { isPostgres, SETTING_NAMES, type SettingName, toEnvName } from '../../server/config.ts';
import { isTracingEnabled } from '../../server/observability/tracing-environment.ts';
import { checkPortraitFolder } from '../../server/portraits/portrait-folder.ts';
import { type Check, type Examined, failure, failureOf, ok, type Result, warning } from './check.ts';

const LEAVE_OUT = 'Leave it out.';

/** Settings that end the start, and those that have no effect. */
export const SETTINGS_CHECK: Check = {
  name: 'settings',
  run: async (examined) => {
    const { config, settingProblems, isSet } = examined;
    const problems = settingProblems.map((problem) =>
      failureOf(new Error(problem.message), 'Correct it; `rollbook serve --help` describes it.'),
    );
    const all = [...problems, ...(await findUnstartable(config)), ...findUseless(examined)];
    const count = SETTING_NAMES.filter(isSet).length;
    return all.length > 0 ? all : [ok(count === 0 ? 'none set' : `${count} set`)];
  },
};

async function findUnstartable({ portraits, metricsPort, port }: Examined['config']): Promise<Result[]> {
  const problems: Result[] = [];
  if (metricsPort !== undefined && metricsPort === port && port !== 0)
    problems.push(
      failure(
        `ROLLBOOK_METRICS_PORT and ROLLBOOK_PORT are both ${port}`,
        'Give the metrics a port of their own, such as ROLLBOOK_METRICS_PORT=9464.',
      ),
    );
  if (portraits !== undefined)
    await checkPortraitFolder(portraits).catch((error: Error) => {
      problems.push(failureOf(error, 'Correct ROLLBOOK_PORTRAITS.'));
    });
  return problems;
}

/** What has no effect beside the other settings. */
function findUseless({ config, isSet, env }: Examined): Result[] {
  const useless = (name: SettingName, why: string, advice = LEAVE_OUT): Result =>
    warning(`${toEnvName(name)} does nothing: ${why}`, advice);
  const results: Result[] = [];
  if (isSet('region') && config.region !== 'default' && config.counters === 'memory')
    results.push(
      useless(
        'region',
        'reads are counted in memory, by each instance for itself',
        isPostgres(config.database) ? 'Set ROLLBOOK_COUNTERS=postgres, or leave it out.' : LEAVE_OUT,
      ),
    );
  if (isBackupFolderUnused(config))
    results.push(useless('backups', "a PostgreSQL database is backed up by PostgreSQL's own tools"));
  if (config.corsOrigins.includes('*') && config.corsOrigins.length > 1)
    results.push(
      warning(
        'ROLLBOOK_CORS_ORIGINS names origins beside *, which allows all',
        'Leave out either * or the others.',
      ),
    );
  if (tracesGoNowhere(env))
    results.push(
      warning(
        'OTEL_* names an exporter of traces, but NODE_OPTIONS loads no SDK that sends them',
        "Set NODE_OPTIONS='--import …/traces.mjs', or leave out OTEL_*.",
      ),
    );
  return results;
}

const tracesGoNowhere = (env: NodeJS.ProcessEnv): boolean =>
  isTracingEnabled(env) && !/--(import|require|r)\b/.test(env.NODE_OPTIONS ?? '');
