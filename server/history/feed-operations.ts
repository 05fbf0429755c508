import { hash } from 'node:crypto';
import type { BetaOperationId } from '../../contract/beta-operations.ts';
import type { RecruitedStudent, StateName } from '../../contract/state-fields.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import type { AppContext } from '../app-context.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { unlessKept } from '../http/etags.ts';
import { addVary, CACHE_PRIVATELY } from '../http/response-headers.ts';
import { jsonOutcome } from '../request/outcome.ts';
import type { Operation } from '../request/request-context.ts';
import { readChangeFeed } from './change-feed.ts';
import { readNow, readRosterAt } from './past-roster.ts';
import { readChangesQuery, readWholeRosterQuery } from './queries.ts';

/** GET /beta/changes and GET /beta/roster. */
export function createFeedOperations({
  store: { database },
  config,
  now,
}: Pick<AppContext, 'store' | 'config' | 'now'>) {
  return {
    async listChanges({ request, caller: { accountId } }) {
      if (!config.history) throw noHistoryError();
      const { after, limit } = readChangesQuery(request);
      const page = await readChangeFeed(database, accountId, after, limit);
      if (page === undefined) throw invalidRequest([AFTER_NOT_KEPT]);
      return jsonOutcome(page);
    },

    async getRoster({ request, caller: { accountId } }) {
      const { fields, at } = readWholeRosterQuery(request);
      if (at !== undefined && !config.history) throw noHistoryError();
      const reader = { database, accountId, signal: request.signal };
      const roster = at === undefined ? await readNow(reader, now()) : await readRosterAt(reader, at, now());
      if (roster?.lastNumber === undefined) throw invalidRequest([TIME_NOT_KEPT]);
      const { lastNumber, students, changedAt } = roster;
      const asOf = changedAt ?? roster.asOf;
      const values = JSON.stringify(fields === undefined ? students : students.map(pickFrom(fields)));
      addVary(request, 'Authorization');
      const etag = `W/"${hash('sha256', JSON.stringify([accountId, fields, at, values]), 'hex').slice(0, 32)}"`;
      const rest = JSON.stringify({ asOf: new Date(asOf).toISOString(), lastNumber });
      const answer = jsonOutcome(`{"students":${values},${rest.slice(1)}`);
      return unlessKept(request, answer, { etag, 'cache-control': CACHE_PRIVATELY });
    },
  } satisfies Partial<Record<BetaOperationId, Operation>>;
}

const pickFrom =
  (fields: readonly StateName[]) =>
  (student: RecruitedStudent): Partial<RecruitedStudent> =>
    Object.fromEntries([['studentUid', student.studentUid], ...fields.map((name) => [name, student[name]])]);

export const AFTER_NOT_KEPT: FieldError = {
  field: 'after',
  message:
    '이 번호 바로 뒤의 변경은 남아 있지 않습니다. If-None-Match 없이 GET /beta/roster로 모집한 학생을 다시 조회하고, 그 응답의 lastNumber를 after로 보내 이어서 따라가십시오.',
};

export const TIME_NOT_KEPT: FieldError = {
  field: 'at',
  message: '그때의 목록은 남아 있지 않습니다. 계정을 만든 뒤의, 기록이 남아 있는 시각을 보내십시오.',
};

export const noHistoryError = (): ApiError =>
  new ApiError(
    'not_found',
    '이 서버는 변경 기록을 남기지 않습니다. 기록하려면 서버 운영자에게 문의하십시오.',
  );
