import { CatalogueRefresher } from '../catalogue/catalogue-refresher.ts';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import type { Config } from '../config.ts';
import { FetchChoices } from '../fetching/fetch-choices.ts';
import type { FetchAddresses } from '../fetching/schaledb-site.ts';
import type { Log } from '../observability/log.ts';
import { PortraitFetcher } from '../portraits/portrait-fetcher.ts';
import { findPortraitLocation } from '../portraits/portrait-location.ts';
import type { Store } from '../store/store.ts';

/** The fetching from others where an operator has agreed. */
export interface Fetching {
  readonly choices: FetchChoices;
  readonly refresh: CatalogueRefresher;
  /** Undefined where there is no folder for portraits. */
  readonly portraits: PortraitFetcher | undefined;
  readonly stop: () => Promise<void>;
}

interface FetchingOptions {
  readonly config: Config;
  readonly store: Store;
  readonly catalogue: LiveCatalogue;
  readonly logger: Log['logger'];
  readonly addresses: FetchAddresses;
}

/** Fetches nothing until the setting or an operator's choice says so. */
export async function startFetching({
  config,
  store,
  catalogue,
  logger,
  addresses,
}: FetchingOptions): Promise<Fetching> {
  const choices = await FetchChoices.start(store.database, (err) =>
    logger.warn({ err }, 'what operators chose to have fetched could not be read'),
  );
  const shared = { store, choices, now: Date.now, logger };
  const refresh = new CatalogueRefresher({
    ...shared,
    setting: config.catalogueSource,
    offered: addresses.catalogue,
  });
  const location = findPortraitLocation(config);
  const portraits =
    location && new PortraitFetcher({ ...shared, catalogue, location, address: addresses.portraits });
  return {
    choices,
    refresh,
    portraits,
    async stop() {
      choices.stop();
      await Promise.all([refresh.stop(), portraits?.stop()]);
    },
  };
}
