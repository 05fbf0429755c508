/**
 * A reference model of the cross-field rules and of recruiting, changing and removing students, written independently of
 * the service, to compare its responses with.
 */
import { bondRank, MAX, MAX_WEAPON_LEVELS, RANGES } from './spec-fields.ts';

export { RANGES };

const ABILITIES = ['abilityHp', 'abilityAtk', 'abilityHeal'] as const;
const REQUIRED = ['tier', 'weaponTier'];

export type State = Record<string, number | null>;
export type Reply = { status: number; body: unknown } | { status: number; code: string; fields?: string[] };
interface Bond {
  bond: number | null;
  bondExp: number | null;
}

const failure = (status: number, code: string): Reply => ({ status, code });
const invalid = (fields: string[]): Reply => ({ status: 400, code: 'invalid_request', fields });
const NOT_FOUND = failure(404, 'not_found');
const NOT_RECRUITED = failure(404, 'student_not_recruited');

const MAX_FIELD_ERRORS = 100;
const MAX_FIELD_NAME_LENGTH = 100;

/** The names of field errors in an answer: of more than a hundred the first, and one for the others. */
function boundNames(names: string[]): string[] {
  const listed = names.length > MAX_FIELD_ERRORS ? [...names.slice(0, MAX_FIELD_ERRORS - 1), 'body'] : names;
  return listed.map((name) => {
    const characters = Array.from(name);
    return characters.length > MAX_FIELD_NAME_LENGTH
      ? `${characters.slice(0, MAX_FIELD_NAME_LENGTH).join('')}…`
      : name;
  });
}

/** The fields that violate the schema of a registration, or of a patch, as an answer names them. */
export function shapeFaults(body: unknown, registration: boolean): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return ['body'];
  const sent = new Map<string, unknown>(Object.entries(body));
  if (sent.size === 0 && !registration) return ['body'];
  const invalidFields: string[] = [];
  const uid = sent.get('studentUid');
  if (registration && (typeof uid !== 'string' || uid === '')) invalidFields.push('studentUid');
  for (const [name, [min, max]] of Object.entries(RANGES)) {
    const value = sent.get(name);
    if (!sent.has(name)) {
      if (registration && REQUIRED.includes(name)) invalidFields.push(name);
    } else if (value === null) {
      if (REQUIRED.includes(name)) invalidFields.push(name);
    } else if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
      invalidFields.push(name);
    }
  }
  const known = (name: string) => Object.hasOwn(RANGES, name) || (registration && name === 'studentUid');
  return boundNames([...invalidFields, ...[...sent.keys()].filter((name) => !known(name))]);
}

/** The sent fields that take part in any cross-field rule that the state violates. */
function findRuleViolations(state: State, sent: object): string[] {
  const violating = new Set<string>();
  const weaponTier = state.weaponTier as number;
  if (weaponTier >= 1 && state.tier !== 5) violating.add('tier').add('weaponTier');
  if ((state.weaponLevel ?? 0) > (MAX_WEAPON_LEVELS[weaponTier] ?? 0))
    violating.add('weaponTier').add('weaponLevel');
  for (const ability of ABILITIES) {
    if (weaponTier === 0 && (state[ability] ?? 0) >= 1) violating.add('weaponTier').add(ability);
  }
  return Object.keys(RANGES).filter((name) => violating.has(name) && Object.hasOwn(sent, name));
}

export function isWithinRank(bond: number | null, bondExp: number): boolean {
  if (bond === null) return false;
  const { first, last } = bondRank(bond);
  return bondExp >= first && bondExp <= last;
}

const clearBondExpOutsideRank = ({ bond, bondExp }: Bond): Bond => ({
  bond,
  bondExp: bondExp !== null && isWithinRank(bond, bondExp) ? bondExp : null,
});

/** One account's roster. `forms` maps every UID of the catalogue to its representative UID. */
export class Roster {
  states = new Map<string, State>();
  bonds = new Map<string, Bond>();
  forms: ReadonlyMap<string, string>;

  constructor(forms: ReadonlyMap<string, string>) {
    this.forms = forms;
  }

  #render(uid: string): object {
    const state = this.states.get(uid) ?? {};
    const fields = Object.keys(RANGES).map((name) => [name, state[name] ?? null]);
    return { studentUid: uid, ...Object.fromEntries(fields), ...this.#bond(uid) };
  }

  #bond(uid: string): Bond {
    return this.bonds.get(uid) ?? { bond: null, bondExp: null };
  }

  #store(uid: string, state: State): void {
    this.states.set(uid, state);
    this.bonds.set(
      uid,
      clearBondExpOutsideRank({ bond: state.bond ?? null, bondExp: state.bondExp ?? null }),
    );
  }

  page(limit: number, after: string): { students: object[]; more: boolean; last: string } {
    const remaining = [...this.states.keys()].sort().filter((uid) => uid > after);
    const uids = remaining.slice(0, limit);
    return {
      students: uids.map((uid) => this.#render(uid)),
      more: remaining.length > limit,
      last: uids.at(-1) ?? '',
    };
  }

  get(requestedUid: string): Reply {
    const uid = this.forms.get(requestedUid);
    if (uid === undefined) return NOT_FOUND;
    return this.states.has(uid) ? { status: 200, body: this.#render(uid) } : NOT_RECRUITED;
  }

  register(body: unknown): Reply {
    const invalidFields = shapeFaults(body, true);
    if (invalidFields.length > 0) return invalid(invalidFields);
    const { studentUid, ...sent } = body as { studentUid: string } & State;
    const uid = this.forms.get(studentUid);
    if (uid === undefined) return NOT_FOUND;
    if (this.states.has(uid)) return failure(409, 'student_already_recruited');
    const next: State = { ...this.#bond(uid), ...sent };
    const violations = findRuleViolations(next, sent);
    if (violations.length > 0) return invalid(violations);
    this.#store(uid, next);
    return { status: 201, body: this.#render(uid) };
  }

  patch(requestedUid: string, body: unknown): Reply {
    const uid = this.forms.get(requestedUid);
    if (uid === undefined) return NOT_FOUND;
    const state = this.states.get(uid);
    if (state === undefined) return NOT_RECRUITED;
    const invalidFields = shapeFaults(body, false);
    if (invalidFields.length > 0) return invalid(invalidFields);
    const sent = body as State;
    const next: State = { ...state, ...this.#bond(uid), ...sent };
    const violations = findRuleViolations(next, sent);
    if (violations.length > 0) return invalid(violations);
    this.#store(uid, next);
    return { status: 200, body: this.#render(uid) };
  }

  delete(requestedUid: string): Reply {
    const uid = this.forms.get(requestedUid);
    if (uid === undefined) return NOT_FOUND;
    if (!this.states.delete(uid)) return NOT_RECRUITED;
    this.bonds.delete(uid);
    return { status: 200, body: { studentUid: uid, deleted: true } };
  }

  /** Applies `bond set`; false if the command must reject it. */
  setBond(requestedUid: string, bond: number, bondExp: number | undefined): boolean {
    const uid = this.forms.get(requestedUid);
    if (uid === undefined || bond < 1 || bond > MAX.bond) return false;
    if (bondExp !== undefined && !isWithinRank(bond, bondExp)) return false;
    this.bonds.set(uid, clearBondExpOutsideRank({ bond, bondExp: bondExp ?? this.#bond(uid).bondExp }));
    return true;
  }
}
