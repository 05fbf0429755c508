import { formatBytes } from '../../server/backups/format-bytes.ts';
import { parseStored, shippedData } from '../../server/catalogue/catalogue-data.ts';
import { STATEMENTS as SOURCE_STATEMENTS, type StoredSource } from '../../server/catalogue/source-records.ts';
import type { Config } from '../../server/config.ts';
import { STATEMENTS as CHOICE_STATEMENTS } from '../../server/fetching/fetch-choices.ts';
import { SCHALEDB } from '../../server/fetching/schaledb-site.ts';
import { findJump, STATEMENTS as SWEEP_STATEMENTS, type Sweep } from '../../server/store/clock-jump.ts';
import { defineStatements, step } from '../../server/store/database.ts';
import { findDamage, inspectStore, writeToStore } from '../../server/store/inspect-store.ts';
import { limitTime, TimeoutError } from './limit-time.ts';
import { failure, failureOf, ok, type Result, warning } from './result.ts';
import type { ServerState } from './server-check.ts';

const INSPECTION_TIMEOUT_MS = 6_000;
const DAMAGE_TIMEOUT_MS = 4_000;
const WRITE_TIMEOUT_MS = 4_000;
const RESTORE = 'Stop the server, and put a backup in its place; `rollbook restore` lists them.';
const MIN_POSTGRES_VERSION = 15;

/** None of them reads a whole table of players' data. */
const STATEMENTS = defineStatements({
  readImport: 'SELECT imported_at AS "at", entries FROM catalogue',
  readMigrationTime: 'SELECT max(applied_at) AS "at" FROM migration',
});

export type OpenDatabase = Awaited<ReturnType<typeof inspectDatabase>>;

/** Throws a UserError if it cannot be used. */
export async function inspectDatabase({ database, catalogueSource }: Config, signal: AbortSignal) {
  const questions = [
    step(STATEMENTS.readImport),
    step(SOURCE_STATEMENTS.readSource, catalogueSource ?? SCHALEDB.catalogue),
    step(STATEMENTS.readMigrationTime),
    step(SWEEP_STATEMENTS.readChangeTime),
    step(SWEEP_STATEMENTS.readSweep),
    step(CHOICE_STATEMENTS.readFetchChoices),
  ];
  const inspection = await limitTime('The database', INSPECTION_TIMEOUT_MS, signal, (limited) =>
    inspectStore(database, questions, limited),
  );
  const [imported, source, migrated, changed, sweep] = inspection.answers.map(([row]) => row);
  const choices = inspection.answers.at(-1) ?? [];
  const times = [imported?.at, migrated?.at, changed?.at, source?.checkedAt];
  /** Daily, from ROLLBOOK_CATALOGUE_SOURCE, or from SchaleDB because an operator has agreed. */
  const isRefreshed =
    catalogueSource !== undefined ||
    choices.some(({ subject, isOn }) => subject === 'catalogue' && isOn === 1);
  return {
    inspection,
    /** Null where the shipped catalogue is served. */
    importedAt: (imported?.at ?? null) as number | null,
    readCatalogue: () => (imported === undefined ? shippedData() : parseStored(String(imported.entries))),
    isRefreshed,
    /** Undefined where it is not refreshed, or the source was never asked. */
    source: isRefreshed ? (source as StoredSource | undefined) : undefined,
    /** The latest of the times that are stored. */
    writtenAt: Math.max(...times.map((at) => Number(at ?? 0))),
    clockJump: sweep && findJump(sweep as unknown as Sweep, Date.now()),
  };
}

/** Undefined if the file is whole. PostgreSQL looks after its own. */
export async function lookForDamage(database: string, signal: AbortSignal): Promise<Result | undefined> {
  try {
    const damage = await limitTime('The database', DAMAGE_TIMEOUT_MS, signal, (limited) =>
      findDamage(database, limited),
    );
    return damage === undefined ? undefined : failure(`the database file is damaged: ${damage}`, RESTORE);
  } catch (error) {
    // A file of gigabytes takes longer to read, and is not broken for that.
    return error instanceof TimeoutError ? undefined : failureOf((error as Error).message, RESTORE);
  }
}

/** Whether the database can be used, and whether its file is whole. */
export function checkDatabase(found: OpenDatabase | Error, damage: Result | undefined): Result {
  if (found instanceof Error)
    return failureOf(found.message, 'Check ROLLBOOK_DATABASE, and that this is run where the server runs.');
  const { engine, name, bytes, schema, undistributed = [] } = found.inspection;
  const [, major] = /^PostgreSQL (\d+)/.exec(engine) ?? [];
  if (major !== undefined && Number(major) < MIN_POSTGRES_VERSION)
    return failure(`${engine} at ${name} is too old`, `Upgrade it to ${MIN_POSTGRES_VERSION} or later.`);
  if (damage !== undefined) return damage;
  if (schema.difference !== undefined)
    return failure(
      `${name} is not as Rollbook makes it: ${schema.difference}`,
      'If you did not change it, somebody else could: put a backup of before in its place. If you did, undo it: `rollbook restore` refuses its backups.',
    );
  const described = `${engine}, ${name}, ${formatBytes(bytes)}, schema ${schema.version}`;
  if (schema.pending.length > 0)
    return warning(
      `${described}, older than this program: ${schema.pending.join(', ')} is to be applied`,
      'Restart the server, which does it, or run: rollbook migrate',
    );
  if (undistributed.length > 0)
    return warning(
      `${described}, distributed, but without ${undistributed.join(', ')}`,
      'Run ops/postgres/distribute.sql, as after every upgrade.',
    );
  return ok(described);
}

/** Whether a write becomes durable now. */
export async function checkWrite(
  database: string,
  server: ServerState,
  damage: Result | undefined,
  signal: AbortSignal,
): Promise<Result | []> {
  if (server.state === 'running' && server.isReady) return ok('the server has made a write durable just now');
  // A write makes more of it worse.
  if (damage !== undefined) return [];
  try {
    await limitTime('The disk', WRITE_TIMEOUT_MS, signal, (limited) => writeToStore(database, limited));
  } catch (error) {
    return failureOf((error as Error).message, 'Make room on the disk, and look into its state with dmesg.');
  }
  return server.state === 'running'
    ? failure(
        'the database takes writes, but the server does not make them',
        'Read its log for the reason, and restart it: systemctl restart rollbook',
      )
    : ok('a write that changes nothing was made durable');
}
