import { type Database, defineStatements, readOne, requiredStep, succeeds } from '../store/database.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';

/** Since when a student is in the catalogue of this server, as YYYY-MM-DD. Left out for one who was in the first. */
export interface StudentDays {
  readonly added?: string;
  /** Since when the catalogue says that she is out, or will be, on the global server; null as long as it does not. */
  readonly addedGlobal?: string | null;
}

/** By UID. Students who were dropped stay: they are not new when they come back. */
export type CatalogueDays = Readonly<Record<string, StudentDays>>;

/** Until this day in Japan, releases shipped students without noting since when. */
const LAST_UNNOTED_DAY = '2026-06-24';

interface FirstNoting {
  /** True if players have seen an earlier catalogue of the server, of which nothing was noted. */
  readonly hasPlayers: boolean;
  readonly isShipped: boolean;
}

/** The notes of `today` about a catalogue, after those of before. The same object if nothing is new. */
export function noteStudents(
  before: CatalogueDays | undefined,
  entries: readonly CatalogueEntry[],
  today: string,
  { hasPlayers, isShipped }: FirstNoting,
): CatalogueDays {
  const isFirst = before === undefined;
  const isNewAtFirst = ({ attributes }: CatalogueEntry) =>
    hasPlayers && isShipped && (attributes?.released ?? '') > LAST_UNNOTED_DAY;
  const noted = entries.flatMap((entry): [string, StudentDays][] => {
    const isOnGlobal = entry.attributes?.releasedGlobal !== null;
    const known = before?.[entry.uid];
    if (known !== undefined)
      return isOnGlobal && known.addedGlobal === null ? [[entry.uid, { ...known, addedGlobal: today }]] : [];
    const day = isFirst && !isNewAtFirst(entry) ? {} : { added: today, addedGlobal: today };
    return [[entry.uid, isOnGlobal ? day : { ...day, addedGlobal: null }]];
  });
  return isFirst || noted.length > 0 ? { ...before, ...Object.fromEntries(noted) } : before;
}

/** The days as `/catalogue.json` serves them. */
export const servedDays = ({ added, addedGlobal }: StudentDays = {}): StudentDays => ({
  ...(added !== undefined && { added }),
  ...(typeof addedGlobal === 'string' && { addedGlobal }),
});

export const STATEMENTS = defineStatements({
  readCatalogueDays: 'SELECT students FROM catalogue_days',
  insertCatalogueDays: `INSERT INTO catalogue_days (singleton, students) VALUES (1, $1)
    ON CONFLICT (singleton) DO NOTHING`,
  /** Only if they are still as they were read. */
  replaceCatalogueDays: 'UPDATE catalogue_days SET students = $2 WHERE students = $1',
  /** By the index, however many accounts there are. */
  findFirstAccount: 'SELECT min(account_id) AS "found" FROM account',
});

async function hasAccounts(database: Database): Promise<boolean> {
  const row = await readOne<{ found: string | null }>(database, STATEMENTS.findFirstAccount);
  return row !== undefined && row.found !== null;
}

/** Other instances may be first this often. */
const MAX_ATTEMPTS = 10;

/** Notes who is new in the catalogue that this server is about to serve, whichever instance is first. Returns all days. */
export async function updateCatalogueDays(
  database: Database,
  entries: readonly CatalogueEntry[],
  { now, isShipped }: { readonly now: number; readonly isShipped: boolean },
): Promise<CatalogueDays> {
  const today = new Date(now).toISOString().slice(0, 10);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const row = await readOne<{ students: string }>(database, STATEMENTS.readCatalogueDays);
    const before: CatalogueDays | undefined = row && JSON.parse(row.students);
    const hasPlayers = row === undefined && (await hasAccounts(database));
    const days = noteStudents(before, entries, today, { hasPlayers, isShipped });
    if (days === before) return days;
    const text = JSON.stringify(days);
    const write =
      row === undefined
        ? requiredStep(STATEMENTS.insertCatalogueDays, text)
        : requiredStep(STATEMENTS.replaceCatalogueDays, row.students, text);
    if (await succeeds(database.write('noteCatalogueDays', [write]))) return days;
  }
  throw new Error(`${MAX_ATTEMPTS} other instances noted the catalogue first`);
}
