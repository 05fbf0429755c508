import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { noteSessionError } from '../session/session-state.ts';
import { VerificationCancelled } from '../session/verification-state.ts';

export interface Action<Arguments extends unknown[]> {
  run: (...values: Arguments) => Promise<void>;
  pending: Signal<boolean>;
  error: Signal<unknown>;
  /** Whether its form was sent, valid or not: from then on the fields say what is wrong. */
  isAttempted: Signal<boolean>;
}

/** Something that a click starts, one at a time, with its failure. */
export function useAction<Arguments extends unknown[]>(
  act: (...values: Arguments) => Promise<void>,
): Action<Arguments> {
  const pending = useSignal(false);
  const error = useSignal<unknown>(undefined);
  const isAttempted = useSignal(false);
  const latest = useRef(act);
  latest.current = act;
  const run = async (...values: Arguments) => {
    if (pending.peek()) return;
    pending.value = true;
    error.value = undefined;
    try {
      await latest.current(...values);
    } catch (thrown) {
      noteSessionError(thrown);
      if (!(thrown instanceof VerificationCancelled)) error.value = thrown;
    } finally {
      pending.value = false;
    }
  };
  return { run, pending, error, isAttempted };
}
