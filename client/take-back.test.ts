import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bondInterval } from '../contract/bond.ts';
import { type Change, describeChange } from '../contract/history.ts';
import {
  type GrowthState,
  type RecruitedStudent,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
  type StudentRegistration,
} from '../contract/state-fields.ts';
import { applyPatch, applyRegistration, findViolations } from '../contract/state-rules.ts';
import { checkStateRules } from '../contract/violation-texts.ts';
import { validState } from '../test/arbitrary-states.ts';
import { type RecordedChange, summarizeChanges } from './net-changes.ts';
import type { Plan } from './plan.ts';
import { planRestore, planTakeBack } from './take-back.ts';

const UIDS = ['1', '2', '3'];
const CATALOGUE = UIDS.map((studentUid) => ({
  studentUid,
  names: { ko: studentUid, ja: studentUid, en: studentUid },
  aliases: [],
  forms: [],
  attributes: {},
}));

type Author = 'scanner' | 'player';
type Written = StudentPatch | null;

/** A roster that records what is written to it, as the service does. */
class RecordedRoster {
  readonly changes: (RecordedChange & { author: Author })[] = [];
  readonly #records = new Map<string, Partial<GrowthState>>();

  get current(): RecruitedStudent[] {
    return [...this.#records]
      .filter(([, state]) => state.tier !== undefined)
      .map(([studentUid, state]) => ({ studentUid, ...state }) as RecruitedStudent)
      .sort((a, b) => (a.studentUid < b.studentUid ? -1 : 1));
  }

  state(studentUid: string): Partial<GrowthState> | undefined {
    return this.#records.get(studentUid);
  }

  /** Registers or patches; null removes. Does nothing that the service would refuse. */
  write(author: Author, studentUid: string, written: Written): void {
    const before = this.#records.get(studentUid);
    if (written === null) {
      if (before !== undefined) this.#put(author, studentUid, before, undefined);
      return;
    }
    const after = isRecruited(before)
      ? applyPatch(before, written)
      : applyRegistration(before as never, written);
    if (typeof after.tier !== 'number' || typeof after.weaponTier !== 'number') return;
    if (checkStateRules(after, written).length > 0) return;
    this.#put(author, studentUid, before, after);
  }

  recordBond(author: Author, studentUid: string, bond: number): void {
    const before = this.#records.get(studentUid);
    const after = isRecruited(before) ? applyPatch(before, { bond }) : { bond, bondExp: null };
    this.#put(author, studentUid, before, after);
  }

  apply(author: Author, { entries }: Plan): void {
    for (const entry of entries) {
      if (entry.action === 'register') this.write(author, entry.studentUid, entry.state);
      if (entry.action === 'change') this.write(author, entry.studentUid, entry.changes);
      if (entry.action === 'remove') this.write(author, entry.studentUid, null);
    }
  }

  by(author: Author, after = 0): RecordedChange[] {
    return this.changes.filter((change) => change.author === author && change.number > after);
  }

  #put(
    author: Author,
    studentUid: string,
    before: Partial<GrowthState> | undefined,
    after: Partial<GrowthState> | undefined,
  ): void {
    const change = describeChange(before, after);
    if (change === undefined) return;
    this.changes.push({ number: this.changes.length + 1, studentUid, ...change, author });
    if (after === undefined) this.#records.delete(studentUid);
    else this.#records.set(studentUid, after);
  }
}

const isRecruited = (state: Partial<GrowthState> | undefined): state is GrowthState =>
  state?.tier !== undefined;
const base = (more: StudentPatch = {}): StudentPatch => ({ tier: 3, weaponTier: 0, ...more });

function rosterWith(states: Record<string, StudentPatch>): RecordedRoster {
  const roster = new RecordedRoster();
  for (const [uid, state] of Object.entries(states)) roster.write('player', uid, state);
  return roster;
}

const takeBack = (roster: RecordedRoster, options = {}) =>
  planTakeBack(roster.by('scanner'), roster.current, CATALOGUE, options);

test('takes values back that nobody else has changed, however often they were changed', () => {
  const roster = rosterWith({ 1: base({ level: 80, skillEx: 5 }), 2: base({ level: 70 }) });
  const before = roster.current;
  roster.write('scanner', '1', { level: 10, skillEx: null });
  roster.write('scanner', '1', { level: 1, bond: 3 });
  roster.write('scanner', '2', { level: 7 });
  const plan = takeBack(roster);
  assert.deepEqual(plan.changedSince, []);
  assert.deepEqual(
    plan.entries.map((entry) => entry.action === 'change' && entry.changes),
    [{ level: 80, skillEx: 5, bond: null }, { level: 70 }],
  );
  roster.apply('player', plan);
  assert.deepEqual(roster.current, before);
});

test('returns to what somebody else wrote between the changes that are taken back', () => {
  const roster = rosterWith({ 1: base({ level: 80, skillEx: 5 }) });
  roster.write('scanner', '1', { level: 10, skillEx: 1 });
  roster.write('player', '1', { level: 85 });
  roster.write('scanner', '1', { level: 20 });
  roster.write('scanner', '1', { level: 30 });
  const plan = takeBack(roster);
  assert.deepEqual(plan.changedSince, []);
  assert.deepEqual(changesOf(plan), [{ level: 85, skillEx: 5 }]);
});

test('leaves what somebody has changed since, until it is included or forced', () => {
  const roster = rosterWith({ 1: base({ level: 80, skillEx: 5 }) });
  roster.write('scanner', '1', { level: 10, skillEx: 1 });
  roster.write('player', '1', { level: 85 });
  const plan = takeBack(roster);
  assert.deepEqual(plan.changedSince, [{ studentUid: '1', fields: { level: { now: 85, wanted: 80 } } }]);
  assert.deepEqual(changesOf(plan), [{ skillEx: 5 }]);
  const include = new Map([['1', new Set<StateName>(['level'])]]);
  for (const options of [{ include }, { force: true }]) {
    const all = takeBack(roster, options);
    assert.deepEqual(changesOf(all), [{ level: 80, skillEx: 5 }]);
    assert.deepEqual(all.changedSince, plan.changedSince);
  }
});

const changesOf = ({ entries }: Plan) =>
  entries.map((entry) => (entry.action === 'change' ? entry.changes : entry.action));

test('plans nothing where the values are as before, or the changes came to nothing', () => {
  const roster = rosterWith({ 1: base({ level: 80, skillEx: 5 }) });
  roster.write('scanner', '1', { level: 10, skillEx: 1 });
  roster.write('scanner', '1', { skillEx: 5 });
  roster.write('player', '1', { level: 80, skillEx: 4 });
  assert.deepEqual(takeBack(roster), { entries: [], changedSince: [], impossible: [], losesBond: [] });
});

test('a registration becomes a removal, which waits where others have changed the student', () => {
  const roster = rosterWith({});
  roster.recordBond('player', '3', 4);
  for (const uid of UIDS) roster.write('scanner', uid, base({ level: 20 }));
  roster.write('scanner', '1', { level: 30 });
  roster.write('player', '2', { level: 50, skillEx: 3 });
  const plan = takeBack(roster);
  assert.deepEqual(
    plan.entries.map(({ action, studentUid }) => [action, studentUid]),
    [
      ['remove', '1'],
      ['remove', '3'],
    ],
  );
  assert.deepEqual(plan.losesBond, ['3']);
  assert.deepEqual(plan.changedSince, [
    { studentUid: '2', fields: { level: { now: 50, wanted: null }, skillEx: { now: 3, wanted: null } } },
  ]);
  const include = (...names: StateName[]) => ({ include: new Map([['2', new Set(names)]]) });
  assert.equal(takeBack(roster, include('level')).entries.length, 2);
  assert.equal(takeBack(roster, include('level', 'skillEx')).entries.length, 3);
  roster.write('player', '1', null);
  assert.deepEqual(
    takeBack(roster).entries.map(({ studentUid }) => studentUid),
    ['3'],
  );
});

test('a removal becomes a registration with the former state', () => {
  const state = base({ tier: 5, weaponTier: 2, weaponLevel: 40, level: 80, bond: 12, bondExp: null });
  const roster = rosterWith({ 1: state, 2: state });
  const before = roster.current;
  roster.write('scanner', '1', { level: 1 });
  for (const uid of ['1', '2']) roster.write('scanner', uid, null);
  roster.write('player', '2', base({ level: 3 }));
  const plan = takeBack(roster);
  assert.deepEqual(plan.entries[0], {
    action: 'register',
    studentUid: '1',
    state: { studentUid: '1', tier: 5, weaponTier: 2, weaponLevel: 40, level: 80, bond: 12 },
  });
  const [{ studentUid, fields }] = plan.changedSince as [(typeof plan.changedSince)[0]];
  assert.deepEqual([plan.changedSince.length, studentUid], [1, '2']);
  assert.deepEqual(Object.keys(fields), ['level', 'tier', 'weaponTier', 'weaponLevel', 'bond'].sort(byTable));
  roster.apply('player', takeBack(roster, { force: true }));
  assert.deepEqual(roster.current, before);
});

const byTable = (a: string, b: string): number =>
  STATE_NAMES.indexOf(a as StateName) - STATE_NAMES.indexOf(b as StateName);

test('a student who was removed and registered again gets the former values back', () => {
  const roster = rosterWith({ 1: base({ level: 80, skillEx: 5 }) });
  const before = roster.current;
  roster.write('scanner', '1', null);
  roster.write('scanner', '1', base({ level: 1, bond: 2 }));
  assert.deepEqual(changesOf(takeBack(roster)), [{ level: 80, skillEx: 5, bond: null }]);
  roster.write('player', '1', null);
  const plan = takeBack(roster);
  assert.deepEqual(plan.entries, []);
  assert.deepEqual(
    Object.keys(plan.changedSince[0]?.fields ?? {}),
    ['tier', 'level', 'skillEx', 'weaponTier'].sort(byTable),
  );
  roster.apply('player', takeBack(roster, { force: true }));
  assert.deepEqual(roster.current, before);
});

test('tells what cannot be written: values of students who are not recruited', () => {
  const roster = rosterWith({ 1: base({ level: 80 }) });
  roster.write('scanner', '1', { level: 1 });
  roster.recordBond('scanner', '2', 5);
  roster.recordBond('scanner', '3', 7);
  roster.write('player', '1', null);
  roster.write('player', '3', base());
  const plan = takeBack(roster, { force: true });
  assert.deepEqual(plan.impossible, [
    { studentUid: '1', fields: ['level'] },
    { studentUid: '2', fields: ['bond'] },
  ]);
  assert.deepEqual(changesOf(plan), [{ bond: null }]);
});

test('refuses with the broken rule what does not fit to later values', () => {
  const weapon = base({ tier: 5, weaponTier: 2, weaponLevel: 40 });
  const roster = rosterWith({ 1: weapon });
  roster.write('scanner', '1', { weaponTier: 0, weaponLevel: 0 });
  roster.write('player', '1', { tier: 4 });
  const [entry] = takeBack(roster).entries;
  assert.equal(entry?.action === 'refuse' && entry.error.code, 'invalid_request');
});

test('takes a pair back as a whole, or not at all', () => {
  const pair = { equip1: 9, equip1Level: 60, bond: 10, bondExp: null };
  const exp = bondInterval(12).from;
  const roster = rosterWith({ 1: base(pair) });
  roster.write('scanner', '1', { equip1: 5, equip1Level: 10, bond: 12 });
  roster.write('player', '1', { equip1Level: 12, bondExp: exp });
  const plan = takeBack(roster);
  assert.deepEqual(plan.entries, []);
  assert.deepEqual(plan.changedSince[0]?.fields, {
    bond: { now: 12, wanted: 10 },
    bondExp: { now: exp, wanted: null },
    equip1: { now: 5, wanted: 9 },
    equip1Level: { now: 12, wanted: 60 },
  });
  const include = new Map([['1', new Set<StateName>(['bond', 'equip1'])]]);
  assert.deepEqual(changesOf(takeBack(roster, { include })), [
    { equip1: 9, equip1Level: 60, bond: 10, bondExp: null },
  ]);
});

test('leaves experience of a bond rank that somebody has raised since', () => {
  const [from, next] = [bondInterval(12).from, bondInterval(13).from];
  for (const later of [{ bond: 13 }, { bond: 13, bondExp: next }]) {
    const roster = rosterWith({ 1: base({ bond: 12, bondExp: from }) });
    roster.write('scanner', '1', { bondExp: from + 1, level: 5 });
    roster.write('player', '1', later);
    for (const force of [false, true]) {
      const plan = takeBack(roster, { force });
      assert.deepEqual(plan.changedSince, []);
      assert.deepEqual(changesOf(plan), [{ level: null }]);
    }
  }
});

test('counts what changes come to', () => {
  const roster = rosterWith({ 1: base({ level: 80, skillEx: 5, bond: 9 }), 2: base({ level: 70 }) });
  roster.write('scanner', '1', { level: 60, skillEx: null, bond: 10, skillSub: 1, equip1: 3 });
  roster.write('scanner', '1', { level: 50, equip1: null });
  roster.write('scanner', '2', null);
  roster.write('scanner', '3', base({ level: 1 }));
  assert.deepEqual(summarizeChanges(roster.by('scanner')), {
    ...{ students: 3, registered: 1, removed: 1, changed: 1 },
    ...{ values: 4, raised: 1, recorded: 1, lowered: 1, cleared: 1 },
  });
});

test('counts experience of an unchanged bond rank, and pairs as one step', () => {
  const fields = { bondExp: [100, 90], equip1: [5, 6], equip1Level: [50, 1] } as const;
  const change: Pick<Change, 'number' | 'studentUid' | 'kind' | 'fields'> = {
    ...{ number: 1, studentUid: '1', kind: 'changed', fields },
  };
  const { values, raised, lowered } = summarizeChanges([change]);
  assert.deepEqual({ values, raised, lowered }, { values: 3, raised: 2, lowered: 1 });
});

test('restores a roster exactly', () => {
  const past = rosterWith({ 1: base({ level: 80, bond: 5 }), 2: base({ level: 70 }) }).current;
  const roster = rosterWith({ 1: base({ level: 10, skillEx: 3 }), 3: base() });
  const plan = planRestore(past, roster.current, CATALOGUE);
  assert.deepEqual(
    plan.entries.map(({ action }) => action),
    ['change', 'register', 'remove'],
  );
  roster.apply('player', plan);
  assert.deepEqual(roster.current, past);
  roster.apply('player', planRestore([], roster.current, CATALOGUE));
  assert.deepEqual(roster.current, []);
});

/** Random writes: registrations, patches of some fields, and removals. */
const arbitraryWrites = fc.array(
  fc.record({
    author: fc.constantFrom<Author>('scanner', 'player'),
    uid: fc.constantFrom(...UIDS),
    state: validState,
    names: fc.subarray(STATE_NAMES),
    does: fc.constantFrom('patch', 'patch', 'patch', 'save', 'remove'),
  }),
  { maxLength: 24 },
);
type Write = typeof arbitraryWrites extends fc.Arbitrary<(infer One)[]> ? One : never;

function writeAll(roster: RecordedRoster, writes: readonly Write[], author?: Author): void {
  for (const { uid, state, names, does, ...write } of writes) {
    const patch = Object.fromEntries(names.map((name) => [name, state[name]])) as StudentPatch;
    const isPatch = does === 'patch' && isRecruited(roster.state(uid));
    roster.write(author ?? write.author, uid, does === 'remove' ? null : isPatch ? patch : state);
  }
}

test('what one caller did alone is taken back whole, and so is the taking back', () => {
  fc.assert(
    fc.property(arbitraryWrites, arbitraryWrites, (earlier, writes) => {
      const roster = new RecordedRoster();
      writeAll(roster, earlier, 'player');
      const before = roster.current;
      writeAll(roster, writes, 'scanner');
      const ruined = roster.current;
      const last = roster.changes.length;
      const plan = takeBack(roster);
      assert.deepEqual([plan.changedSince, plan.impossible], [[], []]);
      roster.apply('player', plan);
      assert.deepEqual(roster.current, before);
      roster.apply('player', planTakeBack(roster.by('player', last), roster.current, CATALOGUE));
      assert.deepEqual(roster.current, ruined);
    }),
  );
});

test('never touches what another caller wrote last, and keeps every rule', () => {
  fc.assert(
    fc.property(arbitraryWrites, (writes) => {
      const roster = new RecordedRoster();
      writeAll(roster, writes);
      const now = new Map(roster.current.map((state) => [state.studentUid, state]));
      for (const options of [{}, { force: true }])
        for (const entry of takeBack(roster, options).entries) {
          if (entry.action === 'register') checkRules(entry.state);
          if (entry.action !== 'change') continue;
          checkRules(applyPatch(entry.before, entry.changes));
          if ('force' in options) continue;
          for (const name of Object.keys(entry.changes) as StateName[])
            assert.equal(now.get(entry.studentUid)?.[name], lastValue(roster, entry.studentUid, name));
        }
    }),
  );
});

/** What the scanner wrote last. */
function lastValue(roster: RecordedRoster, uid: string, name: StateName): number | null {
  const touches = ({ studentUid, kind, fields }: RecordedChange) =>
    studentUid === uid && (fields[name] !== undefined || kind === 'registered');
  return roster.by('scanner').findLast(touches)?.fields[name]?.[1] ?? null;
}

function checkRules(state: StudentRegistration | GrowthState): void {
  assert.deepEqual([...findViolations(applyRegistration(undefined, state))], []);
}
