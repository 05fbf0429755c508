import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import {
  MERGEABLE_FORMATS,
  ROSTER_FORMATS,
  RosterFormatError,
  WRITABLE_FORMATS,
  type WritableFormat,
} from '../../../../client/formats/index.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Choice } from '../../components/controls.tsx';
import { downloadFile, fileDate } from '../../components/download-file.ts';
import { CodeArea, Field } from '../../components/form-fields.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { storeIn } from '../../components/set-to.ts';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { EXPORT } from '../../texts/export-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './export-section.module.css';
import { IncludeGoalsField, includesGoals } from './include-goals-field.tsx';
import { writeExport } from './write-export.ts';

const FILES: Record<WritableFormat, { extension: string; type: string }> = {
  json: { extension: 'json', type: 'application/json' },
  csv: { extension: 'csv', type: 'text/csv' },
  schaledb: { extension: 'txt', type: 'text/plain' },
  planner: { extension: 'json', type: 'application/json' },
  'ba-torment': { extension: 'json', type: 'application/json' },
};

/** The roster in the format of a tool, as a file or copied. */
export function ExportSection() {
  const format = useSignal<WritableFormat>('schaledb');
  const merge = useSignal('');
  const goalChoice = useSignal<boolean | undefined>(undefined);
  const isEmpty = useSignal(false);
  /** What could not be copied. */
  const result = useSignal<string | undefined>(undefined);
  const resultId = useId();
  const chosen = format.value;
  const isMergeable = MERGEABLE_FORMATS.includes(chosen);
  const accountId = currentAccountId();
  const write = async () => {
    isEmpty.value = false;
    result.value = undefined;
    const isIncluded = chosen === 'planner' && includesGoals(accountId, goalChoice.peek());
    const written = await writeExport({
      format: chosen,
      merge: merge.value,
      goalsOf: isIncluded ? accountId : undefined,
    });
    isEmpty.value = written.count === 0;
    return written;
  };
  const save = useAction(async () => {
    const { text, count } = await write();
    if (count === 0) return;
    const { extension, type } = FILES[chosen];
    downloadFile(`rollbook-${chosen}-${fileDate()}.${extension}`, text, type);
    showToast(EXPORT.saved(count));
  });
  const copy = useAction(async () => {
    const { text, count } = await write();
    if (count === 0) return;
    try {
      await navigator.clipboard.writeText(text);
      showToast(EXPORT.copied(count));
    } catch {
      result.value = text;
    }
  });
  const error = save.error.value ?? copy.error.value;
  const mergeError = isMergeable && error instanceof RosterFormatError ? error : undefined;
  return (
    <Section id="export" title={EXPORT.title}>
      <div class={styles.formats}>
        <Choice
          legend={EXPORT.format}
          look="cards"
          options={EXPORT_ORDER.map((value) => ({
            value,
            label: ROSTER_FORMATS[value],
            hint: translate(EXPORT.hints[value]),
          }))}
          value={chosen}
          onChoose={(value) => {
            format.value = value;
            isEmpty.value = false;
            result.value = undefined;
            save.error.value = undefined;
            copy.error.value = undefined;
          }}
        />
      </div>
      {chosen === 'planner' && (
        <div class={styles.goals}>
          <IncludeGoalsField accountId={accountId} choice={goalChoice} />
        </div>
      )}
      {isMergeable && (
        <>
          <Notice kind="warning">
            <p>{translate(EXPORT.replaces(ROSTER_FORMATS[chosen]))}</p>
            <p>{translate(EXPORT.lacks)}</p>
          </Notice>
          <MergeField
            tool={ROSTER_FORMATS[chosen]}
            value={merge.value}
            error={mergeError && translate(mergeError)}
            onInput={storeIn(merge)}
          />
        </>
      )}
      <Buttons>
        <Button look="primary" text={EXPORT.save} action={save} />
        <Button text={COMMON.copy} action={copy} />
      </Buttons>
      <ErrorMessage error={mergeError ? undefined : error} />
      <p class="hint" role="status">
        {isEmpty.value && translate(EXPORT.empty)}
        {result.value !== undefined && translate(EXPORT.copyFailed)}
      </p>
      {result.value !== undefined && (
        <Field id={resultId} label={EXPORT.result} isLabelHidden>
          <CodeArea
            id={resultId}
            rows={5}
            readOnly
            value={result.value}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </Field>
      )}
    </Section>
  );
}

/** What most players want first. */
const EXPORT_ORDER = WRITABLE_FORMATS.toSorted(
  (a, b) => Number(MERGEABLE_FORMATS.includes(b)) - Number(MERGEABLE_FORMATS.includes(a)),
);

interface MergeFieldProps {
  tool: string;
  value: string;
  error: string | undefined;
  onInput: (value: string) => void;
}

function MergeField({ tool, value, error, onInput }: MergeFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={EXPORT.merge(tool)} hint={EXPORT.mergeHint} error={error}>
      <CodeArea
        id={id}
        rows={3}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </Field>
  );
}
