import { hasReached } from '../../../client/changes.ts';
import type { GrowthState, StudentPatch } from '../../../contract/state-fields.ts';
import { applyPatch } from '../../../contract/state-rules.ts';
import { stateTag } from '../../../contract/state-tag.ts';

/** By UID what this page has sent beside the outbox, as an import does; null is a removal. */
const sent = new Map<string, StudentPatch | null>();

/** Noted when the write is sent: it may take effect although its answer is lost. */
export function noteSentWrite(studentUid: string, changes: StudentPatch | null): void {
  sent.set(studentUid, changes === null ? null : { ...sent.get(studentUid), ...changes });
}

/** Whether what this page has sent leads from the known state to the current one. True only once for each write. */
export function takeSentWrite(
  studentUid: string,
  known: GrowthState | null,
  current: GrowthState | null,
): boolean {
  const changes = sent.get(studentUid);
  if (changes === undefined || !leadsTo(current, known, changes)) return false;
  sent.delete(studentUid);
  return true;
}

function leadsTo(
  current: GrowthState | null,
  known: GrowthState | null,
  changes: StudentPatch | null,
): boolean {
  if (changes === null || current === null) return changes === null && current === null;
  // A registration keeps a recorded bond, which the page does not know.
  return known === null ? hasReached(current, changes) : isSameState(applyPatch(known, changes), current);
}

export const forgetSentWrites = (): void => sent.clear();

export const isSameState = (a: GrowthState | null, b: GrowthState | null): boolean =>
  a === null || b === null ? a === b : stateTag(a) === stateTag(b);
