import { RANGES, type Reply, Roster } from '../../blackbox/model.ts';
import { METHODS_OF, type RequestStep, type Route } from './steps.ts';

/** What the order of checks (ARCHITECTURE.md) says about a request, computed without the service's own code. */
export interface ExpectedResponse {
  status: number;
  code?: string;
  fields?: string[];
  /** The whole body, where it can be predicted. */
  body?: unknown;
  /** The rate limit that counts the request, if it gets that far. */
  countedAs?: 'read' | 'write';
  allow?: readonly string[];
  page?: { students: object[]; more: boolean };
  search?: { limit: number; first: string | undefined };
}

/** What the model knows about one account. */
export interface AccountModel {
  roster: Roster;
  /** The student UID at which each of the account's own cursors stands, by placeholder. */
  cursors: ReadonlyMap<string, string>;
}

/** The search query that issued the cursor `{search}`. */
export const CURSOR_QUERY = 'a';
const MAX_BODY_BYTES = 1_048_576;
const UNAUTHORIZED = ['revoked', 'typo', 'scheme', 'unknown', 'twice', 'none'];

export function expectResponse(step: RequestStep, account: AccountModel): ExpectedResponse {
  const { caller, method, decoded } = step;
  if (decoded.route === undefined) return { status: 404, code: 'not_found' };
  const allow = METHODS_OF[decoded.route];
  if (!allow.includes(method)) return { status: 404, code: 'not_found', allow };
  if (UNAUTHORIZED.includes(caller)) return { status: 401, code: 'unauthorized' };
  const work = method === 'GET' ? 'read' : 'write';
  if (caller === 'suspended' || (caller === 'read' && work === 'write'))
    return { status: 403, code: 'forbidden' };
  return { ...expectHandled(step, decoded.route, account), countedAs: work };
}

function expectHandled(step: RequestStep, route: Route, account: AccountModel): ExpectedResponse {
  const { roster } = account;
  const { uid = '', query = [] } = step.decoded;
  if (route !== 'student' && step.method === 'GET') return expectList(route, query, account);
  if (step.method === 'GET') return roster.get(uid);
  if (step.method === 'DELETE') return roster.delete(uid);
  if (step.method === 'PATCH') {
    const before = roster.get(uid);
    if (before.status === 404) return before;
  }
  const body = parseBody(step);
  if ('invalidField' in body) return invalid([body.invalidField]);
  return step.method === 'PATCH' ? roster.patch(uid, body.value) : roster.register(body.value);
}

const invalid = (fields: string[]): Reply => ({ status: 400, code: 'invalid_request', fields });

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parseBody({
  contentType = '',
  contentEncoding = '',
  body = '',
}: RequestStep): { value: unknown } | { invalidField: string } {
  const [mediaType = '', ...parameters] = contentType.toLowerCase().replaceAll(' ', '').split(';');
  if (mediaType !== 'application/json') return { invalidField: 'content-type' };
  if (parameters.some((one) => one.startsWith('charset=') && !one.includes('utf-8')))
    return { invalidField: 'content-type' };
  if (!['', 'identity'].includes(contentEncoding.toLowerCase())) return { invalidField: 'content-encoding' };
  if (body.length > MAX_BODY_BYTES) return { invalidField: 'body' };
  try {
    return { value: JSON.parse(utf8.decode(Buffer.from(body, 'latin1'))) };
  } catch {
    return { invalidField: 'body' };
  }
}

function expectList(
  route: Route,
  query: [string, string][],
  { roster, cursors }: AccountModel,
): ExpectedResponse {
  const valuesOf = (name: string) => query.filter(([one]) => one === name).map(([, value]) => value);
  const [terms, limits, tokens] = [valuesOf('query'), valuesOf('limit'), valuesOf('cursor')];
  const [term = '', limit = '50', token = ''] = [terms[0], limits[0], tokens[0]];
  const fields: string[] = [];
  const length = [...term].length;
  if (route === 'students' && (terms.length !== 1 || length < 1 || length > 200)) fields.push('query');
  if (limits.length > 1 || !/^\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > 100)
    fields.push('limit');
  const isOwnCursor =
    route === 'roster'
      ? cursors.has(token)
      : token === '{search}' && terms.length === 1 && term === CURSOR_QUERY;
  if (tokens.length > 1 || (tokens.length === 1 && !isOwnCursor)) fields.push('cursor');
  if (fields.length > 0) return invalid(fields);
  if (route === 'roster') return { status: 200, page: roster.page(Number(limit), cursors.get(token) ?? '') };
  const first = tokens.length === 0 ? roster.forms.get(term) : undefined;
  return { status: 200, search: { limit: Number(limit), first } };
}

/** Rebuilds the model from the account's list, after a raw step whose effect cannot be predicted. */
export function modelFromList(
  forms: ReadonlyMap<string, string>,
  students: Record<string, number | null>[],
): Roster {
  const roster = new Roster(forms);
  for (const { studentUid, ...state } of students as ({ studentUid: string } & Record<
    string,
    number | null
  >)[]) {
    roster.states.set(studentUid, state);
    roster.bonds.set(studentUid, { bond: state.bond ?? null, bondExp: state.bondExp ?? null });
  }
  return roster;
}

export const FIELD_NAMES = Object.keys(RANGES);
