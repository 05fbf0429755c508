import { BETA_OPERATIONS, type BetaOperationId } from '../../contract/beta-operations.ts';
import { BETA_PROPERTY_TEXTS } from '../../contract/beta-property-texts.ts';
import { FarmQuery, ListChangesQuery, PlanQuery, RosterQuery } from '../../contract/beta-schemas.ts';
import type { Bilingual } from '../../contract/bilingual.ts';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import type { HeaderName } from '../../contract/headers.ts';
import { OPERATION_ID } from '../../contract/operation-headers.ts';
import { COMMON_ERRORS, OPERATIONS, type Operation, type OperationId } from '../../contract/operations.ts';
import { API_PREFIX, BETA_PREFIX } from '../../contract/paths.ts';
import { FindStudentsQuery, ListStudentsQuery, PROPERTY_TEXTS, type Schema } from '../../contract/schemas.ts';

/** What openapi.json and the reference say about each operation, derived from the contract's tables. */
export const OPERATION_LIST = Object.entries(OPERATIONS) as [OperationId, Operation][];
export const BETA_OPERATION_LIST = Object.entries(BETA_OPERATIONS) as [BetaOperationId, Operation][];

/** No two of the operations have the same name. */
export type AnyOperationId = OperationId | BetaOperationId;

export const isBeta = (id: AnyOperationId): id is BetaOperationId => id in BETA_OPERATIONS;
export const findOperation = (id: AnyOperationId): Operation =>
  isBeta(id) ? BETA_OPERATIONS[id] : OPERATIONS[id];
export const prefixOf = (id: AnyOperationId): string => (isBeta(id) ? BETA_PREFIX : API_PREFIX);
export const fullPath = (id: AnyOperationId): string => prefixOf(id) + findOperation(id).path;

const QUERIES: Partial<Record<AnyOperationId, Schema>> = {
  listChanges: ListChangesQuery,
  getRoster: RosterQuery,
  getPlan: PlanQuery,
  getFarmPlan: FarmQuery,
  findStudents: FindStudentsQuery,
  listRecruitedStudents: ListStudentsQuery,
};

export const RESPONSE_SCHEMAS: Record<AnyOperationId, string> = {
  getMe: 'MeResponse',
  listChanges: 'ChangeListResponse',
  getRoster: 'RosterResponse',
  listGoals: 'GoalListResponse',
  getGoal: 'Goal',
  putGoal: 'Goal',
  deleteGoal: 'GoalDeleteResponse',
  completeGoal: 'CompletedGoal',
  getStock: 'Stock',
  patchStock: 'Stock',
  getPlan: 'GrowthPlan',
  getFarmPlan: 'FarmPlan',
  createProposal: 'ProposalResponse',
  listProposals: 'ProposalListResponse',
  getProposal: 'ProposalResponse',
  withdrawProposal: 'ProposalWithdrawal',
  findStudents: 'StudentSearchResponse',
  listRecruitedStudents: 'RecruitedStudentListResponse',
  registerRecruitedStudent: 'StudentWriteResponse',
  getRecruitedStudent: 'RecruitedStudentResponse',
  patchRecruitedStudent: 'StudentWriteResponse',
  deleteRecruitedStudent: 'StudentDeleteResponse',
};

/** Whether the rules of a student's state apply to the body as a whole. */
export const hasStateBody = ({ body }: Pick<Operation, 'body'>): boolean =>
  body === 'StudentRegistration' || body === 'StudentPatch';

export const BODY_RULES: Bilingual = {
  ko: '본문은 학생 한 명의 객체 하나이며 배열은 거부됩니다. 요청을 적용한 결과 전체가 아래 규칙을 지켜야 합니다. 규칙을 어기면 요청 전체가 거부되고 아무것도 바뀌지 않으며, 서버는 다른 필드를 고쳐 맞추지 않습니다.',
  en: 'The body is one object for one student; arrays are rejected. The rules below apply to the whole state as it would be after the request. If it breaks one, the whole request is rejected and nothing changes; the server changes no other field to make it fit.',
};

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  text: Bilingual;
  schema: Schema;
}

/** The parameters in the path, then those of the query and of headers. */
export function parametersOf(id: AnyOperationId): Parameter[] {
  const { properties = {}, required = [] } = (QUERIES[id] ?? {}) as {
    properties?: Record<ParameterName, Schema>;
    required?: string[];
  };
  const inQuery = Object.entries(properties) as [ParameterName, Schema][];
  const texts = isBeta(id) ? { ...PROPERTY_TEXTS, ...BETA_PROPERTY_TEXTS } : PROPERTY_TEXTS;
  return [
    ...(findOperation(id).path.includes('{studentUid}') ? [PATH_UID] : []),
    ...(findOperation(id).path.includes('{proposalId}') ? [PATH_PROPOSAL] : []),
    ...inQuery.map(([name, { description: _, ...schema }]) => ({
      name,
      in: 'query' as const,
      required: required.includes(name),
      text: (texts as Record<string, Bilingual>)[PARAMETER_TEXTS[id]?.[name] ?? name] as Bilingual,
      schema,
    })),
    ...(findOperation(id).isConditional ? [IF_NONE_MATCH] : []),
    ...(findOperation(id).isGuarded ? [IF_MATCH] : []),
    ...(isBeta(id) && findOperation(id).permission === 'write' ? [bulkOperation(id)] : []),
  ];
}

type ParameterName = keyof typeof PROPERTY_TEXTS | keyof typeof BETA_PROPERTY_TEXTS;

/** Of parameters that mean something else than the property of that name. */
const PARAMETER_TEXTS: Partial<Record<AnyOperationId, Partial<Record<string, ParameterName>>>> = {
  listChanges: { limit: 'changesAtATime', wait: 'changesWait' },
  getRoster: { fields: 'rosterFields', at: 'rosterTime' },
};

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  text: {
    ko: '앞선 응답의 `ETag`. 달라진 것이 없으면 304이며, 이것도 읽기 1회입니다',
    en: 'the `ETag` of an earlier response; 304 if nothing has changed, which counts as a read too',
  },
  schema: { type: 'string' },
};

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  text: {
    ko: '조회한 목표나 보유 아이템의 `ETag`. 그사이 달라졌으면 아무것도 쓰지 않고 412입니다',
    en: 'the `ETag` of the goal or the stock as it was read; 412, and nothing is written, if it has changed since',
  },
  schema: { type: 'string' },
};

/** /v1, whose description is exactly the contract, ignores one that is malformed. */
const bulkOperation = (id: BetaOperationId): Parameter => ({
  name: 'Bulk-Operation',
  in: 'header',
  required: false,
  text:
    id === 'completeGoal'
      ? {
          ko: '값이 같은 쓰기 요청의 변경은 변경 기록에서 한 묶음이 됩니다. 생략하면 이 요청만 한 묶음입니다',
          en: 'Writes with the same value are one group of the history. By default this request is a group by itself',
        }
      : {
          ko: '형식만 검사합니다. 목표, 보유 아이템, 제안은 변경 기록에 남지 않습니다',
          en: 'Only its form is checked: goals, the stock and proposals are not in the history',
        },
  schema: { type: 'string', pattern: OPERATION_ID.source },
});

const PATH_UID: Parameter = {
  name: 'studentUid',
  in: 'path',
  required: true,
  text: {
    ko: '검색 결과의 학생 UID. 다른 형태의 UID도 됩니다',
    en: 'student UID from a search, of any form',
  },
  schema: { type: 'string', minLength: 1 },
};

const PATH_PROPOSAL: Parameter = {
  name: 'proposalId',
  in: 'path',
  required: true,
  text: { ko: '제안 ID', en: 'proposal ID' },
  schema: { type: 'string', minLength: 1 },
};

const NO_HISTORY: Bilingual = {
  ko: '서버가 변경 기록을 남기지 않습니다.',
  en: 'The server keeps no history.',
};
const NO_GOAL: Bilingual = {
  ko: '학생 UID 또는 그 학생의 성장 목표가 없습니다.',
  en: 'The student UID does not exist, or the account has no goal for the student.',
};
const NO_PROPOSAL: Bilingual = {
  ko: '이 키의 제안이 아니거나, 끝나서 철회할 수 없습니다.',
  en: 'It is no proposal of this key, or has ended and cannot be withdrawn.',
};
/** When an operation answers 404 `not_found`, where that of the table of errors is not meant. */
export const NOT_FOUND_REASONS: Partial<Record<AnyOperationId, Bilingual>> = {
  listChanges: NO_HISTORY,
  getRoster: NO_HISTORY,
  getGoal: NO_GOAL,
  deleteGoal: NO_GOAL,
  completeGoal: NO_GOAL,
  getProposal: NO_PROPOSAL,
  withdrawProposal: NO_PROPOSAL,
};

export interface StatusGroup {
  status: number;
  codes: ErrorCode[];
}

/** The errors of an operation by status, in ascending order. */
export function groupByStatus({ errors, isGuarded }: Pick<Operation, 'errors' | 'isGuarded'>): StatusGroup[] {
  const codes: ErrorCode[] = [...COMMON_ERRORS, ...errors];
  return [
    ...[...Map.groupBy(codes, (code) => ERRORS[code].status)].map(([status, codes]) => ({ status, codes })),
    ...(isGuarded ? [{ status: NOT_MATCHED, codes: ['invalid_request' as const] }] : []),
  ].sort((a, b) => a.status - b.status);
}

/** The status of an `If-Match` that has not the ETag of now. */
export const NOT_MATCHED = 412;
export const NOT_MATCHED_TEXT: Bilingual = {
  ko: '`If-Match`의 값이 지금의 `ETag`와 다릅니다. 아무것도 쓰지 않았습니다. 목표가 없을 때도 같으며, 있으면 `ETag` 헤더가 지금의 값을 알립니다.',
  en: '`If-Match` does not have the `ETag` of now, or there is no goal. Nothing was written; the header `ETag` names that of now, if there is one.',
};

/** Requests that fail authentication or the permission check are not counted and have no RateLimit headers. */
const UNCOUNTED: readonly number[] = [401, 403];
/** These may also come before counting, for a broken request line or during shutdown, without RateLimit headers. */
const MAY_BE_UNCOUNTED: readonly number[] = [400, 404, 500, 503];
/** The headers that a response has only if the key was looked at. */
export const NEEDS_KEY = /^(RateLimit|Rollbook)/;
/** Further headers by status. */
const HEADERS_BY_STATUS: Record<number, HeaderName> = {
  201: 'Location',
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

/** The headers of a response, and whether it always has them. */
export function headersOf(
  status: number,
  operation?: Pick<Operation, 'isConditional' | 'isTagged'>,
  tellsVersion = false,
): { name: HeaderName; always: boolean }[] {
  const hasTag = operation?.isConditional || operation?.isTagged;
  const further = hasTag && status < 400 ? 'ETag' : HEADERS_BY_STATUS[status];
  const names: HeaderName[] = [
    'Request-Id',
    ...(UNCOUNTED.includes(status) ? [] : (['RateLimit-Policy', 'RateLimit'] as const)),
    ...(further === undefined ? [] : [further]),
    ...(tellsVersion && status !== 401 ? (['Rollbook-Version'] as const) : []),
  ];
  return names.map((name) => ({
    name,
    always: !(MAY_BE_UNCOUNTED.includes(status) && NEEDS_KEY.test(name)),
  }));
}
