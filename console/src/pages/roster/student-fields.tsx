import type { CatalogueStudent } from '../../../../client/catalogue.ts';
import type { StateName } from '../../../../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS } from '../../../../contract/state-rules.ts';
import { gameMaximum, rangeOf } from '../../../../game/growth-limits.ts';
import { Choice } from '../../components/controls.tsx';
import { FieldError } from '../../components/form-fields.tsx';
import { FieldRemark, NumberField } from '../../components/number-field.tsx';
import { FieldSection } from '../../components/panel.tsx';
import { nameOfStudent } from '../../components/student-name.tsx';
import { equipmentKind } from '../../roster/attribute-labels.ts';
import { type FieldGroup, fieldsOf } from '../../roster/field-groups.ts';
import { findRemarks } from '../../roster/game-remarks.ts';
import { gameServer } from '../../roster/game-server.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { PANEL } from '../../texts/panel-texts.ts';
import { translate } from '../../texts/translate.ts';
import { BondNote } from './bond-note.tsx';
import { FieldConflict } from './field-conflict.tsx';
import { FieldTarget } from './field-target.tsx';
import { PanelTools } from './panel-tools.tsx';
import { RankExperienceField } from './rank-experience-field.tsx';
import type { StudentDraft } from './use-student-draft.ts';

const TIERS = [1, 2, 3, 4, 5] as const;
const GROUPS = Object.keys(PANEL.groups) as FieldGroup[];

/** The fields of the panel, beside each what was changed elsewhere and what the game does not allow. */
export function StudentFields({ student, draft }: { student: CatalogueStudent; draft: StudentDraft }) {
  const { studentUid, attributes } = student;
  const { current, next, errors, changedFields, elsewhere, collisions, enter } = draft;
  const remarks = findRemarks(next, { name: nameOfStudent(student), attributes, server: gameServer.value });
  const change = (field: StateName, value: number | null) => enter({ [field]: value });
  const elsewhereNote = (field: StateName) => {
    const difference = elsewhere.get(field);
    return (
      difference && (
        <FieldConflict
          difference={difference}
          mine={collisions.includes(field) ? next[field] : undefined}
          onDecide={(isMine) => draft.decide(field, isMine)}
        />
      )
    );
  };
  const numberField = (field: StateName) => {
    const { min, max } = rangeOf(field, next);
    return (
      <NumberField
        key={field}
        name={field}
        label={translate(FIELD_LABELS[field])}
        detail={equipmentKind(attributes, field)}
        value={next[field]}
        min={min}
        max={max}
        maximum={gameMaximum(field, next, gameServer.value)}
        isChanged={changedFields.has(field)}
        target={<FieldTarget field={field} />}
        error={errors[field] && translate(errors[field])}
        note={elsewhereNote(field)}
        remark={remarks[field] && translate(remarks[field])}
        onChange={(value) => change(field, value)}
      />
    );
  };
  return (
    <>
      <PanelTools studentUid={studentUid} state={current} isEdited={changedFields.size > 0} onEnter={enter} />
      <Choice
        legend={FIELD_LABELS.tier}
        options={TIERS.map((value) => ({ value, label: `★${value}` }))}
        value={next.tier as (typeof TIERS)[number]}
        onChoose={(value) => change('tier', value)}
      >
        <FieldTarget field="tier" />
        <FieldError>{errors.tier && translate(errors.tier)}</FieldError>
        <FieldRemark>{remarks.tier && translate(remarks.tier)}</FieldRemark>
        {elsewhereNote('tier')}
      </Choice>
      <Choice
        legend={FIELD_LABELS.weaponTier}
        options={WEAPON_LEVEL_CAPS.map((_, value) => ({
          value,
          label: value === 0 ? translate(PANEL.noWeapon) : `★${value}`,
        }))}
        value={next.weaponTier}
        onChoose={(value) => change('weaponTier', value)}
      >
        <FieldTarget field="weaponTier" />
        <FieldError>{errors.weaponTier && translate(errors.weaponTier)}</FieldError>
        {elsewhereNote('weaponTier')}
      </Choice>
      {GROUPS.map((name) => (
        <FieldSection key={name} legend={translate(PANEL.groups[name])}>
          <div>
            {fieldsOf(name).map((field) => [
              field === 'bondExp' && (
                <RankExperienceField
                  key="rank"
                  state={next}
                  isChanged={changedFields.has('bondExp')}
                  onChange={(value) => change('bondExp', value)}
                />
              ),
              numberField(field),
            ])}
          </div>
          {name === 'bond' && <BondNote state={next} onRank={(rank) => change('bond', rank)} />}
        </FieldSection>
      ))}
    </>
  );
}
