import type { LiveCatalogue } from './catalogue/live-catalogue.ts';
import type { Config } from './config.ts';
import type { PublicUrls } from './http/public-urls.ts';
import type { Log } from './observability/log.ts';
import type { ChangeWatcher } from './store/change-watcher.ts';
import type { Store } from './store/store.ts';

/** The state that the parts of the service share. */
export interface AppContext {
  readonly config: Config;
  readonly store: Store;
  readonly log: Log;
  /** The catalogue changes with each import: ask for the current one each time. */
  readonly catalogue: Pick<LiveCatalogue, 'current' | 'refresh' | 'resolve'>;
  readonly urls: PublicUrls;
  /** Tells of changes after their commit. */
  readonly changes: ChangeWatcher;
  /** The time of day, for keys and sessions. */
  readonly now: () => number;
  /** Monotonic milliseconds, for windows and durations. */
  readonly ticks: () => number;
}
