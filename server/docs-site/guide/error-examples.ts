import { FarmQuery, GoalCompletion, PlanQuery, StockChanges } from '../../../contract/beta-schemas.ts';
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts';
import { toFieldError } from '../../../contract/field-errors.ts';
import { HEADER_NAMES } from '../../../contract/headers.ts';
import { MAX_PAGE_SIZE, type Permission } from '../../../contract/limits.ts';
import { FindStudentsQuery, ListStudentsQuery, StudentPatch } from '../../../contract/schemas.ts';
import { STATE_FIELDS } from '../../../contract/state-fields.ts';
import { applyRegistration } from '../../../contract/state-rules.ts';
import { checkStateRules } from '../../../contract/violation-texts.ts';
import { missingKeyError, rejectKey } from '../../auth/admit-key.ts';
import { ApiError, invalidRequest, serializeError, toApiError } from '../../errors/api-error.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { AFTER_NOT_KEPT, noHistoryError, TIME_NOT_KEPT } from '../../history/feed-operations.ts';
import { formatJson } from '../../html/assets/code-text.js';
import { tagOf } from '../../http/etags.ts';
import { expectError } from '../../http/http-errors.ts';
import { compileValidator } from '../../http/validation.ts';
import { checkGoalShape } from '../../plans/goal-checks.ts';
import { goalNotFoundError } from '../../plans/goals.ts';
import { notMatchedError } from '../../plans/preconditions.ts';
import { proposalNotFoundError } from '../../proposals/proposal-operations.ts';
import { PROPOSAL_BODY } from '../../proposals/schemas.ts';
import {
  rateLimitedError,
  rateLimitHeader,
  rateLimitPolicyHeader,
} from '../../rate-limit/rate-limit-headers.ts';
import {
  alreadyRecruitedError,
  notRecruitedError,
  studentNotFoundError,
} from '../../roster/student-errors.ts';
import { type AnyOperationId, findOperation, NOT_MATCHED } from '../operation-details.ts';
import { exampleStudent } from './example.ts';
import type { ServiceInfo } from './section.ts';

/** A static import of `node:http` also loads fetch and HTTP/2, which adds 45 ms to every start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

const RETRY_AFTER_SECONDS = 23;
const UNKNOWN_UID = '00000';
const validate = {
  search: compileValidator(FindStudentsQuery),
  list: compileValidator(ListStudentsQuery),
  patch: compileValidator(StudentPatch),
  stock: compileValidator(StockChanges),
  plan: compileValidator(PlanQuery),
  farm: compileValidator(FarmQuery),
  completion: compileValidator(GoalCompletion),
  proposal: compileValidator(PROPOSAL_BODY),
};
const INVALID_QUERY = { limit: MAX_PAGE_SIZE + 1 };
const INVALID_GOAL = { wanted: { level: STATE_FIELDS.level.max + 1 }, priority: -1 };
const INVALID_STOCK = { items: { credits: -1 } };
const INVALID_PLAN = { label: '' };
const INVALID_FARM = { area: 0 };
const INVALID_PROPOSAL = { students: [] };
const INVALID_COMPLETION = { fields: ['weapon'] };
const INVALID_PATCH = { level: STATE_FIELDS.level.max + 1, skillEx: '5', weapon: 2 };

/** An error as an operation returns it, built by the functions that the API itself uses. */
export function exampleError(
  code: ErrorCode,
  id: AnyOperationId,
  service: ServiceInfo,
  status: number = ERRORS[code].status,
): ApiError {
  if (status === NOT_MATCHED) return notMatchedError(tagOf(''));
  const { permission, method } = findOperation(id);
  switch (code) {
    case 'invalid_request':
      return INVALID_REQUESTS[id](service);
    case 'unauthorized':
      return missingKeyError();
    case 'forbidden':
      return rejectKey(permission === 'write' ? 'read-only' : 'suspended');
    case 'not_found':
      return NOT_FOUND_ERRORS[id]?.(service) ?? studentNotFoundError(UNKNOWN_UID);
    case 'student_not_recruited':
      return notRecruitedError(exampleStudent(service).uid);
    case 'student_already_recruited':
      return alreadyRecruitedError(exampleStudent(service).uid);
    case 'rate_limited':
      return exampleRateLimited(permission, service.limits[permission]);
    case 'internal_error':
      return toApiError(new Error(), method === 'GET');
    case 'unavailable':
      return toApiError(new UnavailableError(), method === 'GET');
  }
}

const NOT_FOUND_ERRORS: Partial<Record<AnyOperationId, (service: ServiceInfo) => ApiError>> = {
  listChanges: noHistoryError,
  getRoster: noHistoryError,
  getGoal: (service) => goalNotFoundError(exampleStudent(service).uid),
  deleteGoal: (service) => goalNotFoundError(exampleStudent(service).uid),
  completeGoal: (service) => goalNotFoundError(exampleStudent(service).uid),
  getProposal: proposalNotFoundError,
  withdrawProposal: proposalNotFoundError,
};

const INVALID_REQUESTS: Record<AnyOperationId, (service: ServiceInfo) => ApiError> = {
  findStudents: () => invalidRequest(validate.search(INVALID_QUERY)),
  listRecruitedStudents: () => invalidRequest(validate.list(INVALID_QUERY)),
  registerRecruitedStudent(service) {
    const { invalid } = exampleStudent(service);
    return invalidRequest(checkStateRules(applyRegistration(undefined, invalid), invalid).map(toFieldError));
  },
  getRecruitedStudent: expectError,
  patchRecruitedStudent: () => invalidRequest(validate.patch(INVALID_PATCH)),
  deleteRecruitedStudent: expectError,
  getMe: expectError,
  listChanges: () => invalidRequest([AFTER_NOT_KEPT]),
  getRoster: () => invalidRequest([TIME_NOT_KEPT]),
  listGoals: expectError,
  getGoal: expectError,
  putGoal: () => invalidRequest(checkGoalShape(INVALID_GOAL)),
  deleteGoal: expectError,
  completeGoal: () => invalidRequest(validate.completion(INVALID_COMPLETION)),
  getStock: expectError,
  patchStock: () => invalidRequest(validate.stock(INVALID_STOCK)),
  createProposal: () => invalidRequest(validate.proposal(INVALID_PROPOSAL)),
  listProposals: expectError,
  getProposal: expectError,
  withdrawProposal: expectError,
  getPlan: () => invalidRequest(validate.plan(INVALID_PLAN)),
  getFarmPlan: () => invalidRequest(validate.farm(INVALID_FARM)),
};

function exampleRateLimited(permission: Permission, limit: number): ApiError {
  const { code, message, headers } = rateLimitedError(permission, limit, RETRY_AFTER_SECONDS);
  const rateLimitHeaders = {
    'ratelimit-policy': rateLimitPolicyHeader(permission, limit),
    ratelimit: rateLimitHeader(permission, 0, RETRY_AFTER_SECONDS),
  };
  return new ApiError(code, message, { headers: { ...rateLimitHeaders, ...headers } });
}

/** Status line, headers and body as the API sends them, with the JSON indented. */
export function responseText(error: ApiError, docsUrl: string): string {
  const { status, headers } = error;
  const headerLines = Object.entries(headers).map(([name, value]) => {
    const displayName = HEADER_NAMES.find((known) => known.toLowerCase() === name) ?? name;
    return `${displayName}: ${value}\n`;
  });
  const body = formatJson(JSON.parse(serializeError(error, docsUrl)));
  return `${status} ${STATUS_CODES[status]}\n${headerLines.join('')}\n${body}`;
}
