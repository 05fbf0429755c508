import { type CatalogueData, parseStored, shippedData } from '../../server/catalogue/catalogue-data.ts';
import { STATEMENTS as SOURCE_STATEMENTS, type StoredSource } from '../../server/catalogue/source-records.ts';
import type { Config } from '../../server/config.ts';
import { STATEMENTS as CHOICE_STATEMENTS } from '../../server/fetching/fetch-choices.ts';
import { SCHALEDB } from '../../server/fetching/schaledb-site.ts';
import {
  type ClockJump,
  findJump,
  STATEMENTS as SWEEP_STATEMENTS,
  type Sweep,
} from '../../server/store/clock-jump.ts';
import { defineStatements, step } from '../../server/store/database.ts';
import { inspectStore } from '../../server/store/inspect-store.ts';
import type { Inspection } from '../../server/store/inspection.ts';
import { limitTime } from './limit-time.ts';

export type DatabaseLook =
  | { readonly state: 'not asked' }
  | { readonly state: 'unusable'; readonly problem: string }
  | {
      readonly state: 'open';
      readonly inspection: Inspection;
      /** Null where the shipped catalogue is served. */
      readonly importedAt: number | null;
      readonly readCatalogue: () => CatalogueData;
      /** Daily, from ROLLBOOK_CATALOGUE_SOURCE, or from SchaleDB because an operator has agreed. */
      readonly isRefreshed: boolean;
      /** Undefined where it is not refreshed, or the source was never asked. */
      readonly source: Pick<StoredSource, 'checkedAt' | 'problem'> | undefined;
      /** The latest of the times that are stored. */
      readonly writtenAt: number;
      readonly clockJump: ClockJump | undefined;
    };

const TIMEOUT_MS = 6_000;

/** None of them reads a whole table of players' data. */
const STATEMENTS = defineStatements({
  readImport: 'SELECT imported_at AS "at", entries FROM catalogue',
  readMigrationTime: 'SELECT max(applied_at) AS "at" FROM migration',
});

export async function lookAtDatabase(
  { database, catalogueSource }: Config,
  isValid: boolean,
  signal: AbortSignal,
): Promise<DatabaseLook> {
  if (!isValid) return { state: 'not asked' };
  const questions = [
    step(STATEMENTS.readImport),
    step(SOURCE_STATEMENTS.readSource, catalogueSource ?? SCHALEDB.catalogue),
    step(STATEMENTS.readMigrationTime),
    step(SWEEP_STATEMENTS.readChangeTime),
    step(SWEEP_STATEMENTS.readSweep),
    step(CHOICE_STATEMENTS.readFetchChoices),
  ];
  try {
    const inspection = await limitTime('The database', TIMEOUT_MS, signal, (limited) =>
      inspectStore(database, questions, limited),
    );
    const [imported, source, migrated, changed, sweep] = inspection.answers.map(([row]) => row);
    const choices = inspection.answers.at(-1) ?? [];
    const isRefreshed =
      catalogueSource !== undefined ||
      choices.some(({ subject, isOn }) => subject === 'catalogue' && isOn === 1);
    const times = [imported?.at, migrated?.at, changed?.at, source?.checkedAt];
    return {
      state: 'open',
      inspection,
      importedAt: (imported?.at ?? null) as number | null,
      readCatalogue: () => (imported === undefined ? shippedData() : parseStored(String(imported.entries))),
      isRefreshed,
      source: isRefreshed ? (source as StoredSource | undefined) : undefined,
      writtenAt: Math.max(...times.map((at) => Number(at ?? 0))),
      clockJump: sweep && findJump(sweep as unknown as Sweep, Date.now()),
    };
  } catch (error) {
    return { state: 'unusable', problem: (error as Error).message };
  }
}
