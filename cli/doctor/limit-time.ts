import { UserError } from '../../server/errors/user-error.ts';

export class TimeoutError extends UserError {}

/** Aborts the work after this time, and then says that it took too long. */
export async function limitTime<T>(
  what: string,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  const result = work(limited);
  const late = new Promise<never>((_, reject) => {
    limited.addEventListener('abort', () =>
      reject(new TimeoutError(`${what} does not answer within ${ms / 1000} s.`)),
    );
  });
  return Promise.race([result, late]);
}
