import { packRoster, summarizeRoster } from '../../../server/store/roster-snapshots.ts';
import { query } from '../../database.ts';

const DAY_MS = 86_400_000;

/** As if the roster of the account had these students at the beginning of that day, and changed on it. */
export async function keepDay(
  { database }: { database: string },
  accountId: string,
  age: number,
  students: Record<string, object>,
): Promise<void> {
  const states = Object.entries(students).map(([studentUid, state]) => ({ studentUid, ...state }));
  const day = new Date(Date.now() - age * DAY_MS).toISOString().slice(0, 10);
  await query(
    database,
    'INSERT INTO roster_snapshot (account_id, day, taken_at, summary, states) VALUES (?, ?, 0, ?, ?)',
    [accountId, day, JSON.stringify(summarizeRoster(states as never)), await packRoster(states as never)],
  );
}
