import { formatBytes } from '../../server/backups/format-bytes.ts';
import { type Check, failure, failureOf, ok, warning } from './check.ts';

const MIN_POSTGRES_VERSION = 15;

/** Whether the database can be used, and whether its file is whole. */
export const checkDatabase: Check = async ({ database, damage }) => {
  const look = await database;
  if (look.state === 'not asked') return [];
  if (look.state === 'unusable')
    return failureOf(look.problem, 'Check ROLLBOOK_DATABASE, and that this is run where the server runs.');
  const { engine, name, bytes, schema, undistributed = [] } = look.inspection;
  const [, major] = /^PostgreSQL (\d+)/.exec(engine) ?? [];
  if (major !== undefined && Number(major) < MIN_POSTGRES_VERSION)
    return failure(`${engine} at ${name} is too old`, `Upgrade it to ${MIN_POSTGRES_VERSION} or later.`);
  const damaged = await damage;
  if (damaged !== undefined) return damaged;
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
};
