import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { MAX_LABEL_LENGTH, MAX_LABELS } from '../../../contract/limits.ts';
import { Field } from '../components/form-fields.tsx';
import { RemovableChips } from '../components/removable-chips.tsx';
import { GOALS } from '../texts/goal-texts.ts';
import { translate } from '../texts/translate.ts';
import { allLabels } from './plan-state.ts';

/** Labels as chips. Enter and a comma add what is typed, and so does leaving the field. */
export function LabelField({ labels }: { labels: Signal<readonly string[]> }) {
  const id = useId();
  const text = useSignal('');
  const isFull = labels.value.length >= MAX_LABELS;
  const add = () => {
    const label = text.peek().trim();
    text.value = '';
    if (label === '' || labels.peek().includes(label)) return;
    labels.value = [...labels.peek(), label].slice(0, MAX_LABELS);
  };
  return (
    <Field id={id} label={GOALS.labels}>
      <RemovableChips
        chips={labels.value.map((label) => ({
          key: label,
          text: label,
          removal: translate(GOALS.removeLabel(label)),
        }))}
        remove={(label) => {
          labels.value = labels.value.filter((one) => one !== label);
        }}
        focusAfterLast={() => document.getElementById(id)?.focus()}
      />
      <input
        id={id}
        list={`${id}-known`}
        autocomplete="off"
        maxLength={MAX_LABEL_LENGTH}
        disabled={isFull}
        placeholder={translate(isFull ? GOALS.labelsFull(MAX_LABELS) : GOALS.addLabel)}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.isComposing || (event.key !== 'Enter' && event.key !== ',')) return;
          event.preventDefault();
          add();
        }}
        onBlur={add}
      />
      <datalist id={`${id}-known`}>
        {allLabels.value
          .filter((label) => !labels.value.includes(label))
          .map((label) => (
            <option key={label} value={label} />
          ))}
      </datalist>
    </Field>
  );
}
