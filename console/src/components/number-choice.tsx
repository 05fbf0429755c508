import { type Signal, useSignal } from '@preact/signals';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { translate } from '../texts/translate.ts';
import { WORDS } from '../texts/word-texts.ts';
import { Choice } from './controls.tsx';
import { TextField } from './form-fields.tsx';

const OTHER = 0;

interface NumberChoice {
  preset: Signal<number>;
  other: Signal<string>;
  /** Undefined while it is no number from 1 to `max`. */
  value: number | undefined;
  max: number;
}

/** A number that is one of a few, or typed. */
export function useNumberChoice(initial: number, max: number): NumberChoice {
  const preset = useSignal(initial);
  const other = useSignal('');
  const number = preset.value === OTHER ? Number(other.value) : preset.value;
  return {
    preset,
    other,
    max,
    value: Number.isInteger(number) && number >= 1 && number <= max ? number : undefined,
  };
}

interface NumberChoiceFieldProps {
  legend: Bilingual;
  presets: readonly number[];
  describe: (preset: number) => Bilingual;
  /** Of the field for another number. */
  label: Bilingual;
  name: string;
  choice: NumberChoice;
  isChecked: boolean;
}

export const NumberChoiceField = ({
  legend,
  presets,
  describe,
  label,
  name,
  choice: { preset, other, value, max },
  isChecked,
}: NumberChoiceFieldProps) => (
  <>
    <Choice
      legend={legend}
      options={[
        ...presets.map((number) => ({ value: number, label: translate(describe(number)) })),
        { value: OTHER, label: translate(WORDS.custom) },
      ]}
      signal={preset}
    />
    {preset.value === OTHER && (
      <TextField
        focused
        label={label}
        value={other.value}
        error={isChecked && value === undefined ? WORDS.numberInvalid(max) : undefined}
        onInput={(text) => {
          other.value = text.trim();
        }}
        look="short"
        input={{ name, inputMode: 'numeric' }}
      />
    )}
  </>
);
