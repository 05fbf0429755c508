import { MAX_CATALOGUE_AGE_MS } from '../../contract/health-bounds.ts';
import { catalogueDate } from '../../server/catalogue/live-catalogue.ts';
import { SCHALEDB } from '../../server/fetching/schaledb-site.ts';
import type { OpenDatabase } from './database-check.ts';
import { formatDay, formatDuration } from './format-time.ts';
import { ok, type Result, warning } from './result.ts';

/** Whether new students can be in the catalogue. */
export function checkCatalogue(catalogueSource: string | undefined, database: OpenDatabase): Result {
  const { importedAt, source, isRefreshed } = database;
  const address = catalogueSource ?? SCHALEDB.catalogue;
  const datedAt = Math.max(catalogueDate(database).getTime(), source?.checkedAt ?? 0);
  const age = Date.now() - datedAt;
  const found = `${importedAt === null ? 'shipped with the program' : 'imported'}, as of ${formatDay(datedAt)}`;
  if (source?.problem != null)
    return warning(
      `${found}; its source could not be read the last time: ${source.problem}`,
      `Try it by hand: rollbook catalogue import --from ${address} --dry-run`,
    );
  if (age <= MAX_CATALOGUE_AGE_MS) return ok(found);
  return warning(
    `${found}, ${formatDuration(age)} ago: new students are missing`,
    !isRefreshed
      ? `Turn on the daily refresh on the server page of the console, or set ROLLBOOK_CATALOGUE_SOURCE=${address}. Once: rollbook catalogue import --from ${address}`
      : `The server reads its source daily while it runs. By hand: rollbook catalogue import --from ${address}`,
  );
}
