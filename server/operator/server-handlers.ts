import { dirname } from 'node:path';
import manifest from '../../cli/package.json' with { type: 'json' };
import { backupFolder, listBackups } from '../backups/backup-folder.ts';
import { readDiskSpace } from '../backups/disk-space.ts';
import { isPostgres, sqlitePath } from '../config.ts';
import { toTime } from '../console/console-context.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { SCHALEDB } from '../fetching/schaledb-site.ts';
import { readClockJump } from '../store/clock-jump.ts';
import type { FetchViews } from './fetch-views.ts';
import { writeCommand } from './operator-command.ts';
import type { OperatorContext } from './operator-context.ts';
import type { BackupsView, ServerView } from './views.ts';

const HOUR_MS = 3_600_000;

/** How the server does: what `doctor` and the metrics tell, for the operator's page. */
export function createServerHandlers(context: OperatorContext, { viewCatalogue, viewPortraits }: FetchViews) {
  const { store, config, backupProblem, ready, program, now } = context;
  const isExternal = isPostgres(config.database);
  const startedAt = toTime(now());
  const commands = {
    doctor: writeCommand(program, config.database, 'doctor'),
    importCatalogue: writeCommand(program, config.database, `catalogue import --from ${SCHALEDB.catalogue}`),
  };

  function viewBackups(): BackupsView {
    const folder = backupFolder(config);
    if (folder === undefined) return { state: isExternal ? 'external' : 'off', last: null, problem: null };
    try {
      const [last] = listBackups(folder);
      return {
        state: 'on',
        last: last === undefined ? null : { at: toTime(last.at), kind: last.kind, bytes: last.bytes },
        problem: backupProblem(),
      };
    } catch {
      // The folder cannot be read, and so holds no backup that could be put back.
      return { state: 'on', last: null, problem: 'failed' };
    }
  }

  async function viewClockJump(): Promise<ServerView['clockJump']> {
    const jump = await readClockJump(store.database, now());
    return jump === undefined
      ? null
      : { lastSweepAt: toTime(jump.sweptAt), hoursLeft: Math.ceil(jump.leftMs / HOUR_MS) };
  }

  return {
    async status(): Promise<ServerView> {
      const problem = await ready().then(() => null, describeProblem);
      const sizes = store.fileSizes?.();
      return {
        version: manifest.version,
        nodeVersion: process.versions.node,
        startedAt,
        isReady: problem === null,
        problem,
        database: {
          engine: isExternal ? 'postgres' : 'sqlite',
          bytes: sizes === undefined ? null : sizes.databaseBytes + sizes.logBytes,
        },
        disk: isExternal ? null : readDiskSpace(dirname(sqlitePath(config.database))),
        backups: viewBackups(),
        clockJump: await viewClockJump(),
        catalogue: await viewCatalogue(),
        portraits: await viewPortraits(),
        signup: config.signup,
        commands,
      };
    },
  };
}

/** Only operators see what is wrong with the database. */
const describeProblem = (error: unknown): string =>
  error instanceof UnavailableError ? error.message : 'the database does not work; the log says why';
