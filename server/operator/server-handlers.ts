import { dirname } from 'node:path';
import manifest from '../../cli/package.json' with { type: 'json' };
import { backupFolder, listBackups } from '../backups/backup-folder.ts';
import { readDiskSpace } from '../backups/disk-space.ts';
import { MIN_REFRESH_INTERVAL_MS } from '../catalogue/catalogue-refresher.ts';
import { catalogueDate } from '../catalogue/live-catalogue.ts';
import { readSource } from '../catalogue/source-records.ts';
import { isPostgres, sqlitePath } from '../config.ts';
import { readEmptyBody } from '../console/body-checks.ts';
import { toTime, toTimeOrNull } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { ApiError } from '../errors/api-error.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { readClockJump } from '../store/clock-jump.ts';
import { writeCommand } from './operator-command.ts';
import { type OperatorContext, rejectEndedOperator } from './operator-context.ts';
import type { BackupsView, CatalogueView, ServerView } from './operator-views.ts';

const HOUR_MS = 3_600_000;
const CATALOGUE_ADDRESS = 'https://schaledb.com/data/';

/** How the server does: what `doctor` and the metrics tell, for the operator's page. */
export function createServerHandlers(context: OperatorContext) {
  const { store, config, catalogue, refresher, backupProblem, ready, program, now } = context;
  const isExternal = isPostgres(config.database);
  const startedAt = toTime(now());
  const commands = {
    doctor: writeCommand(program, config.database, 'doctor'),
    importCatalogue: writeCommand(program, config.database, `catalogue import --from ${CATALOGUE_ADDRESS}`),
  };

  async function viewCatalogue(): Promise<CatalogueView> {
    const { catalogueSource } = config;
    const { importedAt, catalogue: current } = catalogue.current;
    const source =
      catalogueSource === undefined ? undefined : await readSource(store.database, catalogueSource);
    return {
      version: current.version,
      students: current.entries.length,
      importedAt: toTimeOrNull(importedAt),
      datedAt: catalogueDate(catalogue.current).toISOString(),
      refreshedAt: toTimeOrNull(source?.checkedAt ?? null),
      hasSource: catalogueSource !== undefined,
      problem: source === undefined || source.problem === null ? null : 'failed',
    };
  }

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
        database: { engine: isExternal ? 'postgres' : 'sqlite', bytes: sizes?.databaseBytes ?? null },
        disk: isExternal ? null : readDiskSpace(dirname(sqlitePath(config.database))),
        backups: viewBackups(),
        clockJump: await viewClockJump(),
        catalogue: await viewCatalogue(),
        signup: config.signup,
        commands,
      };
    },

    async refreshCatalogue(request: SessionRequest): Promise<CatalogueView> {
      readEmptyBody(request);
      if (refresher === undefined) throw noSourceError();
      const refreshed = await refresher.refreshNow(request.caller);
      if (refreshed === 'refused') await rejectEndedOperator(context, request);
      if (refreshed === 'too-soon') throw tooSoonError();
      await catalogue.refresh();
      return viewCatalogue();
    },
  };
}

/** Only operators see what is wrong with the database. */
const describeProblem = (error: unknown): string =>
  error instanceof UnavailableError ? error.message : 'the database does not work; the log says why';

const noSourceError = (): ApiError =>
  new ApiError(
    'no_catalogue_source',
    '학생 목록을 가져올 주소가 없습니다. ROLLBOOK_CATALOGUE_SOURCE를 설정하고 서버를 다시 시작하십시오.',
  );

const tooSoonError = (): ApiError => {
  const seconds = MIN_REFRESH_INTERVAL_MS / 1000;
  return new ApiError(
    'rate_limited',
    `학생 목록을 지금 가져오는 중이거나 방금 가져왔습니다. ${seconds / 60}분 뒤에 다시 시도하십시오.`,
    { headers: { 'retry-after': String(seconds) } },
  );
};
