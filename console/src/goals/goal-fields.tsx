import type { StateName } from '../../../contract/state-fields.ts';
import { findGoalRemarks } from '../../../game/growth-unlocks.ts';
import { REMARKS } from '../../../game/unlock-texts.ts';
import { NumberField } from '../components/number-field.tsx';
import { FieldSection } from '../components/panel.tsx';
import { type FieldGroup, fieldsOf } from '../roster/field-groups.ts';
import { gameServer } from '../roster/game-server.ts';
import { FIELD_LABELS } from '../texts/field-texts.ts';
import { GOALS } from '../texts/goal-texts.ts';
import { PANEL } from '../texts/panel-texts.ts';
import { translate } from '../texts/translate.ts';
import { wantedMaximum, wantedRange } from './check-wanted.ts';
import { growthFacts } from './plan-state.ts';
import type { GoalDraft } from './use-goal-draft.ts';

const GROUPS = Object.keys(PANEL.groups) as FieldGroup[];
const goalFieldsOf = (group: FieldGroup): StateName[] => [
  ...(group === 'growth' ? fieldsOf('stars') : []),
  ...fieldsOf(group),
];

/** The wanted value of each field beside the present one. */
export function GoalFields({ draft }: { draft: GoalDraft }) {
  const uid = draft.single.value;
  const state = uid === undefined ? null : draft.stateOf(uid);
  const wanted = draft.wanted.value;
  const errors = draft.errors.value;
  const facts = growthFacts.value;
  const remarks = new Map(
    facts === undefined || uid === undefined || !Object.hasOwn(facts.students, uid)
      ? []
      : findGoalRemarks(facts, uid, state ?? {}, wanted, gameServer.value)
          .toReversed()
          .map((remark) => [remark.field, REMARKS[remark.code](remark)]),
  );
  const labelOf = (field: StateName): string => {
    const label = translate(FIELD_LABELS[field]);
    if (state === null) return label;
    const now = state[field];
    return translate(GOALS.fieldNow(label, now === null ? '–' : String(now)));
  };
  return (
    <>
      {GROUPS.map((group) => (
        <FieldSection key={group} legend={translate(PANEL.groups[group])}>
          <div>
            {goalFieldsOf(group).map((field) => {
              const value = draft.draft.value[field] ?? null;
              const now = state?.[field] ?? null;
              const remark = remarks.get(field);
              const isThere = value !== null && now !== null && value <= now;
              return (
                <NumberField
                  key={field}
                  label={labelOf(field)}
                  value={value}
                  {...wantedRange(field, wanted)}
                  maximum={wantedMaximum(field, wanted)}
                  start={now ?? undefined}
                  isChanged={value !== null}
                  error={errors[field] && translate(errors[field])}
                  remark={remark ? translate(remark) : isThere ? translate(GOALS.alreadyThere) : undefined}
                  onChange={(next) => {
                    draft.isChanged.value = true;
                    draft.draft.value = { ...draft.draft.value, [field]: next };
                  }}
                />
              );
            })}
          </div>
        </FieldSection>
      ))}
    </>
  );
}
