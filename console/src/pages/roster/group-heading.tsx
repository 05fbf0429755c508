import { nameOfValue } from '../../roster/attribute-names.ts';
import { isForBoth } from '../../roster/filter-roster.ts';
import type { StudentGroup } from '../../roster/group-roster.ts';
import { findStudent } from '../../roster/roster-store.ts';
import { filter, group as grouping } from '../../roster/roster-view-state.ts';
import { FILTERS } from '../../texts/attribute-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';

/** What the students share, and how many of them are recruited. Follows each change alone. */
export function GroupHeading({ group: { code, parts } }: { group: StudentGroup }) {
  const attribute = grouping.value;
  if (attribute === undefined) return null;
  const uids = parts.flatMap((part) => part.uids);
  const recruited = uids.filter((uid) => findStudent(uid)?.state.value).length;
  return (
    <>
      {code === undefined ? translate(FILTERS.unknown) : nameOfValue({ attribute, value: code })}{' '}
      {isForBoth(filter.value) ? (
        <>
          <span class="visually-hidden">{translate(ROSTER.recruitedOf(recruited, uids.length))}</span>
          <span class="soft" aria-hidden="true">
            {recruited} / {uids.length}
          </span>
        </>
      ) : (
        <span class="soft">{uids.length}</span>
      )}
    </>
  );
}
