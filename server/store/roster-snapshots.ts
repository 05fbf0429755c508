import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { type GrowthState, STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { type Database, defineStatements, readOne, step } from './database.ts';
import type { RosterSummary } from './roster-summary.ts';

const compress = promisify(deflateRaw);
const decompress = promisify(inflateRaw);

/** Accounts whose last day with a snapshot is remembered. All are forgotten when there are more. */
const MAX_REMEMBERED_ACCOUNTS = 50_000;

/** A record: of a recruited student, or only a bond. */
export interface SnapshotStudent extends GrowthState {
  studentUid: string;
}

export const STATEMENTS = defineStatements({
  findSnapshot: 'SELECT 1 FROM roster_snapshot WHERE account_id = $1 AND day = $2',
  readRecords: 'SELECT body AS "json" FROM student_record WHERE account_id = $1 ORDER BY student_uid',
  /** The first one stays: it was taken before any change of the day. */
  insertSnapshot: `INSERT INTO roster_snapshot (account_id, day, taken_at, summary, states)
    SELECT account_id, $2, CAST($3 AS bigint), $4, $5 FROM account WHERE account_id = $1
    ON CONFLICT (account_id, day) DO NOTHING`,
});

/** The UTC day of a time, such as 2026-11-24. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Takes a snapshot of an account's roster before its first change of a day. */
export class RosterSnapshots {
  readonly #database: Database;
  readonly #lastDays = new Map<string, number>();
  readonly #pending = new Map<string, Promise<void>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whether the day of `at` may have none yet. */
  isDue(accountId: string, at: number): boolean {
    return this.#lastDays.get(accountId) !== toDayNumber(at);
  }

  /** Not in the transaction of the change: nobody changes the roster of a day before its snapshot is on disk. */
  take(accountId: string, at: number): Promise<void> {
    const key = `${accountId} ${dayOf(at)}`;
    const pending = this.#pending.get(key) ?? this.#takeOnce(accountId, at);
    this.#pending.set(key, pending);
    return pending
      .catch((cause) => {
        // Whatever became of the snapshot, the change was not written.
        throw new UnavailableError(String(cause), { cause });
      })
      .finally(() => this.#pending.delete(key));
  }

  async #takeOnce(accountId: string, at: number): Promise<void> {
    const day = dayOf(at);
    if ((await readOne(this.#database, STATEMENTS.findSnapshot, accountId, day)) === undefined) {
      const rows = await this.#database.read<{ json: string }>(STATEMENTS.readRecords, accountId);
      const students: SnapshotStudent[] = rows.map(({ json }) => JSON.parse(json));
      const values = [JSON.stringify(summarizeRoster(students)), await packRoster(students)];
      await this.#database.write(
        'takeSnapshot',
        [step(STATEMENTS.insertSnapshot, accountId, day, at, ...values)],
        undefined,
      );
    }
    if (this.#lastDays.size >= MAX_REMEMBERED_ACCOUNTS) this.#lastDays.clear();
    this.#lastDays.set(accountId, toDayNumber(at));
  }
}

const toDayNumber = (at: number): number => Math.floor(at / 86_400_000);

/** The rows name the fields once, which are those of the program that packed them. */
interface PackedRoster {
  fields: string[];
  students: [studentUid: string, ...values: (number | null)[]][];
}

export async function packRoster(students: readonly SnapshotStudent[]): Promise<string> {
  const packed: PackedRoster = {
    fields: STATE_NAMES,
    students: students.map((student) => [student.studentUid, ...STATE_NAMES.map((name) => student[name])]),
  };
  return (await compress(JSON.stringify(packed))).toString('base64');
}

/** JSON: `PackedRoster`. */
export const unpackRosterText = async (text: string): Promise<string> =>
  String(await decompress(Buffer.from(text, 'base64')));

export async function unpackRoster(text: string): Promise<SnapshotStudent[]> {
  const { fields, students }: PackedRoster = JSON.parse(await unpackRosterText(text));
  return students.map(([studentUid, ...values]) => {
    const readValue = (name: StateName) => values[fields.indexOf(name)] ?? null;
    const growth = Object.fromEntries(STATE_NAMES.map((name) => [name, readValue(name)]));
    return { studentUid, ...(growth as GrowthState) };
  });
}

export function summarizeRoster(students: readonly SnapshotStudent[]): RosterSummary {
  const recruited = students.filter(({ tier }) => typeof tier === 'number');
  const levels = recruited.flatMap(({ level }) => level ?? []);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    recruited: recruited.length,
    levelSum: sum(levels),
    levelCount: levels.length,
    uniqueWeapons: recruited.filter(({ weaponTier }) => weaponTier > 0).length,
    bondSum: sum(recruited.map(({ bond }) => bond ?? 0)),
  };
}
