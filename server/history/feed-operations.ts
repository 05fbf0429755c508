import type { BetaOperationId } from '../../contract/beta-operations.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import type { AppContext } from '../app-context.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { jsonOutcome } from '../request/outcome.ts';
import type { Operation } from '../request/request-context.ts';
import { readChangeFeed } from './change-feed.ts';
import { readChangesQuery, readPastTime } from './history-queries.ts';
import { readPastRoster } from './past-roster.ts';

/** GET /beta/changes and GET /beta/roster. */
export function createFeedOperations({
  store: { database },
  config,
  now,
}: Pick<AppContext, 'store' | 'config' | 'now'>) {
  const withHistory =
    (operate: Operation): Operation =>
    (context) => {
      if (!config.history) throw noHistoryError();
      return operate(context);
    };

  return {
    listChanges: withHistory(async ({ request, caller: { accountId } }) => {
      const { after, limit } = readChangesQuery(request);
      const page = await readChangeFeed(database, accountId, after, limit);
      if (page === undefined) throw invalidRequest([AFTER_NOT_KEPT]);
      return jsonOutcome(page);
    }),

    getPastRoster: withHistory(async ({ request, caller: { accountId } }) => {
      const at = readPastTime(request);
      const { signal } = request;
      const past = await readPastRoster({ database, accountId, signal }, { at }, now());
      if (past === undefined) throw invalidRequest([TIME_NOT_KEPT]);
      const { asOf, students } = past;
      return jsonOutcome(JSON.stringify({ asOf: new Date(asOf).toISOString(), students }));
    }),
  } satisfies Partial<Record<BetaOperationId, Operation>>;
}

export const AFTER_NOT_KEPT: FieldError = {
  field: 'after',
  message:
    '이 번호 바로 뒤의 변경은 남아 있지 않습니다. 모집한 학생 목록을 다시 조회하고, after 없이 처음부터 읽으십시오.',
};

export const TIME_NOT_KEPT: FieldError = {
  field: 'at',
  message: '그때의 목록은 남아 있지 않습니다. 기록이 남아 있는 시각을 보내십시오.',
};

export const noHistoryError = (): ApiError =>
  new ApiError(
    'not_found',
    '이 서버는 변경 기록을 남기지 않습니다. 기록하려면 서버 운영자에게 문의하십시오.',
  );
