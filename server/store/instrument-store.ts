import type { Windows } from '../rate-limit/rate-limiter.ts';
import type { Answer } from './maybe-promise.ts';
import type { Store } from './types.ts';

export type Verb =
  | Exclude<keyof Store, 'windows' | 'load' | 'crowded' | 'close' | 'onFileProblem' | 'fileSizes'>
  | 'take';

/** Is around every call of a verb of the store; it gives what the call gives. */
export type Watch = <T>(verb: Verb, call: () => Answer<T>) => Answer<T>;

const WATCHED: Record<Exclude<Verb, 'take'>, true> = {
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

export const VERBS = [...Object.keys(WATCHED), 'take'] as readonly Verb[];

/** The same store with somebody who looks on. Where nobody does, the store itself is used. */
export function watched(store: Store, watch: Watch): Store {
  const verbs = (Object.keys(WATCHED) as (keyof typeof WATCHED)[]).map((verb) => {
    const call = store[verb].bind(store) as (...args: unknown[]) => Answer<unknown>;
    return [verb, (...args: unknown[]) => watch(verb, () => call(...args))] as const;
  });
  return {
    ...(Object.fromEntries(verbs) as unknown as Store),
    load: () => store.load(),
    crowded: (work) => store.crowded(work),
    close: () => store.close(),
    ...(store.windows && {
      windows(counted) {
        const windows = store.windows?.(counted) as Windows;
        return { ...windows, take: (...asked) => watch('take', () => windows.take(...asked)) };
      },
    }),
  };
}
