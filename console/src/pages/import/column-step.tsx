import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { SheetColumn } from '../../../../client/formats/index.ts';
import { SHEET_MEANINGS, type SheetMeaning } from '../../../../client/formats/sheet-meanings.ts';
import { Step, StepHeading } from '../../changes/step-heading.tsx';
import { Button, Buttons } from '../../components/button.tsx';
import { Form } from '../../components/dialog-form.tsx';
import { Field } from '../../components/form-fields.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { useAction } from '../../components/use-action.ts';
import { answerPlaces, changeImportMemory } from '../../imports/import-memory-state.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { MEANING_LABELS, SHEET } from '../../texts/sheet-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './column-step.module.css';
import { closeQuestions, openReview, writer } from './import-state.ts';
import { reading } from './source-state.ts';

type Answers = Readonly<Record<string, SheetMeaning>>;

/** Asks what the columns mean that are not understood. */
export function ColumnStep({ columns }: { columns: readonly SheetColumn[] }) {
  const answers = useSignal<Answers>({});
  const save = useAction(async () => {
    await remember(columns, answers.peek());
    await openReview();
  });
  const known = reading.value?.roster?.columns?.flatMap(({ meaning }) => meaning ?? []) ?? [];
  return (
    <Step id="import-columns">
      <StepHeading id="import-columns" writer={writer} title={translate(SHEET.columnsTitle)}>
        <Button text={SHEET.back} onClick={closeQuestions} />
      </StepHeading>
      <p>{translate(SHEET.columnsText)}</p>
      <Form action={save}>
        <ul class={styles.columns}>
          {columns.map((column) => (
            <li key={column.key}>
              <MeaningField
                column={column}
                value={answers.value[column.key] ?? 'ignored'}
                taken={[...known, ...Object.values(answers.value)]}
                onChoose={(meaning) => {
                  answers.value = { ...answers.peek(), [column.key]: meaning };
                }}
              />
            </li>
          ))}
        </ul>
        <ErrorMessage error={save.error.value} />
        <Buttons>
          <Button look="primary" text={COMMON.continue} pending={save.pending.value} />
        </Buttons>
      </Form>
    </Step>
  );
}

interface MeaningFieldProps {
  column: SheetColumn;
  value: SheetMeaning;
  /** What other columns say. */
  taken: readonly SheetMeaning[];
  onChoose: (meaning: SheetMeaning) => void;
}

const OFFERED: readonly SheetMeaning[] = [
  'ignored',
  ...SHEET_MEANINGS.filter((meaning) => meaning !== 'ignored'),
];

function MeaningField({ column: { key, heading, values }, value, taken, onChoose }: MeaningFieldProps) {
  const id = useId();
  const isOffered = (meaning: SheetMeaning) =>
    meaning === value || meaning === 'ignored' || !taken.includes(meaning);
  return (
    <Field id={id} label={heading || translate(SHEET.place(key.slice(1)))}>
      <p id={`${id}-values`} class={`hint ${styles.values}`}>
        {translate(SHEET.firstValues(values))}
      </p>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}-values`}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as SheetMeaning)}
      >
        {OFFERED.filter(isOffered).map((meaning) => (
          <option key={meaning} value={meaning}>
            {translate(MEANING_LABELS[meaning])}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A heading holds for later texts too, a place for this one. */
async function remember(columns: readonly SheetColumn[], answers: Answers): Promise<void> {
  const entries = columns.map(({ key, heading }) => ({
    isPlace: key.startsWith('#'),
    name: key.startsWith('#') ? key : heading.replace(/\p{C}/gu, '').trim(),
    meaning: answers[key] ?? ('ignored' as const),
  }));
  const pick = (isPlace: boolean) =>
    Object.fromEntries(
      entries.filter((entry) => entry.isPlace === isPlace).map(({ name, meaning }) => [name, meaning]),
    );
  const headings = pick(false);
  if (Object.keys(headings).length > 0) await changeImportMemory(currentAccountId(), { headings });
  answerPlaces(pick(true));
}
