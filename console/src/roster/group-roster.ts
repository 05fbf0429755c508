import type { KnownLabels } from './attribute-conditions.ts';
import type { RosterEntry } from './roster-entry.ts';

export const GROUP_ATTRIBUTES = ['school', 'role', 'squad', 'attack', 'armor'] as const;
export type GroupAttribute = (typeof GROUP_ATTRIBUTES)[number];

/** Students below one heading. */
export interface StudentGroup {
  /** The code that they share; undefined without grouping, and for those of whom it is not known. */
  readonly code: string | undefined;
  readonly parts: readonly GroupPart[];
}

/** Students who look alike: those who are recruited are cards, the others take a line each. */
export interface GroupPart {
  readonly isRecruited: boolean;
  readonly uids: readonly string[];
}

/** Groups in the order of the labels; one group of all without an attribute. Students keep their order. */
export function groupRoster(
  entries: readonly RosterEntry[],
  attribute: GroupAttribute | undefined,
  labels: KnownLabels,
  split: (entries: readonly RosterEntry[]) => GroupPart[],
): StudentGroup[] {
  if (attribute === undefined) return [{ code: undefined, parts: split(entries) }];
  const byCode = Map.groupBy(entries, ({ student }) => student.attributes[attribute]);
  return [...Object.keys(labels[attribute] ?? {}), undefined].flatMap((code) => {
    const members = byCode.get(code);
    return members === undefined ? [] : [{ code, parts: split(members) }];
  });
}

/** Recruited students come first, unless it is the others that match a search best. */
export function splitByRecruitment(entries: readonly RosterEntry[], isSearch: boolean): GroupPart[] {
  const parts = [true, false].map((isRecruited) =>
    toPart(
      entries.filter(({ state }) => (state !== null) === isRecruited),
      isRecruited,
    ),
  );
  const isReversed = isSearch && entries[0]?.state === null;
  return (isReversed ? parts.toReversed() : parts).filter(({ uids }) => uids.length > 0);
}

/** The rows of a table, which all look alike. */
export const joinParts = (parts: readonly GroupPart[]): GroupPart => ({
  isRecruited: true,
  uids: parts.flatMap(({ uids }) => uids),
});

const toPart = (entries: readonly RosterEntry[], isRecruited: boolean): GroupPart => ({
  isRecruited,
  uids: entries.map(({ student }) => student.studentUid),
});
