/** A result that is there at once (SQLite reads) or later (PostgreSQL): whoever has it at once need not wait for it. */
export type Answer<T> = T | Promise<T>;

export function after<T, U>(answer: Answer<T>, next: (value: T) => Answer<U>): Answer<U> {
  return answer instanceof Promise ? answer.then(next) : next(answer);
}

/** Ends in one call of one of the two, whether the result is there at once, later, or never. */
export function settle<T>(
  start: () => Answer<T>,
  done: (value: T) => void,
  failed: (error: Error) => void,
): void {
  let answer: Answer<T>;
  try {
    answer = start();
  } catch (error) {
    failed(error as Error);
    return;
  }
  if (answer instanceof Promise) answer.then(done, failed);
  else done(answer);
}
