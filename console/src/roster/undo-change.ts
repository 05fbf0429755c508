import type { GrowthState } from '../../../contract/state-fields.ts';
import { stateTag } from '../../../contract/state-tag.ts';

/** What one action did to one student; null is not recruited. */
export interface StudentChange {
  readonly studentUid: string;
  readonly before: GrowthState | null;
  readonly after: GrowthState | null;
}

/** The changes that lead back, the last one first. */
export const invertChanges = (changes: readonly StudentChange[]): StudentChange[] =>
  changes.toReversed().map(({ studentUid, before, after }) => ({ studentUid, before: after, after: before }));

/** Whether the student is still as the change expects it. Otherwise another tool has changed it since. */
export const isStillCurrent = (current: GrowthState | null, { before }: StudentChange): boolean =>
  current === null || before === null ? current === before : stateTag(current) === stateTag(before);
