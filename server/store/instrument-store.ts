import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Store } from './types.ts';

/** `take` stands for `RateLimiter.consume` of the store. These names are metric labels. */
export type StoreMethod =
  | Exclude<keyof Store, 'rateLimiter' | 'load' | 'isOverloaded' | 'close' | 'onFileProblem' | 'fileSizes'>
  | 'take';

/** Wraps each call of a store method and returns the result of `call`. */
export type StoreObserver = <T>(method: StoreMethod, call: () => MaybePromise<T>) => MaybePromise<T>;

// A record, so that the compiler reports a new method that is missing here.
const OBSERVED_METHODS: Record<Exclude<StoreMethod, 'take'>, true> = {
  findKey: true,
  readStudent: true,
  listStudents: true,
  writeStudent: true,
  removeStudent: true,
  createAccount: true,
  findAccount: true,
  listAccounts: true,
  setAccountStatus: true,
  deleteAccount: true,
  issueKey: true,
  listKeys: true,
  findKeyById: true,
  revokeKey: true,
  endKey: true,
  noteKeyUse: true,
  catalogueVersion: true,
  readCatalogue: true,
  recordedAmong: true,
  replaceCatalogue: true,
  ready: true,
  backup: true,
};

export const STORE_METHODS = [...Object.keys(OBSERVED_METHODS), 'take'] as readonly StoreMethod[];

/** Wraps a store for metrics and traces. Without them the store is used as is. */
export function instrumentStore(store: Store, observe: StoreObserver): Store {
  const methods = (Object.keys(OBSERVED_METHODS) as (keyof typeof OBSERVED_METHODS)[]).map((method) => {
    const call = store[method].bind(store) as (...args: unknown[]) => MaybePromise<unknown>;
    return [method, (...args: unknown[]) => observe(method, () => call(...args))] as const;
  });
  return {
    ...(Object.fromEntries(methods) as unknown as Store),
    load: () => store.load(),
    isOverloaded: (work) => store.isOverloaded(work),
    close: () => store.close(),
    ...(store.rateLimiter && {
      rateLimiter(rule) {
        const limiter = store.rateLimiter?.(rule) as RateLimiter;
        return { ...limiter, consume: (...args) => observe('take', () => limiter.consume(...args)) };
      },
    }),
  };
}
