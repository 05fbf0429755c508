import type { PlanEntry } from '../../../../client/plan.ts';
import { STATE_NAMES, type StateName } from '../../../../contract/state-fields.ts';

/** What would be written. */
export type WriteEntry = Extract<PlanEntry, { action: 'register' | 'change' | 'remove' }>;

export const isWrite = (entry: PlanEntry): entry is WriteEntry =>
  entry.action === 'register' || entry.action === 'change' || entry.action === 'remove';

/** One value that is written. `from` is undefined for a new student. */
export interface ValueChange {
  name: StateName;
  from: number | null | undefined;
  to: number | null;
  /** Progress that the player loses. */
  isLowered: boolean;
}

/** The values that an entry writes, those that are lowered first. */
export function listChanges(entry: WriteEntry): ValueChange[] {
  if (entry.action === 'remove') return [];
  if (entry.action === 'register') {
    const { state } = entry;
    return STATE_NAMES.flatMap((name) => {
      const to = state[name] ?? null;
      // A zero, such as no unique weapon, says nothing of a new student.
      return to === null || to === 0 ? [] : [{ name, from: undefined, to, isLowered: false }];
    });
  }
  const { before, changes } = entry;
  const changed = STATE_NAMES.filter((name) => changes[name] !== undefined).map((name) => {
    const [from, to] = [before[name], changes[name] ?? null];
    return { name, from, to, isLowered: from !== null && (to === null || to < from) };
  });
  return [...changed.filter(({ isLowered }) => isLowered), ...changed.filter(({ isLowered }) => !isLowered)];
}

export const hasLoweredValue = (entry: WriteEntry): boolean =>
  listChanges(entry).some(({ isLowered }) => isLowered);
