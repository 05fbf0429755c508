import type { MaybePromise } from '../maybe-promise.ts';
import type { ConsoleStore } from './console-store.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Store } from './store.ts';

type PlainMethod = Exclude<
  keyof Store,
  'console' | 'rateLimiter' | 'load' | 'isOverloaded' | 'close' | 'onFileProblem' | 'fileSizes'
>;
/** The names are metric labels. `consume` and `peek` are methods of the store's rate limiter. */
export type StoreMethod = PlainMethod | keyof ConsoleStore | 'consume' | 'peek';

/** Wraps each call of a store method and returns the result of `call`. */
export type StoreObserver = <T>(method: StoreMethod, call: () => MaybePromise<T>) => MaybePromise<T>;

// Records, so that the compiler reports a new method that is missing here.
const PLAIN_METHODS: Record<PlainMethod, true> = {
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
  listKeys: true,
  findKeyById: true,
  noteKeyUse: true,
  catalogueVersion: true,
  readCatalogue: true,
  recordedAmong: true,
  replaceCatalogue: true,
  ready: true,
  backup: true,
};
const CONSOLE_METHODS: Record<keyof ConsoleStore, true> = {
  saveChallenge: true,
  findChallenge: true,
  signUp: true,
  signIn: true,
  findLink: true,
  saveLink: true,
  enterByLink: true,
  findRecoveryCode: true,
  enterByRecoveryCode: true,
  findSession: true,
  noteSessionUse: true,
  renewSession: true,
  listSessions: true,
  endSession: true,
  endListedSession: true,
  endSessions: true,
  evictIntruder: true,
  findPasskey: true,
  listPasskeys: true,
  addPasskey: true,
  renamePasskey: true,
  removePasskey: true,
  countRecoveryCodes: true,
  replaceRecoveryCodes: true,
  issueKey: true,
  rotateKey: true,
  revokeKey: true,
  renameAccount: true,
  createInvite: true,
  listInvites: true,
  findInvite: true,
  revokeInvite: true,
  addActivity: true,
  listActivity: true,
  readAccountData: true,
  deleteExpired: true,
};

export const STORE_METHODS = [
  ...Object.keys(PLAIN_METHODS),
  ...Object.keys(CONSOLE_METHODS),
  'consume',
  'peek',
] as readonly StoreMethod[];

/** Wraps a store for metrics and traces. Without them the store is used as is. */
export function instrumentStore(store: Store, observe: StoreObserver): Store {
  return {
    ...observeMethods(store, PLAIN_METHODS, observe),
    console: observeMethods(store.console, CONSOLE_METHODS, observe),
    load: () => store.load(),
    isOverloaded: (work) => store.isOverloaded(work),
    close: () => store.close(),
    ...(store.rateLimiter && {
      rateLimiter(rule) {
        const limiter = store.rateLimiter?.(rule) as RateLimiter;
        return {
          ...limiter,
          consume: (...args) => observe('consume', () => limiter.consume(...args)),
          peek: (subject) => observe('peek', () => limiter.peek(subject)),
        };
      },
    }),
  };
}

function observeMethods<Method extends StoreMethod, Methods extends Record<Method, unknown>>(
  target: Methods,
  names: Record<Method, true>,
  observe: StoreObserver,
): Pick<Methods, Method> {
  const methods = (Object.keys(names) as Method[]).map((name) => {
    const call = (target[name] as (...args: unknown[]) => MaybePromise<unknown>).bind(target);
    return [name, (...args: unknown[]) => observe(name, () => call(...args))];
  });
  return Object.fromEntries(methods);
}
