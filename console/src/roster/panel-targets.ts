import { signal } from '@preact/signals';
import type { StateName } from '../../../contract/state-fields.ts';

/** What the goal of the student in the panel wants of a field. */
export interface FieldTarget {
  readonly wanted: number;
  readonly isReached: boolean;
  /** Says that it is reached in the game. Undefined where it cannot be said. */
  readonly done?: { readonly label: string; readonly run: () => void } | undefined;
}

/** Of the student in the panel. Filled by the script that knows goals, which is loaded when the panel opens. */
export const panelTargets = signal<ReadonlyMap<StateName, FieldTarget>>(new Map());
