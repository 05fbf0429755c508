import type { Store } from './store.ts';

interface Logger {
  warn(details: { err: unknown }, message: string): void;
}

const INTERVAL_MS = 10 * 60_000;

/** Deletes what has expired: sessions, challenges, links, invites and ended rate limit windows. Returns how to stop it. */
export function startExpirySweep(store: Store, now: () => number, logger: Logger): () => void {
  const sweep = () =>
    store.console
      .deleteExpired(now())
      .catch((err: unknown) => logger.warn({ err }, 'expired sessions could not be deleted'));
  const timer = setInterval(sweep, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
