import { UserError } from '../../server/errors/user-error.ts';

/** Aborts the work after this time, and then says that it took too long. */
export async function limitTime<T>(
  what: string,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(ms);
  const limited = AbortSignal.any([signal, timeout]);
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = () => reject(new TimeoutError(`${what} does not answer within ${ms / 1000} s.`));
    limited.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work(limited), late]);
  } finally {
    limited.removeEventListener('abort', stop);
  }
}

export class TimeoutError extends UserError {
  override name = 'TimeoutError';
}
