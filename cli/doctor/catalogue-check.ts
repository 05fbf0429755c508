import { MAX_CATALOGUE_AGE_MS } from '../../contract/health-bounds.ts';
import { catalogueDate } from '../../server/catalogue/live-catalogue.ts';
import { type Check, ok, warning } from './check.ts';
import { formatDay, formatDuration } from './format-time.ts';

/** Names an address that exists, because advice is pasted. Nothing is fetched unasked. */
const SCHALEDB_DATA = 'https://schaledb.com/data/';

/** Whether new students can be in the catalogue. */
export const checkCatalogue: Check = async ({ config: { catalogueSource }, database }) => {
  const look = await database;
  if (look.state !== 'open') return [];
  const { importedAt, source } = look;
  const datedAt = Math.max(catalogueDate(look).getTime(), source?.checkedAt ?? 0);
  const age = Date.now() - datedAt;
  const found = `${importedAt === null ? 'shipped with the program' : 'imported'}, as of ${formatDay(datedAt)}`;
  if (source?.problem != null)
    return warning(
      `${found}; its source could not be read the last time: ${source.problem}`,
      `Try it by hand: rollbook catalogue import --from ${catalogueSource} --dry-run`,
    );
  if (age <= MAX_CATALOGUE_AGE_MS) return ok(found);
  return warning(
    `${found}, ${formatDuration(age)} ago: new students are missing`,
    catalogueSource === undefined
      ? `Set ROLLBOOK_CATALOGUE_SOURCE=${SCHALEDB_DATA} to refresh it daily. Once: rollbook catalogue import --from ${SCHALEDB_DATA}`
      : `The server reads its source daily while it runs. By hand: rollbook catalogue import --from ${catalogueSource}`,
  );
};
