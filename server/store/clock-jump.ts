import { UnavailableError } from '../errors/unavailable-error.ts';
import { type Database, defineStatements, readOne, requiredStep, step, succeeds } from './database.ts';

const DAY_MS = 86_400_000;
/** Servers rest for longer, but seldom; a clock that is wrong is months or years ahead. */
const MAX_JUMP_MS = 7 * DAY_MS;
/** How long servers run until a clock that has jumped is believed. Somebody puts a wrong one right by then. */
export const DOUBT_MS = DAY_MS;
/** Between two looks, whose time in between counts as running. */
export const LOOK_INTERVAL_MS = 10 * 60_000;
const MAX_STEP_MS = 1.5 * LOOK_INTERVAL_MS;
/** So far ahead of another the clock of an instance may be. What was stored with a time beyond that was by a wrong clock. */
const MAX_CLOCK_LEAD_MS = 60_000;

/** Whether a clock that was wrong has set this time. Such a mark counts as none. */
export const isInFuture = (at: number, now: number): boolean => at > now + MAX_CLOCK_LEAD_MS;
/** The same in SQL. */
export const isFuture = (column: string, now: string): string =>
  `${column} > CAST(${now} AS bigint) + ${MAX_CLOCK_LEAD_MS}`;

/** A clock that is more than a week beyond the last sweep: nothing is deleted for good by it. */
export interface ClockJump {
  /** By the clock of then. */
  readonly sweptAt: number;
  /** How long servers have to run until the clock is believed. */
  readonly leftMs: number;
}

export interface Sweep {
  sweptAt: number;
  lookedAt: number;
  ranMs: number;
}

export const STATEMENTS = defineStatements({
  readSweep:
    'SELECT swept_at AS "sweptAt", looked_at AS "lookedAt", ran_ms AS "ranMs" FROM expiry_sweep WHERE singleton = 1',
  /** What there is to go by before the first sweep. */
  readChangeTime: 'SELECT max(started_at) AS "at" FROM change_group',
  insertSweep: `INSERT INTO expiry_sweep (singleton, swept_at, looked_at, ran_ms) VALUES (1, $1, $2, 0)
    ON CONFLICT (singleton) DO NOTHING`,
  /** Changes nothing if another instance has. */
  updateSweep: `UPDATE expiry_sweep SET swept_at = $1, looked_at = $2, ran_ms = $3
    WHERE singleton = 1 AND swept_at = $4 AND looked_at = $5 AND ran_ms = $6`,
});

export const findJump = (
  { sweptAt, ranMs }: Pick<Sweep, 'sweptAt' | 'ranMs'>,
  now: number,
): ClockJump | undefined =>
  now - sweptAt > MAX_JUMP_MS ? { sweptAt, leftMs: Math.max(0, DOUBT_MS - ranMs) } : undefined;

/** Whether the clock has jumped, as far as the database can tell. Changes nothing. */
export const readClockJump = async (database: Database, now: number): Promise<ClockJump | undefined> =>
  findJump(await readSweep(database, now), now);

/**
 * The time by which something may be deleted for good: that of the last sweep where the clock has jumped since. 0 where
 * that cannot be read, because what else a request does does not wait for it.
 */
export async function readBelievedTime(database: Database, now: number): Promise<number> {
  try {
    return (await readClockJump(database, now))?.sweptAt ?? now;
  } catch (error) {
    if (error instanceof UnavailableError) return 0;
    throw error;
  }
}

/**
 * Notes that a sweep begins, every ten minutes: a jump is returned in its place until servers have run for a day since.
 * All instances count the same time, and one whose clock has not jumped ends the doubt of all.
 */
export async function beginSweep(database: Database, now: number): Promise<ClockJump | undefined> {
  const last = await readSweep(database, now);
  if (last.isFirst)
    await database.write('insertSweep', [step(STATEMENTS.insertSweep, last.sweptAt, last.lookedAt)]);
  const jump = findJump(last, now);
  const sinceLook = now - last.lookedAt;
  const ranMs = last.ranMs + (sinceLook > 0 && sinceLook <= MAX_STEP_MS ? sinceLook : 0);
  const isDoubted = jump !== undefined && ranMs < DOUBT_MS;
  const next = isDoubted ? [last.sweptAt, now, ranMs] : [now, now, 0];
  const update = requiredStep(STATEMENTS.updateSweep, ...next, last.sweptAt, last.lookedAt, last.ranMs);
  // Another instance has looked meanwhile: its clock may be another one.
  if (!(await succeeds(database.write('updateSweep', [update])))) return readClockJump(database, now);
  return isDoubted ? { sweptAt: last.sweptAt, leftMs: DOUBT_MS - ranMs } : undefined;
}

async function readSweep(database: Database, now: number): Promise<Sweep & { isFirst: boolean }> {
  const stored = await readOne<Sweep>(database, STATEMENTS.readSweep);
  if (stored !== undefined) return { ...stored, isFirst: false };
  const changed = await readOne<{ at: number | null }>(database, STATEMENTS.readChangeTime);
  return { sweptAt: Math.min(changed?.at ?? now, now), lookedAt: now, ranMs: 0, isFirst: true };
}
