import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { StudentField } from '../../components/student-field.tsx';
import { nameOfUid } from '../../plan/student-names.ts';
import { catalogueVersion, rosterEntries } from '../../roster/roster-store.ts';
import { GOALS } from '../../texts/goal-texts.ts';
import { translate } from '../../translate.ts';
import type { GoalDraft } from './use-goal-draft.ts';

const TEXTS = { label: GOALS.find, found: GOALS.found, none: GOALS.notFound };

/** For whom the goal is: a search, and those who are chosen. */
export function GoalStudents({
  draft,
  inputRef,
}: {
  draft: GoalDraft;
  inputRef: RefObject<HTMLInputElement | null>;
}) {
  const students = useMemo(
    () => rosterEntries({ isTracked: false }).map(({ student }) => student),
    [catalogueVersion.value],
  );
  return (
    <fieldset class="field goal-students">
      <legend>{translate(GOALS.whom)}</legend>
      <StudentField inputRef={inputRef} students={students} texts={TEXTS} focused onChoose={draft.choose} />
      {draft.chosen.value.length > 0 && (
        <ul class="chips">
          {draft.chosen.value.map((uid) => (
            <li key={uid}>
              <button
                type="button"
                aria-label={translate(GOALS.unchoose(nameOfUid(uid)))}
                onClick={() => {
                  draft.chosen.value = draft.chosen.value.filter((one) => one !== uid);
                  inputRef.current?.focus();
                }}
              >
                {nameOfUid(uid)}
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
