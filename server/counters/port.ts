import type { Answer } from '../store/answer.ts';
import type { Brought } from '../store/port.ts';

/** Counts the requests of each account in fixed windows that the first of them starts (SPEC 8). */
export interface Windows {
  /** Counts one request unless the window is full. What counts beside the state may bring the wanted student along. */
  take(accountId: string, wanted?: string): Answer<Taken>;
}

export interface Taken {
  allowed: boolean;
  remaining: number;
  /** Until the window ends and the next request starts another. */
  resetMs: number;
  brought?: Brought | undefined;
}
