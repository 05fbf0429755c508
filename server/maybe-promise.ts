/** SQLite returns values, PostgreSQL promises; these functions avoid a microtask for the former. */
export type MaybePromise<T> = T | Promise<T>;

export function mapMaybe<T, U>(result: MaybePromise<T>, map: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return result instanceof Promise ? result.then(map) : map(result);
}

/**
 * Calls one of the two callbacks, also if `start` throws synchronously. An exception of `onResult` reaches the caller,
 * or `onError` where the caller is gone: nothing else would handle it, and the process would end.
 */
export function settleMaybe<T>(
  start: () => MaybePromise<T>,
  onResult: (value: T) => void,
  onError: (error: Error) => void,
): void {
  let result: MaybePromise<T>;
  try {
    result = start();
  } catch (error) {
    onError(error as Error);
    return;
  }
  if (result instanceof Promise) result.then(onResult).catch(onError);
  else onResult(result);
}
