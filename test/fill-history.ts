import { type ChangeKind, describeChange } from '../contract/history.ts';
import {
  type GrowthState,
  type RecruitedStudent,
  STATE_FIELDS,
  STATE_NAMES,
  type StateName,
} from '../contract/state-fields.ts';
import { dayOf, packRoster, type SnapshotStudent } from '../server/store/roster-snapshots.ts';
import { NO_VALUES, toStoredStudent } from '../server/store/stored-student.ts';
import { query } from './database.ts';

export interface HistoryShape {
  changes: number;
  students?: number;
  fieldsPerChange?: number;
  changesPerGroup?: number;
  /** Whether every second change has spent something and ended a goal. */
  spends?: boolean;
  /** The time of a change. Each day begins with a snapshot. */
  at: (number: number) => number;
}

export interface FilledHistory {
  /** The recruited students before a change. */
  rosterBefore: (number: number) => RecruitedStudent[];
}

/** In each change; all others stay as they were registered. */
const CHANGED = STATE_NAMES.filter((name) => STATE_FIELDS[name].nullable && name !== 'bondExp');
const REGISTERED = { ...NO_VALUES, tier: 5, weaponTier: 4 } as GrowthState;
const FIRST_UID = 10_000;
/** Every so many changes, a student is removed, and registered again with the next change. */
const CHANGES_PER_REMOVAL = 97;
const ROWS_PER_STATEMENT = 500;

/**
 * Writes an account's history and roster straight into the database, as a caller leaves them who has written for days.
 * The same shape gives the same history.
 */
export async function fillHistory(
  address: string,
  accountId: string,
  { changes, students = 200, fieldsPerChange = 3, changesPerGroup = 300, spends = false, at }: HistoryShape,
): Promise<FilledHistory> {
  const random = createRandom(changes);
  const states = new Map<string, GrowthState>();
  const written: { number: number; uid: string; kind: ChangeKind; fields: string; after?: GrowthState }[] =
    [];
  const snapshots: (string | number)[][] = [];
  let removed: string | undefined;
  for (let number = 1; number <= changes; number += 1) {
    const day = dayOf(at(number));
    if (number === 1 || day !== dayOf(at(number - 1)))
      snapshots.push([accountId, day, at(number), '{}', await packRoster(toRoster(states)), number - 1]);
    const uid = removed ?? String(FIRST_UID + (number <= students ? number - 1 : random(students)));
    const before = states.get(uid);
    let after: GrowthState | undefined = { ...(before ?? REGISTERED) };
    if (before !== undefined && number % CHANGES_PER_REMOVAL === 0) after = undefined;
    else
      for (let i = 0, from = random(CHANGED.length); i < fieldsPerChange; i += 1) {
        const name = CHANGED[(from + i) % CHANGED.length] as StateName;
        const { min, max } = STATE_FIELDS[name];
        // Another value than before.
        after[name] = min + (((after[name] ?? min) - min + 1 + random(max - min)) % (max - min + 1));
      }
    removed = after === undefined ? uid : undefined;
    const change = describeChange(before, after);
    if (change === undefined) throw new Error('nothing was changed');
    if (after === undefined) states.delete(uid);
    else states.set(uid, after);
    written.push({
      ...{ number, uid, kind: change.kind, fields: JSON.stringify(change.fields) },
      ...(after && { after }),
    });
  }
  const groupOf = (number: number) => number - ((number - 1) % changesPerGroup);
  await insertRows(
    address,
    'student_change (account_id, number, group_number, at, student_uid, kind, fields, spent, ended_goal)',
    written.map(({ number, uid, kind, fields }) => [
      ...[accountId, number, groupOf(number), at(number), uid, kind, fields],
      ...(spends && number % 2 === 0 ? ['{"credits":1}', '{}'] : [null, null]),
    ]),
  );
  await insertRows(
    address,
    'change_group (account_id, number, last_number, started_at, last_at, by_kind, by_id, by_name, changes)',
    written
      .filter(({ number }) => number === groupOf(number))
      .map(({ number }) => {
        const last = Math.min(changes, number + changesPerGroup - 1);
        return [accountId, number, last, at(number), at(last), 'operator', '', '', last - number + 1];
      }),
  );
  await insertRows(
    address,
    'roster_snapshot (account_id, day, taken_at, summary, states, last_number)',
    snapshots,
  );
  await insertRows(address, 'history (account_id, last_number, next_number)', [
    [accountId, changes, changes + 1],
  ]);
  await insertRows(
    address,
    'student_record (account_id, student_uid, tier, body)',
    [...states].map(([uid, state]) => [accountId, uid, state.tier ?? null, toStoredStudent(uid, state).json]),
  );
  return {
    rosterBefore(number) {
      const past = new Map<string, GrowthState>();
      for (const { uid, after } of written.slice(0, number - 1))
        if (after === undefined) past.delete(uid);
        else past.set(uid, after);
      return toRoster(past);
    },
  };
}

const toRoster = (states: ReadonlyMap<string, GrowthState>): SnapshotStudent[] =>
  [...states]
    .map(([studentUid, state]) => ({ studentUid, ...state }))
    .sort((one, other) => (one.studentUid < other.studentUid ? -1 : 1));

/** Without placeholders, of which PostgreSQL allows 65,535 a statement. */
export async function insertRows(
  address: string,
  into: string,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) {
    const values = rows.slice(i, i + ROWS_PER_STATEMENT).map((row) => `(${row.map(toLiteral).join(', ')})`);
    await query(address, `INSERT INTO ${into} VALUES ${values.join(', ')}`);
  }
}

const toLiteral = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

/** Returns a function for pseudo-random numbers below a bound: a linear congruential generator. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * bound);
  };
}
