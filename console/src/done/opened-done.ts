import { signal } from '@preact/signals';
import type { StateName } from '../../../contract/state-fields.ts';

/** The goals that the player says are reached: whole, or one field of one. */
export interface OpenedDone {
  readonly studentUids: readonly string[];
  readonly fields?: readonly StateName[];
}

export const openedDone = signal<OpenedDone | undefined>(undefined);
