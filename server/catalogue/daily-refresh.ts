import type { FetchChoices } from '../fetching/fetch-choices.ts';
import type { RefreshState } from '../observability/metrics.ts';
import type { AccountCaller } from '../store/caller.ts';
import { CatalogueRefresher, REFRESH_DELAYS, type RefresherOptions } from './catalogue-refresher.ts';

interface DailyRefreshOptions extends Omit<RefresherOptions, 'address' | 'delays'> {
  /** ROLLBOOK_CATALOGUE_SOURCE: where it is set, the catalogue is refreshed from it whatever was chosen. */
  readonly setting: string | undefined;
  /** What operators choose about: the address from which it is refreshed otherwise. */
  readonly offered: string;
  readonly choices: FetchChoices;
}

/** An operator who has just turned it on waits for it. */
const DELAYS_AFTER_CHOICE = { ...REFRESH_DELAYS, firstMs: 1_000, overdueMs: 1_000 };

/** Runs the daily refresh of the catalogue as long as the setting or an operator's choice says so. */
export class DailyRefresh implements RefreshState {
  readonly #options: DailyRefreshOptions;
  #refresher: CatalogueRefresher | undefined;
  /** Those that were turned off. */
  #ended: Promise<unknown> = Promise.resolve();
  #formerFailures = 0;
  #isStopped = false;

  private constructor(options: DailyRefreshOptions) {
    this.#options = options;
  }

  static start(options: DailyRefreshOptions): DailyRefresh {
    const refresh = new DailyRefresh(options);
    refresh.#apply(REFRESH_DELAYS);
    options.choices.subscribe(() => refresh.#apply(DELAYS_AFTER_CHOICE));
    return refresh;
  }

  /** From where the catalogue is refreshed, or would be. */
  get address(): string {
    return this.#options.setting ?? this.#options.offered;
  }

  get isSetting(): boolean {
    return this.#options.setting !== undefined;
  }

  get isOn(): boolean {
    return this.isSetting || this.#options.choices.get('catalogue') === true;
  }

  get checkedAt(): number | undefined {
    return this.#refresher?.checkedAt;
  }

  get failures(): number {
    return this.#formerFailures + (this.#refresher?.failures ?? 0);
  }

  /** As `CatalogueRefresher.refreshNow`. `off`: it was turned off, maybe on another instance. */
  async refreshNow(caller: AccountCaller): Promise<'done' | 'refused' | 'too-soon' | 'off'> {
    await this.#options.choices.refresh();
    return (await this.#refresher?.refreshNow(caller)) ?? 'off';
  }

  /** Aborts what is being fetched. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#ended, this.#refresher?.stop()]);
  }

  #apply(delays: RefresherOptions['delays']): void {
    if (this.#isStopped || this.isOn === (this.#refresher !== undefined)) return;
    if (this.#refresher === undefined) {
      const { store, now, logger } = this.#options;
      this.#refresher = CatalogueRefresher.start({
        store,
        address: this.address,
        now,
        logger,
        ...(delays && { delays }),
      });
      return;
    }
    const ended = this.#refresher;
    this.#refresher = undefined;
    this.#formerFailures += ended.failures;
    this.#ended = Promise.all([this.#ended, ended.stop()]);
  }
}
