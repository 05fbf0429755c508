import type { ParsedRoster } from '../../../../client/formats/index.ts';
import type { ProposedStudent } from '../../../../contract/proposals.ts';
import { REQUIRED_NAMES } from '../../../../contract/state-fields.ts';
import { studentsByUid } from '../../roster/catalogue-state.ts';

/** A proposal as a text that was read: without stars, recruited students keep theirs, and new ones begin with their own. */
export function readProposal(proposed: readonly ProposedStudent[]): ParsedRoster {
  const ownStars = (uid: string) => studentsByUid.peek().get(uid)?.attributes.star ?? 1;
  return {
    format: 'json',
    students: proposed.map((student) => ({
      studentUid: student.studentUid,
      wanted: { tier: ownStars(student.studentUid), weaponTier: 0, ...student },
      warnings: [],
    })),
    warnings: [],
    placeholders: {},
    assumed: new Map(
      proposed.map((student) => [
        student.studentUid,
        REQUIRED_NAMES.filter((name) => student[name] === undefined),
      ]),
    ),
  };
}
