import bondRanks from '../../contract/bond-ranks.json' with { type: 'json' };

/**
 * What SPEC 2.3 and 3 promise, said a second time and as plainly as possible, so that the service can be held
 * against it. Knows nothing of the service's own code.
 */
const LEVELS = { equip1: 10, equip2: 10, equip3: 10, equip1Level: 70, equip2Level: 70, equip3Level: 70 };
const ABILITIES = ['abilityHp', 'abilityAtk', 'abilityHeal'] as const;
const WEAPON_LEVEL_CAP = [0, 30, 40, 50, 60];

/** [smallest, largest] of every integer field, in the order of SPEC 2.2. */
export const RANGES: Record<string, readonly [number, number]> = {
  tier: [1, 5],
  weaponTier: [0, 4],
  level: [1, 90],
  skillEx: [1, 5],
  skillNormal: [1, 10],
  skillEnhanced: [1, 10],
  skillSub: [1, 10],
  ...Object.fromEntries(Object.entries(LEVELS).map(([name, most]) => [name, [1, most] as const])),
  equipSpecial: [1, 2],
  weaponLevel: [0, 60],
  abilityHp: [0, 25],
  abilityAtk: [0, 25],
  abilityHeal: [0, 25],
  bond: [1, 100],
  bondExp: [0, 240225],
};
const NEVER_NULL = ['tier', 'weaponTier'];

export type State = Record<string, number | null>;
export type Reply = { status: number; body: unknown } | { status: number; code: string; fields?: string[] };
interface Bond {
  bond: number | null;
  bondExp: number | null;
}

const refused = (status: number, code: string): Reply => ({ status, code });
const invalid = (fields: string[]): Reply => ({ status: 400, code: 'invalid_request', fields });
const NOT_FOUND = refused(404, 'not_found');
const NOT_RECRUITED = refused(404, 'student_not_recruited');

/** The fields that break the schema of a body; `registration` tells which of the two schemas. */
export function shapeFaults(body: unknown, registration: boolean): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return ['body'];
  const sent = new Map<string, unknown>(Object.entries(body));
  if (sent.size === 0 && !registration) return ['body'];
  const faults: string[] = [];
  const uid = sent.get('studentUid');
  if (registration && (typeof uid !== 'string' || uid === '')) faults.push('studentUid');
  for (const [name, [least, most]] of Object.entries(RANGES)) {
    const value = sent.get(name);
    if (!sent.has(name)) {
      if (registration && NEVER_NULL.includes(name)) faults.push(name);
    } else if (value === null) {
      if (NEVER_NULL.includes(name)) faults.push(name);
    } else if (!Number.isInteger(value) || (value as number) < least || (value as number) > most) {
      faults.push(name);
    }
  }
  const known = (name: string) => Object.hasOwn(RANGES, name) || (registration && name === 'studentUid');
  return [...faults, ...[...sent.keys()].filter((name) => !known(name))];
}

/** The sent fields of every rule of SPEC 2.3 that the state breaks. */
function ruleFaults(state: State, sent: object): string[] {
  const at = new Set<string>();
  const weaponTier = state.weaponTier as number;
  if (weaponTier >= 1 && state.tier !== 5) at.add('tier').add('weaponTier');
  if ((state.weaponLevel ?? 0) > (WEAPON_LEVEL_CAP[weaponTier] ?? 0)) at.add('weaponTier').add('weaponLevel');
  for (const ability of ABILITIES) {
    if (weaponTier === 0 && (state[ability] ?? 0) >= 1) at.add('weaponTier').add(ability);
  }
  return Object.keys(RANGES).filter((name) => at.has(name) && Object.hasOwn(sent, name));
}

export function withinRank(bond: number | null, bondExp: number): boolean {
  if (bond === null) return false;
  const begins = bondRanks.minExp[bond - 1] ?? Number.POSITIVE_INFINITY;
  const ends = bondRanks.minExp[bond] ?? begins + 1;
  return bondExp >= begins && bondExp < ends;
}

const settled = ({ bond, bondExp }: Bond): Bond => ({
  bond,
  bondExp: bondExp !== null && withinRank(bond, bondExp) ? bondExp : null,
});

/** One account's roster. `forms` maps every UID the catalogue knows to its representative. */
export class Roster {
  states = new Map<string, State>();
  bonds = new Map<string, Bond>();
  forms: ReadonlyMap<string, string>;

  constructor(forms: ReadonlyMap<string, string>) {
    this.forms = forms;
  }

  #shown(uid: string): object {
    const state = this.states.get(uid) ?? {};
    const fields = Object.keys(RANGES).map((name) => [name, state[name] ?? null]);
    return { studentUid: uid, ...Object.fromEntries(fields), ...this.#bond(uid) };
  }

  #bond(uid: string): Bond {
    return this.bonds.get(uid) ?? { bond: null, bondExp: null };
  }

  #store(uid: string, state: State): void {
    this.states.set(uid, state);
    this.bonds.set(uid, settled({ bond: state.bond ?? null, bondExp: state.bondExp ?? null }));
  }

  page(limit: number, after: string): { students: object[]; more: boolean; last: string } {
    const left = [...this.states.keys()].sort().filter((uid) => uid > after);
    const uids = left.slice(0, limit);
    return {
      students: uids.map((uid) => this.#shown(uid)),
      more: left.length > limit,
      last: uids.at(-1) ?? '',
    };
  }

  get(asked: string): Reply {
    const uid = this.forms.get(asked);
    if (uid === undefined) return NOT_FOUND;
    return this.states.has(uid) ? { status: 200, body: this.#shown(uid) } : NOT_RECRUITED;
  }

  register(body: unknown): Reply {
    const faults = shapeFaults(body, true);
    if (faults.length > 0) return invalid(faults);
    const { studentUid, ...sent } = body as { studentUid: string } & State;
    const uid = this.forms.get(studentUid);
    if (uid === undefined) return NOT_FOUND;
    if (this.states.has(uid)) return refused(409, 'student_already_recruited');
    const next: State = { ...this.#bond(uid), ...sent };
    const broken = ruleFaults(next, sent);
    if (broken.length > 0) return invalid(broken);
    this.#store(uid, next);
    return { status: 201, body: this.#shown(uid) };
  }

  patch(asked: string, body: unknown): Reply {
    const uid = this.forms.get(asked);
    if (uid === undefined) return NOT_FOUND;
    const state = this.states.get(uid);
    if (state === undefined) return NOT_RECRUITED;
    const faults = shapeFaults(body, false);
    if (faults.length > 0) return invalid(faults);
    const sent = body as State;
    const next: State = { ...state, ...this.#bond(uid), ...sent };
    const broken = ruleFaults(next, sent);
    if (broken.length > 0) return invalid(broken);
    this.#store(uid, next);
    return { status: 200, body: this.#shown(uid) };
  }

  delete(asked: string): Reply {
    const uid = this.forms.get(asked);
    if (uid === undefined) return NOT_FOUND;
    if (!this.states.delete(uid)) return NOT_RECRUITED;
    this.bonds.delete(uid);
    return { status: 200, body: { studentUid: uid, deleted: true } };
  }

  /** `bond set`: whether it is accepted. */
  setBond(asked: string, bond: number, bondExp: number | undefined): boolean {
    const uid = this.forms.get(asked);
    if (uid === undefined || bond < 1 || bond > 100) return false;
    if (bondExp !== undefined && !withinRank(bond, bondExp)) return false;
    this.bonds.set(uid, settled({ bond, bondExp: bondExp ?? this.#bond(uid).bondExp }));
    return true;
  }
}
