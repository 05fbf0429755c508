/** A result that is there at once (SQLite reads) or later (PostgreSQL): whoever has it at once need not wait for it. */
export type MaybePromise<T> = T | Promise<T>;

export function mapMaybe<T, U>(
  answer: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return answer instanceof Promise ? answer.then(next) : next(answer);
}

/** Ends in one call of one of the two, whether the result is there at once, later, or never. */
export function settleMaybe<T>(
  start: () => MaybePromise<T>,
  done: (value: T) => void,
  failed: (error: Error) => void,
): void {
  let answer: MaybePromise<T>;
  try {
    answer = start();
  } catch (error) {
    failed(error as Error);
    return;
  }
  if (answer instanceof Promise) answer.then(done, failed);
  else done(answer);
}
