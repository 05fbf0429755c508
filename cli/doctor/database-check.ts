import { isPostgres } from '../../server/config.ts';
import { findDamage } from '../../server/store/inspect-store.ts';
import { type Check, failure, failureOf, ok, type Result, warning } from './check.ts';
import { formatBytes } from './format-amount.ts';
import { limitTime, TimeoutError } from './limit-time.ts';

const TIMEOUT_MS = 4_000;
const MIN_POSTGRES_VERSION = 15;
const RESTORE = 'Stop the server, and put a backup in its place: rollbook restore FILE';

/** Whether the database can be used, and whether its file is whole. */
export const DATABASE_CHECK: Check = {
  name: 'database',
  run: async ({ config, database, signal }) => {
    const look = await database;
    if (look.state === 'not asked') return [];
    if (look.state === 'unusable')
      return [
        failureOf(look.problem, 'Check ROLLBOOK_DATABASE, and that this is run where the server runs.'),
      ];
    const { engine, name, bytes, schema } = look.inspection;
    const [, major = ''] = /^PostgreSQL (\d+)/.exec(engine) ?? [];
    if (major !== '' && Number(major) < MIN_POSTGRES_VERSION)
      return [failure(`${engine} at ${name} is too old`, `Upgrade it to ${MIN_POSTGRES_VERSION} or later.`)];
    const described = `${engine}, ${name}, ${formatBytes(bytes)}, schema ${schema.version}`;
    const behind =
      schema.pending.length === 0
        ? ok(described)
        : warning(
            `${described}, older than this program: ${schema.pending.join(', ')} is to be applied`,
            'Restart the server, which does it, or run: rollbook migrate',
          );
    const damage = isPostgres(config.database) ? undefined : await describeDamage(config.database, signal);
    return damage === undefined ? [behind] : [damage];
  },
};

async function describeDamage(database: string, signal: AbortSignal): Promise<Result | undefined> {
  try {
    const damage = await limitTime('The database', TIMEOUT_MS, signal, (limited) =>
      findDamage(database, limited),
    );
    return damage === undefined ? undefined : failure(`the database file is damaged: ${damage}`, RESTORE);
  } catch (error) {
    // A file of gigabytes takes longer to read, and is not broken for that.
    if (error instanceof TimeoutError) return undefined;
    return failureOf(error as Error, RESTORE);
  }
}
