import type { ErrorCode } from '../../contract/errors.ts';
import { HEADER_NAMES } from '../../contract/headers.ts';
import { OPERATIONS, type OperationId, VERSION } from '../../contract/operations.ts';
import { StudentPatch } from '../../contract/schemas.ts';
import { STATE_FIELDS } from '../../contract/state-fields.ts';
import { refusal, withoutKey } from '../../server/auth/authenticate.ts';
import { asDenial, Denial, errorBody, invalid } from '../../server/http/api-error.ts';
import { shape } from '../../server/http/validation.ts';
import { exceeded, leftOf, policyOf } from '../../server/rate-limit/rate-limit-headers.ts';
import { Unavailable } from '../../server/store/types.ts';
import { alreadyRecruited, noSuchStudent, notRecruited } from '../../server/students/student-handlers.ts';
import { type Html, html } from '../html.ts';
import { example } from './example.ts';
import { json } from './sample.ts';
import type { Facts } from './section.ts';

/** An import of it would also load what fetch and HTTP/2 are made of: 45 ms of every start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

const WAIT_SECONDS = 23;
const NOBODY = '00000';
const patchShape = shape(StudentPatch);

/** A refusal of each code with the request that meets it, made where the service makes its own. */
export const REFUSALS: Record<
  ErrorCode,
  (facts: Facts) => { request: string; body?: object; denial: Denial }
> = {
  invalid_request(facts) {
    const body = { level: STATE_FIELDS.level.max + 1, skillEx: '5', weapon: 2 };
    return {
      request: patchOf(facts),
      body,
      denial: invalid(patchShape(body)),
    };
  },
  unauthorized: () => ({ request: requestLine('listRecruitedStudents'), denial: withoutKey() }),
  forbidden: (facts) => ({ request: patchOf(facts), denial: refusal('read-only') }),
  not_found: () => ({ request: requestLine('getRecruitedStudent', NOBODY), denial: noSuchStudent(NOBODY) }),
  student_not_recruited: (facts) => ({
    request: requestLine('getRecruitedStudent', example(facts).uid),
    denial: notRecruited(example(facts).uid),
  }),
  student_already_recruited: (facts) => ({
    request: requestLine('registerRecruitedStudent'),
    body: example(facts).registration,
    denial: alreadyRecruited(example(facts).uid),
  }),
  rate_limited({ limits }) {
    const { code, message, headers } = exceeded('read', limits.read, WAIT_SECONDS);
    const counted = {
      'ratelimit-policy': policyOf('read', limits.read),
      ratelimit: leftOf('read', 0, WAIT_SECONDS),
    };
    return {
      request: requestLine('listRecruitedStudents'),
      denial: new Denial(code, message, { headers: { ...counted, ...headers } }),
    };
  },
  internal_error: (facts) => ({ request: patchOf(facts), denial: asDenial(new Error(), false) }),
  unavailable: (facts) => ({ request: patchOf(facts), denial: asDenial(new Unavailable(), false) }),
};

const patchOf = (facts: Facts): string => requestLine('patchRecruitedStudent', example(facts).uid);

function requestLine(id: OperationId, uid = ''): string {
  const { method, path } = OPERATIONS[id];
  return `${method} ${VERSION}${path.replace('{studentUid}', uid)}`;
}

/** As it goes over the wire, set for reading. */
export function answerText(denial: Denial, docsUrl: string): Html {
  const { status, headers } = denial;
  const said = Object.entries(headers).map(([name, value]) => {
    const written = HEADER_NAMES.find((known) => known.toLowerCase() === name) ?? name;
    return `${written}: ${value}\n`;
  });
  return html`<code><b>${status} ${STATUS_CODES[status]}</b>
${said}
${json(JSON.parse(errorBody(denial, docsUrl)))}</code>`;
}
