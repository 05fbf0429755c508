import { promisify } from 'node:util';
import { deflateRaw, inflateRaw, type ZlibOptions } from 'node:zlib';
import { type GrowthState, STATE_NAMES } from '../../contract/state-fields.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { type Database, defineStatements, readOne, step } from './database.ts';
import type { RosterSummary } from './roster-summary.ts';

const compress = promisify(deflateRaw);
const decompress = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw);

/** Accounts whose last day with a snapshot is remembered. All are forgotten when there are more. */
const MAX_REMEMBERED_ACCOUNTS = 50_000;
/** More than a roster of all students of the largest catalogue has. */
export const MAX_ROSTER_BYTES = 16 * 1_048_576;

/** A record: of a recruited student, or only a bond. */
export interface SnapshotStudent extends GrowthState {
  studentUid: string;
}

export const STATEMENTS = defineStatements({
  findSnapshot: 'SELECT 1 FROM roster_snapshot WHERE account_id = $1 AND day = $2',
  /** One statement, so that the records are those of the last number. A row without a record if there is none. */
  readNumberedRecords: `SELECT h.last_number AS "lastNumber", r.body AS "json",
      COALESCE(c.at, (SELECT taken_at FROM roster_snapshot WHERE account_id = $1 ORDER BY day DESC LIMIT 1),
        a.created_at) AS "changedAt" FROM account AS a
    LEFT JOIN history AS h ON h.account_id = $1
    LEFT JOIN student_change AS c ON c.account_id = $1 AND c.number = h.last_number
    LEFT JOIN student_record AS r ON r.account_id = $1
    WHERE a.account_id = $1 ORDER BY r.student_uid`,
  /** The first one stays: it was taken before any change of the day. */
  insertSnapshot: `INSERT INTO roster_snapshot (account_id, day, taken_at, summary, states, last_number)
    SELECT account_id, $2, CAST($3 AS bigint), $4, $5, CAST($6 AS integer) FROM account WHERE account_id = $1
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
      const { lastNumber, students } = await readCurrentRoster(this.#database, accountId);
      const values = [JSON.stringify(summarizeRoster(students)), await packRoster(students), lastNumber];
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

/** The records as they are after the last change. */
export interface CurrentRoster {
  lastNumber: number;
  /** The time of that change; where it is not kept, that of the last snapshot, on the same day; else of the account. */
  changedAt: number;
  students: SnapshotStudent[];
}

export async function readCurrentRoster(database: Database, accountId: string): Promise<CurrentRoster> {
  type Row = { lastNumber: number | null; changedAt: number; json: string | null };
  const rows = await database.read<Row>(STATEMENTS.readNumberedRecords, accountId);
  return {
    lastNumber: rows[0]?.lastNumber ?? 0,
    changedAt: rows[0]?.changedAt ?? 0,
    students: rows.flatMap(({ json }) => (json === null ? [] : [JSON.parse(json) as SnapshotStudent])),
  };
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
export async function unpackRosterText(text: string): Promise<string> {
  try {
    return String(await decompress(Buffer.from(text, 'base64'), { maxOutputLength: MAX_ROSTER_BYTES }));
  } catch (cause) {
    throw new Error(`a snapshot cannot be unpacked, or has more than ${MAX_ROSTER_BYTES} bytes`, { cause });
  }
}

export async function unpackRoster(text: string): Promise<SnapshotStudent[]> {
  const { fields, students }: PackedRoster = JSON.parse(await unpackRosterText(text));
  const columns = STATE_NAMES.map((name) => [name, fields.indexOf(name)] as const);
  return students.map(([studentUid, ...values]) => {
    const student = { studentUid } as SnapshotStudent;
    for (const [name, column] of columns) student[name] = (values[column] ?? null) as never;
    return student;
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
