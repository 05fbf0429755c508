import { useComputed } from '@preact/signals';
import { isKeeping } from '../../../../client/plan.ts';
import type { StateName } from '../../../../contract/state-fields.ts';
import { isWrite, listChanges, listLosses, type ReviewEntry } from '../../changes/change-entries.ts';
import { ChangeRow, CollapsedValues } from '../../changes/change-row.tsx';
import { ChangedValue, ValueItem } from '../../changes/changed-value.tsx';
import { Icon } from '../../components/icon.tsx';
import { CHANGES } from '../../texts/change-texts.ts';
import { describeRowNotice, IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../texts/translate.ts';
import { PlanLosses } from './plan-losses.tsx';
import { allowedLosses, noticesOf, planWithLosses, selection } from './review-state.ts';

const SHOWN_VALUES = 6;
/** A text with defaults would lower a dozen values of every student. */
const SHOWN_LOSSES = 3;
const NONE: ReadonlySet<StateName> = new Set();

/** One student: what becomes of it, each value that is written, and each that could be lowered. */
export function PlanRow({ entry }: { entry: ReviewEntry }) {
  const { studentUid } = entry;
  const isIncluded = useComputed(() => selection.has(studentUid)).value;
  const allowed = useComputed(() => allowedLosses.value.get(studentUid) ?? NONE).value;
  const planned = useComputed(() => planWithLosses(entry)).value;
  const changes = listChanges(entry);
  const losses = listLosses(entry);
  const firstChanges = changes.slice(0, SHOWN_VALUES);
  // What the player loses is never hidden.
  const firstLosses = losses.length <= SHOWN_LOSSES ? losses : losses.filter(({ name }) => allowed.has(name));
  const hidden = changes.length + losses.length - firstChanges.length - firstLosses.length;
  return (
    <ChangeRow
      studentUid={studentUid}
      action={planned.action}
      pillText={translate(IMPORT.actions[planned.action])}
      isSaved={isIncluded && isWrite(planned)}
      choice={
        isWrite(entry)
          ? { isIncluded, include: (isWanted) => selection.include([studentUid], isWanted) }
          : undefined
      }
    >
      {entry.action === 'remove' && (
        <p>
          <Icon name="warning" />
          {translate(CHANGES.removeValues)}
        </p>
      )}
      {noticesOf(studentUid).map((notice) => (
        <p key={`${notice.code} ${notice.field}`}>
          <Icon name="warning" />
          <span>{translate(describeRowNotice(notice))}</span>
        </p>
      ))}
      <CollapsedValues
        hidden={hidden}
        label={hidden === losses.length ? translate(IMPORT.showLosses) : undefined}
      >
        {(isWhole) => (
          <>
            {changes.length > 0 && (
              <ul>
                {(isWhole ? changes : firstChanges).map((change) => (
                  <ValueItem key={change.name}>
                    <ChangedValue change={change} />
                  </ValueItem>
                ))}
              </ul>
            )}
            {isKeeping(entry) && (
              <PlanLosses
                losses={losses}
                shown={isWhole ? losses : firstLosses}
                allowed={allowed}
                planned={planned}
                isBlocked={!isIncluded}
              />
            )}
          </>
        )}
      </CollapsedValues>
    </ChangeRow>
  );
}
