import { RANGES, type Reply, Roster } from '../../blackbox/model.ts';
import { type Ask, METHODS, type Route } from './step.ts';

/** What DECISIONS owes for a request, by the order of checks; said plainly and apart from the service's own code. */
export interface Owed {
  status: number;
  code?: string;
  fields?: string[];
  /** The whole answer, where it can be known. */
  body?: unknown;
  /** Which limit counted it; none if it did not come so far. */
  counted?: 'read' | 'write';
  allow?: readonly string[];
  page?: { students: object[]; more: boolean };
  search?: { limit: number; first: string | undefined };
}

export interface World {
  roster: Roster;
  /** Where each of the account's own cursors stands, by its placeholder. */
  cursors: ReadonlyMap<string, string>;
}

/** The query of which `{search}` is a cursor. */
export const SEARCHED = 'a';
const MOST_BYTES = 1_048_576;
const STRANGERS = ['revoked', 'typo', 'scheme', 'made', 'twice', 'none'];

export function owed(ask: Ask, world: World): Owed {
  const { by, method, meant } = ask;
  if (meant.route === undefined) return { status: 404, code: 'not_found' };
  const allow = METHODS[meant.route];
  if (!allow.includes(method)) return { status: 404, code: 'not_found', allow };
  if (STRANGERS.includes(by)) return { status: 401, code: 'unauthorized' };
  const work = method === 'GET' ? 'read' : 'write';
  if (by === 'suspended' || (by === 'read' && work === 'write')) return { status: 403, code: 'forbidden' };
  return { ...counted(ask, meant.route, world), counted: work };
}

function counted(ask: Ask, route: Route, world: World): Owed {
  const { roster } = world;
  const { uid = '', query = [] } = ask.meant;
  if (route !== 'student' && ask.method === 'GET') return listing(route, query, world);
  if (ask.method === 'GET') return roster.get(uid);
  if (ask.method === 'DELETE') return roster.delete(uid);
  if (ask.method === 'PATCH') {
    const before = roster.get(uid);
    if (before.status === 404) return before;
  }
  const body = parsed(ask);
  if ('fault' in body) return invalid([body.fault]);
  return ask.method === 'PATCH' ? roster.patch(uid, body.value) : roster.register(body.value);
}

const invalid = (fields: string[]): Reply => ({ status: 400, code: 'invalid_request', fields });

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parsed({ type = '', coding = '', body = '' }: Ask): { value: unknown } | { fault: string } {
  const [said = '', ...parameters] = type.toLowerCase().replaceAll(' ', '').split(';');
  if (said !== 'application/json') return { fault: 'content-type' };
  if (parameters.some((one) => one.startsWith('charset=') && !one.includes('utf-8')))
    return { fault: 'content-type' };
  if (!['', 'identity'].includes(coding.toLowerCase())) return { fault: 'content-encoding' };
  if (body.length > MOST_BYTES) return { fault: 'body' };
  try {
    return { value: JSON.parse(utf8.decode(Buffer.from(body, 'latin1'))) };
  } catch {
    return { fault: 'body' };
  }
}

function listing(route: Route, query: [string, string][], { roster, cursors }: World): Owed {
  const of = (name: string) => query.filter(([one]) => one === name).map(([, value]) => value);
  const [terms, limits, tokens] = [of('query'), of('limit'), of('cursor')];
  const [term = '', limit = '50', token = ''] = [terms[0], limits[0], tokens[0]];
  const fields: string[] = [];
  const length = [...term].length;
  if (route === 'students' && (terms.length !== 1 || length < 1 || length > 200)) fields.push('query');
  if (limits.length > 1 || !/^\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > 100)
    fields.push('limit');
  const own =
    route === 'roster' ? cursors.has(token) : token === '{search}' && terms.length === 1 && term === SEARCHED;
  if (tokens.length > 1 || (tokens.length === 1 && !own)) fields.push('cursor');
  if (fields.length > 0) return invalid(fields);
  if (route === 'roster') return { status: 200, page: roster.page(Number(limit), cursors.get(token) ?? '') };
  const first = tokens.length === 0 ? roster.forms.get(term) : undefined;
  return { status: 200, search: { limit: Number(limit), first } };
}

/** The account as a list of it says it is, after a step of which nobody can say what it should do. */
export function rosterOf(
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
