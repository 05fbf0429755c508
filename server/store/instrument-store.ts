import type { SqlValue, Statement } from './database.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Store } from './store.ts';

type PlainMethod = Exclude<
  keyof Store,
  | 'database'
  | 'rateLimiter'
  | 'deleteEndedWindows'
  | 'load'
  | 'isOverloaded'
  | 'close'
  | 'onFileProblem'
  | 'fileSizes'
>;
/** The names are metric labels. `consume` and `peek` are methods of the store's rate limiter. */
export type StoreMethod = PlainMethod | 'consume' | 'peek';

/**
 * Wraps each call of a store method and returns the result of `call`. A read or transaction of the general door has the
 * name that its caller gives it.
 */
export type StoreObserver = <T>(operation: string, call: () => Promise<T>) => Promise<T>;

// Records, so that the compiler reports a new method that is missing here.
const PLAIN_METHODS: Record<PlainMethod, true> = {
  findKey: true,
  readStudent: true,
  listStudents: true,
  writeStudent: true,
  removeStudent: true,
  catalogueVersion: true,
  readCatalogue: true,
  recordedAmong: true,
  replaceCatalogue: true,
  ready: true,
  backup: true,
};
export const STORE_METHODS = [...Object.keys(PLAIN_METHODS), 'consume', 'peek'] as readonly StoreMethod[];

/** Wraps a store for metrics and traces. Without them the store is used as is. */
export function instrumentStore(store: Store, observe: StoreObserver): Store {
  return {
    ...observeMethods(store, PLAIN_METHODS, observe),
    database: {
      ...store.database,
      read: <Row>(statement: Statement, ...values: SqlValue[]) =>
        observe(statement.name, () => store.database.read<Row>(statement, ...values)),
      write: async (operation, steps, accountId) =>
        observe(operation, () => store.database.write(operation, steps, accountId)),
    },
    ...(store.deleteEndedWindows && {
      deleteEndedWindows: async () =>
        observe('deleteEndedWindows', () => store.deleteEndedWindows?.() ?? Promise.resolve()),
    }),
    load: () => store.load(),
    isOverloaded: (work) => store.isOverloaded(work),
    close: () => store.close(),
    ...(store.rateLimiter && {
      rateLimiter(rule) {
        const limiter = store.rateLimiter?.(rule) as RateLimiter;
        return {
          consume: (subject, part) => observe('consume', () => limiter.consume(subject, part)),
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
    const call = (target[name] as (...args: unknown[]) => Promise<unknown>).bind(target);
    return [name, (...args: unknown[]) => observe(name, () => call(...args))];
  });
  return Object.fromEntries(methods);
}
