import type { Answer } from '../store/maybe-promise.ts';
import type { Brought } from '../store/types.ts';

/** Counts the requests of each account in fixed windows that the first of them starts (SPEC 8). */
export interface Windows {
  /** Counts one request unless the window is full. What counts beside the state may bring the wanted student along. */
  take(accountId: string, wanted?: string): Answer<Taken>;
  /** What it counts, if that is beside the state: then the look at a key can count along. */
  readonly beside?: Counted | undefined;
}

export interface Counted {
  readonly of: string;
  readonly limit: number;
  readonly windowMs: number;
}

export interface Taken {
  allowed: boolean;
  remaining: number;
  /** Until the window ends and the next request starts another. */
  resetMs: number;
  brought?: Brought | undefined;
}
