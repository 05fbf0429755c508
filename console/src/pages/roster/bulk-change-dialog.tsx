import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { STATE_FIELDS, STATE_NAMES, type StateName } from '../../../../contract/state-fields.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ActionButton } from '../../components/form-fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { StudentName } from '../../components/student-name.tsx';
import { showToast } from '../../components/toast.tsx';
import { type BulkPlan, planBulkChange } from '../../roster/bulk-change.ts';
import { checkDraft, type Draft, parseValue } from '../../roster/check-draft.ts';
import { changeStudents, rosterEntries } from '../../roster/roster-store.ts';
import { selection } from '../../roster/roster-view-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../translate.ts';
import { useAction } from '../../use-action.ts';
import { undoAndReport } from './undo-and-report.ts';

interface EnteredField {
  field: StateName;
  text: string;
}

interface BulkChangeDialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** One change to many students: which fields, to which values, and what that does to each student. */
export function BulkChangeDialog({ onClose, onDone }: BulkChangeDialogProps) {
  const fields = useSignal<readonly EnteredField[]>([{ field: 'level', text: '' }]);
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
      (count) => {
        done.value = count;
      },
    );
    const [failure] = report.failed;
    if (failure && report.saved.length === 0) throw failure.error;
    onDone();
    const undo = { label: ROSTER.undo, run: () => void undoAndReport() };
    if (failure) showToast(ROSTER.bulkFailed(report.failed.length), { kind: 'warning', action: undo });
    else if (report.conflicts.length > 0)
      showToast(ROSTER.bulkConflicts(report.conflicts.length), { kind: 'warning', action: undo });
    else showToast(ROSTER.bulkSaved(report.saved.length), { action: undo });
  });
  const total = plan.changed.length;
  return (
    <Dialog title={translate(ROSTER.bulkTitle(entries.length))} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void apply.run();
        }}
      >
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
        {fields.value.length < STATE_NAMES.length && (
          <button
            type="button"
            class="button small quiet"
            onClick={() => {
              const next = STATE_NAMES.find((name) => fields.value.every(({ field }) => field !== name));
              if (next) fields.value = [...fields.value, { field: next, text: '' }];
            }}
          >
            <Icon name="plus" />
            <span>{translate(ROSTER.addField)}</span>
          </button>
        )}
        <label class="checkbox">
          <input
            type="checkbox"
            checked={onlyRaise.value}
            onChange={({ currentTarget }) => {
              onlyRaise.value = currentTarget.checked;
            }}
          />
          {translate(ROSTER.onlyRaise)}
        </label>
        {isValid && <Preview plan={plan} />}
        <ErrorMessage error={apply.error.value} />
        {apply.pending.value && (
          <p role="status">
            <progress max={total} value={done.value} aria-label={translate(COMMON.working)} />{' '}
            {translate(ROSTER.applying(done.value, total))}
          </p>
        )}
        <div class="buttons end">
          <button type="button" class="button quiet" onClick={onClose}>
            {translate(COMMON.cancel)}
          </button>
          <ActionButton pending={apply.pending.value} disabled={!isValid || total === 0}>
            {translate(ROSTER.apply(isValid ? total : 0))}
          </ActionButton>
        </div>
      </form>
    </Dialog>
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
    <div class="bulk-field">
      <select
        aria-label={translate(ROSTER.bulkField)}
        value={field}
        onChange={({ currentTarget }) => onChange({ field: currentTarget.value as StateName, text })}
      >
        {STATE_NAMES.filter((name) => name === field || taken.every((one) => one.field !== name)).map(
          (name) => (
            <option key={name} value={name}>
              {translate(FIELD_LABELS[name])}
            </option>
          ),
        )}
      </select>
      <input
        aria-label={`${translate(FIELD_LABELS[field])}: ${translate(ROSTER.bulkValue)}`}
        aria-invalid={error !== undefined}
        aria-describedby={id}
        inputMode="numeric"
        autocomplete="off"
        autofocus
        placeholder={`${min} – ${max}`}
        value={text}
        onInput={({ currentTarget }) => onChange({ field, text: currentTarget.value })}
      />
      {isRemovable && (
        <button
          type="button"
          class="icon-button"
          aria-label={translate(ROSTER.removeField)}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      )}
      <p id={id} class="field-error" role="alert">
        {error}
      </p>
    </div>
  );
}

const Preview = ({ plan: { changed, unchanged, notRecruited, refused } }: { plan: BulkPlan }) => (
  <section class="preview" aria-label={translate(ROSTER.preview)}>
    <p role="status">
      <strong>{translate(ROSTER.willChange(changed.length))}</strong>{' '}
      {unchanged.length > 0 && translate(ROSTER.unchanged(unchanged.length))}{' '}
      {notRecruited.length > 0 && translate(ROSTER.skipped(notRecruited.length))}{' '}
      {refused.length > 0 && translate(ROSTER.refused(refused.length))}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
    <ul tabIndex={0} aria-label={translate(ROSTER.preview)}>
      {refused.map(({ entry: { student }, errors }) => (
        <li key={student.studentUid} class="refused">
          <StudentName student={student} />
          <span class="values">
            {errors.map(({ field }) => translate(FIELD_LABELS[field as StateName])).join(', ')}
          </span>
        </li>
      ))}
      {changed.map(({ entry: { student }, differences }) => (
        <li key={student.studentUid}>
          <StudentName student={student} />
          <span class="values">
            {differences.map(({ field, from, to }) => (
              <span key={field}>
                {translate(FIELD_LABELS[field])} {from ?? '–'} → <b>{to ?? '–'}</b>
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
