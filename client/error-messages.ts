import type { ErrorCode } from '../contract/errors.ts';
import { checkFields } from '../contract/field-checks.ts';
import { quoteText, quoteUid } from '../contract/quoted-text.ts';
import {
  MAX_CHANGES_PER_PAGE,
  MAX_PAGE_SIZE,
  MAX_QUERY_LENGTH,
  MAX_WAIT_SECONDS,
} from '../contract/request-limits.ts';
import { STATE_FIELDS, type StateName, type StudentPatch } from '../contract/state-fields.ts';
import { describePlanField, describeRules } from './plan-fields.ts';
import type { InvalidField } from './rollbook-error.ts';

/** The part of a request that its error tells. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  /** Nothing says who calls. */
  readonly isAnonymous?: boolean | undefined;
}

interface ResponseError {
  readonly code: ErrorCode;
  readonly status: number;
  readonly request: SentRequest;
  readonly fields: readonly InvalidField[] | undefined;
  readonly retryAfterMs: number | undefined;
  readonly serverMessage?: string;
}

/** Below /beta. */
const HISTORY_PATHS = ['/changes', '/roster'];

const GOALS_PATH = '/goals/';
/** An area that a key lacks, as the service names it. */
const AREA = /`([a-z]+:[a-z]+)`/;

const MESSAGES: Readonly<Record<ErrorCode, (error: ResponseError) => string>> = {
  invalid_request: ({ fields = [] }) => describeFields(fields),
  unauthorized: ({ request }) =>
    request.isAnonymous
      ? 'No API key was given. Is ROLLBOOK_KEY set?'
      : 'The API key is wrong, expired or revoked. Use a valid one.',
  forbidden: ({ serverMessage }) => {
    const [, area] = AREA.exec(serverMessage ?? '') ?? [];
    if (area === undefined) return 'The API key may only read or lacks an area, or the account is suspended.';
    const proposes =
      area === 'roster:write' ? ' A key with roster:propose may call roster.propose instead.' : '';
    return `The API key lacks the area ${area}: connect again and ask for it, or use a key that has it.${proposes}`;
  },
  not_found: ({ request }) => {
    if (HISTORY_PATHS.includes(request.path))
      return 'The service keeps no history: its operator has turned it off, or it is an older one.';
    const studentUid = nameStudent(request);
    if (request.method !== 'PUT' && request.path.startsWith(GOALS_PATH))
      return `There is no goal for ${studentUid}.`;
    return studentUid === undefined
      ? 'The service has nothing at this address. Check the base URL.'
      : `The catalogue has no student with the UID ${studentUid}.`;
  },
  student_not_recruited: ({ request }) =>
    `${nameStudent(request)} is not recruited. Register the student first.`,
  student_already_recruited: ({ request }) =>
    `${nameStudent(request)} is recruited already. Change the student instead.`,
  rate_limited: ({ request, retryAfterMs }) =>
    `The account's limit of ${request.method === 'GET' ? 'reads' : 'writes'} is reached. ${describeWait(retryAfterMs)}`,
  internal_error: ({ request }) =>
    request.method === 'GET'
      ? 'The service failed. Try again later.'
      : 'The service failed, and the request may have taken effect. Look at the student before you send it again.',
  unavailable: ({ retryAfterMs }) =>
    `The service cannot take the request now, and it had no effect. ${describeWait(retryAfterMs)}`,
};

/** The fault and what to do about it. */
export function describeResponseError(error: ResponseError): string {
  const describe = Object.hasOwn(MESSAGES, error.code) ? MESSAGES[error.code] : undefined;
  return describe?.(error) ?? `The service refused the request: ${error.status} ${error.code}.`;
}

const describeWait = (ms: number | undefined): string =>
  ms === undefined ? 'Try again later.' : `Try again in ${Math.ceil(ms / 1000)} s.`;

/** The UID as it was sent. */
function nameStudent({ path, body }: SentRequest): string | undefined {
  const [, , encodedUid] = /^\/(me\/students|goals)\/([^/]+)/.exec(path) ?? [];
  const studentUid =
    encodedUid === undefined
      ? (body as { studentUid?: string } | undefined)?.studentUid
      : decodeURIComponent(encodedUid);
  return studentUid === undefined ? undefined : quoteUid(studentUid);
}

/** The sentence of each field, those that have the same one together. */
export const describeFields = (fields: readonly InvalidField[]): string =>
  [...new Set(fields.map(({ en }) => en))]
    .map((en) => {
      const names = fields.filter((invalid) => invalid.en === en).map(({ field }) => field);
      return `${names.join(', ')}: ${en}`;
    })
    .join(' ');

const PARAMETERS: ReadonlyMap<string, string> = new Map([
  ['body', 'The body as a whole is wrong, or more fields are than are listed.'],
  ['head', 'Cannot be read as HTTP, or has over 16 KiB. Percent-encode the address.'],
  ['studentUid', 'Must be the UID of a student.'],
  ['query', `Must have 1 to ${MAX_QUERY_LENGTH} characters.`],
  [
    'after',
    'The change after this number is not kept. Read the roster again and follow from its lastNumber.',
  ],
  ['wait', `Must be an integer from 1 to ${MAX_WAIT_SECONDS}.`],
  ['if-match', 'Was changed since it was read, or is not there. Read it again.'],
  ['cursor', 'Must be the nextCursor of the page before, of the same listing.'],
]);

const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

/** The values that a field may have. A value that is right by itself breaks a rule with those of other fields. */
export function describeField(field: string, { path, query, body }: SentRequest): string {
  if (field === 'limit')
    return `Must be an integer from 1 to ${path === '/changes' ? MAX_CHANGES_PER_PAGE : MAX_PAGE_SIZE}.`;
  const { at = '', fields } = query ?? {};
  if (field === 'at')
    return at.includes('T') && ZONE.test(at)
      ? 'No roster of this time is kept. It must be after the account was made.'
      : 'Must be a time with its zone, such as 2026-11-24T12:00:00Z.';
  if (field === 'fields' && fields !== undefined) {
    const unknown = fields.split(',').filter((name) => !Object.hasOwn(STATE_FIELDS, name));
    return `No state field: ${quoteText(unknown.join())}. Pass a list such as tier, weaponTier.`;
  }
  const ofPlan = describePlanField(field, body);
  if (ofPlan !== undefined) return ofPlan;
  const name = field as StateName;
  const sent = body as StudentPatch | undefined;
  // A completion has no values of its own.
  const isWanted = path.endsWith('/complete') && Object.hasOwn(STATE_FIELDS, field);
  const [found] = isWanted ? [] : checkFields({ [name]: sent?.[name] }, [name]);
  return PARAMETERS.get(field) ?? found?.en ?? describeRules(field, Object(body));
}
