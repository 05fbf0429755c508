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
import { exampleStudent } from './example.ts';
import { json } from './sample.ts';
import type { ServiceInfo } from './section.ts';

/** A static import of `node:http` also loads fetch and HTTP/2, which adds 45 ms to every start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

const RETRY_AFTER_SECONDS = 23;
const UNKNOWN_UID = '00000';
const validatePatch = compileValidator(StudentPatch);

/** An example of each error and a request that gets it, built by the functions that the API itself uses. */
export const ERROR_EXAMPLES: Record<
  ErrorCode,
  (facts: ServiceInfo) => { request: string; body?: object; error: ApiError }
> = {
  invalid_request(facts) {
    const body = { level: STATE_FIELDS.level.max + 1, skillEx: '5', weapon: 2 };
    return {
      request: patchRequestLine(facts),
      body,
      error: invalidRequest(validatePatch(body)),
    };
  },
  unauthorized: () => ({ request: requestLine('listRecruitedStudents'), error: missingKeyError() }),
  forbidden: (facts) => ({ request: patchRequestLine(facts), error: rejectKey('read-only') }),
  not_found: () => ({
    request: requestLine('getRecruitedStudent', UNKNOWN_UID),
    error: studentNotFoundError(UNKNOWN_UID),
  }),
  student_not_recruited: (facts) => ({
    request: requestLine('getRecruitedStudent', exampleStudent(facts).uid),
    error: notRecruitedError(exampleStudent(facts).uid),
  }),
  student_already_recruited: (facts) => ({
    request: requestLine('registerRecruitedStudent'),
    body: exampleStudent(facts).registration,
    error: alreadyRecruitedError(exampleStudent(facts).uid),
  }),
  rate_limited({ limits }) {
    const { code, message, headers } = rateLimitedError('read', limits.read, RETRY_AFTER_SECONDS);
    const rateLimitHeaders = {
      'ratelimit-policy': rateLimitPolicyHeader('read', limits.read),
      ratelimit: rateLimitHeader('read', 0, RETRY_AFTER_SECONDS),
    };
    return {
      request: requestLine('listRecruitedStudents'),
      error: new ApiError(code, message, { headers: { ...rateLimitHeaders, ...headers } }),
    };
  },
  internal_error: (facts) => ({ request: patchRequestLine(facts), error: toApiError(new Error(), false) }),
  unavailable: (facts) => ({
    request: patchRequestLine(facts),
    error: toApiError(new UnavailableError(), false),
  }),
};

const patchRequestLine = (facts: ServiceInfo): string =>
  requestLine('patchRecruitedStudent', exampleStudent(facts).uid);

function requestLine(id: OperationId, uid = ''): string {
  const { method, path } = OPERATIONS[id];
  return `${method} ${API_PREFIX}${path.replace('{studentUid}', uid)}`;
}

/** Status line, headers and body as the API sends them, with the JSON indented. */
export function responseText(error: ApiError, docsUrl: string): Html {
  const { status, headers } = error;
  const headerLines = Object.entries(headers).map(([name, value]) => {
    const displayName = HEADER_NAMES.find((known) => known.toLowerCase() === name) ?? name;
    return `${displayName}: ${value}\n`;
  });
  return html`<code><b>${status} ${STATUS_CODES[status]}</b>
${headerLines}
${json(JSON.parse(serializeError(error, docsUrl)))}</code>`;
}
