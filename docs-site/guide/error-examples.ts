import type { ErrorCode } from '../../contract/errors.ts';
import { HEADER_NAMES } from '../../contract/headers.ts';
import { API_PREFIX, OPERATIONS, type OperationId } from '../../contract/operations.ts';
import { StudentPatch } from '../../contract/schemas.ts';
import { STATE_FIELDS } from '../../contract/state-fields.ts';
import { missingKeyError, rejectKey } from '../../server/auth/authenticate.ts';
import { ApiError, invalidRequest, serializeError, toApiError } from '../../server/http/api-error.ts';
import { compileValidator } from '../../server/http/validation.ts';
import {
  rateLimitedError,
  rateLimitHeader,
  rateLimitPolicyHeader,
} from '../../server/rate-limit/rate-limit-headers.ts';
import { UnavailableError } from '../../server/store/types.ts';
import {
  alreadyRecruitedError,
  notRecruitedError,
  studentNotFoundError,
} from '../../server/students/student-handlers.ts';
import { type Html, html } from '../html.ts';
import { example } from './example.ts';
import { json } from './sample.ts';
import type { Facts } from './section.ts';

/** An import of it would also load what fetch and HTTP/2 are made of: 45 ms of every start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

const WAIT_SECONDS = 23;
const NOBODY = '00000';
const patchShape = compileValidator(StudentPatch);

/** A refusal of each code with the request that meets it, made where the service makes its own. */
export const REFUSALS: Record<
  ErrorCode,
  (facts: Facts) => { request: string; body?: object; denial: ApiError }
> = {
  invalid_request(facts) {
    const body = { level: STATE_FIELDS.level.max + 1, skillEx: '5', weapon: 2 };
    return {
      request: patchOf(facts),
      body,
      denial: invalidRequest(patchShape(body)),
    };
  },
  unauthorized: () => ({ request: requestLine('listRecruitedStudents'), denial: missingKeyError() }),
  forbidden: (facts) => ({ request: patchOf(facts), denial: rejectKey('read-only') }),
  not_found: () => ({
    request: requestLine('getRecruitedStudent', NOBODY),
    denial: studentNotFoundError(NOBODY),
  }),
  student_not_recruited: (facts) => ({
    request: requestLine('getRecruitedStudent', example(facts).uid),
    denial: notRecruitedError(example(facts).uid),
  }),
  student_already_recruited: (facts) => ({
    request: requestLine('registerRecruitedStudent'),
    body: example(facts).registration,
    denial: alreadyRecruitedError(example(facts).uid),
  }),
  rate_limited({ limits }) {
    const { code, message, headers } = rateLimitedError('read', limits.read, WAIT_SECONDS);
    const counted = {
      'ratelimit-policy': rateLimitPolicyHeader('read', limits.read),
      ratelimit: rateLimitHeader('read', 0, WAIT_SECONDS),
    };
    return {
      request: requestLine('listRecruitedStudents'),
      denial: new ApiError(code, message, { headers: { ...counted, ...headers } }),
    };
  },
  internal_error: (facts) => ({ request: patchOf(facts), denial: toApiError(new Error(), false) }),
  unavailable: (facts) => ({ request: patchOf(facts), denial: toApiError(new UnavailableError(), false) }),
};

const patchOf = (facts: Facts): string => requestLine('patchRecruitedStudent', example(facts).uid);

function requestLine(id: OperationId, uid = ''): string {
  const { method, path } = OPERATIONS[id];
  return `${method} ${API_PREFIX}${path.replace('{studentUid}', uid)}`;
}

/** As it goes over the wire, set for reading. */
export function answerText(denial: ApiError, docsUrl: string): Html {
  const { status, headers } = denial;
  const said = Object.entries(headers).map(([name, value]) => {
    const written = HEADER_NAMES.find((known) => known.toLowerCase() === name) ?? name;
    return `${written}: ${value}\n`;
  });
  return html`<code><b>${status} ${STATUS_CODES[status]}</b>
${said}
${json(JSON.parse(serializeError(denial, docsUrl)))}</code>`;
}
