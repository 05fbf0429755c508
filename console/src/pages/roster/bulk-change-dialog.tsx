import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { STATE_FIELDS, STATE_NAMES, type StateName } from '../../../../contract/state-fields.ts';
import { GROWTH_NAMES } from '../../../../game/growth-limits.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Input, optionsOf, Select } from '../../components/controls.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { FieldError } from '../../components/form-fields.tsx';
import { parseValue } from '../../components/parse-value.ts';
import { storeIn } from '../../components/set-to.ts';
import { useAction } from '../../components/use-action.ts';
import { planBulkChange } from '../../roster/bulk-change.ts';
import { checkDraft, type Draft } from '../../roster/check-draft.ts';
import { reportBulk } from '../../roster/report-bulk.ts';
import { changeStudents, findStudent, rosterEntries } from '../../roster/roster-store.ts';
import { copiedStudent, selection } from '../../roster/roster-view-state.ts';
import { BULK } from '../../texts/bulk-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './bulk-change-dialog.module.css';
import { BulkPreview } from './bulk-preview.tsx';

interface EnteredField {
  field: StateName;
  text: string;
}

/** The values of the student that was copied. Bond and favourite item are each student's own. */
function copiedFields(): EnteredField[] | undefined {
  const { value: uid } = copiedStudent;
  const state = uid === undefined ? undefined : findStudent(uid)?.state.peek();
  if (!state) return undefined;
  return GROWTH_NAMES.filter((field) => state[field] !== null).map((field) => ({
    field,
    text: String(state[field]),
  }));
}

interface BulkChangeDialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** One change to many students: which fields, to which values, and what that does to each student. */
export function BulkChangeDialog({ onClose, onDone }: BulkChangeDialogProps) {
  const fields = useSignal<readonly EnteredField[]>(copiedFields() ?? [{ field: 'level', text: '' }]);
  const onlyRaise = useSignal(true);
  const done = useSignal(0);
  const entries = rosterEntries().filter(({ student }) => selection.value.has(student.studentUid));
  const entered = fields.value.filter(({ text }) => text !== '');
  const wanted: Draft = Object.fromEntries(entered.map(({ field, text }) => [field, parseValue(text)]));
  // Rules between fields are checked for each student.
  const errors = rangeErrors(wanted);
  const isValid = entered.length > 0 && Object.keys(errors).length === 0;
  const plan = planBulkChange(entries, isValid ? (wanted as Parameters<typeof planBulkChange>[1]) : {}, {
    onlyRaise: onlyRaise.value,
  });
  const apply = useAction(async () => {
    done.value = 0;
    const report = await changeStudents(
      plan.changed.map(({ entry, changes }) => ({ studentUid: entry.student.studentUid, changes })),
      storeIn(done),
    );
    reportBulk(report);
    onDone();
  });
  const total = plan.changed.length;
  return (
    <DialogForm
      title={BULK.bulkTitle(entries.length)}
      action={apply}
      disabled={!isValid || total === 0}
      submitLabel={BULK.apply(isValid ? total : 0)}
      onClose={onClose}
    >
      <div class={styles.fields}>
        {fields.value.map((one, index) => (
          <BulkField
            key={one.field}
            entered={one}
            taken={fields.value}
            error={errors[one.field] && translate(errors[one.field] ?? COMMON.never)}
            isRemovable={fields.value.length > 1}
            onChange={(next) => {
              fields.value = fields.value.with(index, next);
            }}
            onRemove={() => {
              fields.value = fields.value.toSpliced(index, 1);
            }}
          />
        ))}
      </div>
      {fields.value.length < STATE_NAMES.length && (
        <Button
          size="small"
          icon="plus"
          text={BULK.addField}
          onClick={() => {
            const next = STATE_NAMES.find((name) => fields.value.every(({ field }) => field !== name));
            if (next) fields.value = [...fields.value, { field: next, text: '' }];
          }}
        />
      )}
      <Checkbox text={BULK.onlyRaise} signal={onlyRaise} />
      {isValid && <BulkPreview plan={plan} />}
      {apply.pending.value && (
        <p role="status">
          <progress max={total} value={done.value} aria-label={translate(COMMON.working)} />{' '}
          {translate(BULK.applying(done.value, total))}
        </p>
      )}
    </DialogForm>
  );
}

const rangeErrors = (draft: Draft) =>
  Object.assign(
    {},
    ...Object.entries(draft).map(([field, value]) => {
      const { min, max, nullable } = STATE_FIELDS[field as StateName];
      const isInRange = value === null ? nullable : value >= min && value <= max;
      return isInRange ? {} : checkDraft({ [field]: value }, {} as never);
    }),
  ) as ReturnType<typeof checkDraft>;

interface BulkFieldProps {
  entered: EnteredField;
  taken: readonly EnteredField[];
  error: string | undefined;
  isRemovable: boolean;
  onChange: (entered: EnteredField) => void;
  onRemove: () => void;
}

function BulkField({
  entered: { field, text },
  taken,
  error,
  isRemovable,
  onChange,
  onRemove,
}: BulkFieldProps) {
  const id = useId();
  const { min, max } = STATE_FIELDS[field];
  return (
    <div class={styles.field}>
      <Select
        label={BULK.bulkField}
        options={optionsOf(
          STATE_NAMES.filter((name) => name === field || taken.every((one) => one.field !== name)),
          FIELD_LABELS,
        )}
        value={field}
        onChoose={(name) => onChange({ field: name, text })}
      />
      <Input
        aria-label={`${translate(FIELD_LABELS[field])}: ${translate(BULK.bulkValue)}`}
        aria-invalid={error !== undefined}
        aria-describedby={id}
        inputMode="numeric"
        autofocus={text === ''}
        placeholder={`${min} – ${max}`}
        value={text}
        onInput={({ currentTarget }) => onChange({ field, text: currentTarget.value })}
      />
      {isRemovable && <Button look="icon" icon="close" label={BULK.removeField} onClick={onRemove} />}
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}
