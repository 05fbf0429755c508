import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Store } from './types.ts';

export type StoreMethod =
  | Exclude<keyof Store, 'rateLimiter' | 'load' | 'isOverloaded' | 'close' | 'onFileProblem' | 'fileSizes'>
  | 'take';

/** Is around every call of a verb of the store; it gives what the call gives. */
export type StoreObserver = <T>(verb: StoreMethod, call: () => MaybePromise<T>) => MaybePromise<T>;

const OBSERVED: Record<Exclude<StoreMethod, 'take'>, true> = {
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

export const STORE_METHODS = [...Object.keys(OBSERVED), 'take'] as readonly StoreMethod[];

/** The same store with somebody who looks on. Where nobody does, the store itself is used. */
export function instrumentStore(store: Store, watch: StoreObserver): Store {
  const verbs = (Object.keys(OBSERVED) as (keyof typeof OBSERVED)[]).map((verb) => {
    const call = store[verb].bind(store) as (...args: unknown[]) => MaybePromise<unknown>;
    return [verb, (...args: unknown[]) => watch(verb, () => call(...args))] as const;
  });
  return {
    ...(Object.fromEntries(verbs) as unknown as Store),
    load: () => store.load(),
    isOverloaded: (work) => store.isOverloaded(work),
    close: () => store.close(),
    ...(store.rateLimiter && {
      rateLimiter(counted) {
        const windows = store.rateLimiter?.(counted) as RateLimiter;
        return { ...windows, consume: (...asked) => watch('take', () => windows.consume(...asked)) };
      },
    }),
  };
}
