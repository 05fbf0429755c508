import type { Store } from '../store/store.ts';
import { summarizeBrought } from './brought.ts';
import type { CatalogueChanges } from './catalogue-changes.ts';
import { type Etags, FETCH_LIMITS, fetchCatalogue } from './fetch-catalogue.ts';
import type { FetchLimits } from './fetch-file.ts';
import { importCatalogue } from './import-catalogue.ts';
import { asRefreshError } from './refresh-error.ts';
import { storeSuccess } from './source-records.ts';

const DAY_MS = 86_400_000;
const SPREAD_MS = 60 * 60_000;

export interface RefreshOptions {
  /** ETags of the answers that the current catalogue is from; none to fetch all files. */
  readonly etags: Etags;
  readonly dryRun: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly limits?: FetchLimits;
}

/** Fetches and imports a source. Undefined if it has not changed. */
export async function refreshCatalogue(
  store: Store,
  address: string,
  { etags, dryRun, now, signal, limits = FETCH_LIMITS }: RefreshOptions,
): Promise<CatalogueChanges | undefined> {
  const fetched = await fetchCatalogue(new URL(address), etags, { limits, signal }).catch((error) => {
    throw asRefreshError(error, 'unreachable');
  });
  const changes =
    fetched &&
    (await importCatalogue(store, fetched.files, {
      dryRun,
      now: now(),
      isFromSource: true,
    }).catch((error) => {
      throw asRefreshError(error, 'unfit', `${address}: `);
    }));
  if (!dryRun)
    await storeSuccess(store.database, address, {
      dueAt: now() + DAY_MS + Math.round((Math.random() - 0.5) * SPREAD_MS),
      checkedAt: now(),
      etags: fetched?.etags ?? etags,
      changedAt: changes === undefined ? null : now(),
      brought: changes && summarizeBrought(changes, now()),
    });
  return changes;
}
