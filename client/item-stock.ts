import { BETA_PREFIX } from '../contract/api-paths.ts';
import type { Stock, StockChanges } from '../contract/goals.ts';
import { isStock } from './answer-checks.ts';
import type { ApiPromise, CallOptions, GuardedOptions } from './call.ts';
import type { ApiRequest, Transport } from './transport.ts';

/** Options of a write of the stock. */
export interface StockOptions extends GuardedOptions {
  /** What is added to the counts after `items`; a negative number is taken away. Needs `ifMatch`. */
  add?: StockChanges['add'];
}

/** How much the account has of each item, by item ID; `credits` are credits. */
export class ItemStock {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The counts of all items that the account has recorded. */
  get(options: CallOptions = {}): ApiPromise<Stock['items']> {
    return this.#send({ method: 'GET', prefix: BETA_PREFIX, path: '/stock' }, options);
  }

  /**
   * Sets the named items, where null forgets one, and returns all. Sent again after an unknown outcome, since it has the
   * same effect. With `ifMatch`, `add` is added to the counts too, once.
   */
  patch(
    items: StockChanges['items'],
    { ifMatch, add, ...options }: StockOptions = {},
  ): ApiPromise<Stock['items']> {
    const request = { method: 'PATCH', prefix: BETA_PREFIX, path: '/stock', body: { items, add } } as const;
    return this.#send({ ...request, ifMatch, isRepeatable: ifMatch === undefined }, options);
  }

  #send(request: ApiRequest, options: CallOptions): ApiPromise<Stock['items']> {
    return this.#transport.call(
      options,
      async (context) => (await this.#transport.send(request, isStock, context)).items,
    );
  }
}
