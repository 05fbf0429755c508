import manifest from '../../cli/package.json' with { type: 'json' };
import { MIN_REFRESH_INTERVAL_MS } from '../catalogue/catalogue-refresher.ts';
import { readSource } from '../catalogue/source-records.ts';
import { isPostgres } from '../config.ts';
import { readEmptyBody } from '../console/body-checks.ts';
import { toTime, toTimeOrNull } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { ApiError } from '../errors/api-error.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { type OperatorContext, rejectEndedOperator } from './operator-context.ts';
import type { BackupsView, CatalogueView, ServerView } from './operator-views.ts';

/** How the server does: what `doctor` and the metrics tell, for the operator's page. */
export function createServerHandlers(context: OperatorContext) {
  const { store, config, catalogue, refresher, ready, now } = context;
  const engine = isPostgres(config.database) ? 'postgres' : 'sqlite';
  const startedAt = toTime(now());

  async function viewCatalogue(): Promise<CatalogueView> {
    const { catalogueSource } = config;
    const { importedAt, catalogue: current } = catalogue.current;
    const source =
      catalogueSource === undefined ? undefined : await readSource(store.database, catalogueSource);
    return {
      version: current.version,
      students: current.entries.length,
      importedAt: toTimeOrNull(importedAt),
      refreshedAt: toTimeOrNull(source?.checkedAt ?? null),
      hasSource: catalogueSource !== undefined,
      problem: source === undefined || source.problem === null ? null : 'failed',
    };
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
        database: { engine, bytes: sizes?.databaseBytes ?? null },
        disk: null,
        backups: viewBackups(engine),
        catalogue: await viewCatalogue(),
        signup: config.signup,
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

function viewBackups(engine: 'sqlite' | 'postgres'): BackupsView {
  return { state: engine === 'postgres' ? 'external' : 'off', last: null, problem: null };
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
