import { STATEMENTS as SOURCE_STATEMENTS } from '../../server/catalogue/source-records.ts';
import type { Config } from '../../server/config.ts';
import { defineStatements, step } from '../../server/store/database.ts';
import { inspectStore } from '../../server/store/inspect-store.ts';
import type { Inspection } from '../../server/store/inspection.ts';
import { limitTime } from './limit-time.ts';

export type DatabaseLook =
  | { readonly state: 'not asked' }
  | { readonly state: 'unusable'; readonly problem: Error }
  | ({ readonly state: 'open'; readonly inspection: Inspection } & DatabaseFacts);

interface DatabaseFacts {
  /** Undefined where the shipped catalogue is served. */
  readonly importedAt: number | undefined;
  /** Undefined where none is set, or none was ever asked. */
  readonly source: { readonly checkedAt: number | null; readonly problem: string | null } | undefined;
  /** The latest of the times that are stored. */
  readonly writtenAt: number;
}

const TIMEOUT_MS = 6_000;

/** None of them reads a whole table of players' data. */
const STATEMENTS = defineStatements({
  readImportTime: 'SELECT imported_at AS "at" FROM catalogue',
  readMigrationTime: 'SELECT max(applied_at) AS "at" FROM migration',
  readChangeTime: 'SELECT max(started_at) AS "at" FROM change_group',
});

export async function lookAtDatabase(
  { database, catalogueSource }: Config,
  isValid: boolean,
  signal: AbortSignal,
): Promise<DatabaseLook> {
  if (!isValid) return { state: 'not asked' };
  try {
    const questions = [
      step(STATEMENTS.readImportTime),
      step(SOURCE_STATEMENTS.readSource, catalogueSource ?? ''),
      step(STATEMENTS.readMigrationTime),
      step(STATEMENTS.readChangeTime),
    ];
    const inspection = await limitTime('The database', TIMEOUT_MS, signal, (limited) =>
      inspectStore(database, questions, limited),
    );
    const [imported, source, migrated, changed] = inspection.answers.map(([row]) => row);
    const times = [imported, migrated, changed].map((row) => Number(row?.at ?? 0));
    return {
      state: 'open',
      inspection,
      importedAt: imported?.at as number | undefined,
      source: source as DatabaseFacts['source'],
      writtenAt: Math.max(...times, Number(source?.checkedAt ?? 0)),
    };
  } catch (error) {
    return { state: 'unusable', problem: error as Error };
  }
}
