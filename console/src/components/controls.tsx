import type { Signal } from '@preact/signals';
import type { ComponentChildren, ComponentProps } from 'preact';
import { useId } from 'preact/hooks';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { type PageText, translate } from '../texts/translate.ts';
import styles from './controls.module.css';
import { Icon, type IconName } from './icon.tsx';

interface FieldSetProps extends Omit<ComponentProps<'fieldset'>, 'class'> {
  legend: PageText;
  /** For one that follows the choice that it is about. */
  isLegendHidden?: boolean;
  class?: string | undefined;
}

export const FieldSet = ({
  legend,
  isLegendHidden = false,
  class: className = '',
  children,
  ...others
}: FieldSetProps) => (
  <fieldset {...others} class={`${styles.set} ${className}`}>
    <legend class={isLegendHidden ? 'visually-hidden' : undefined}>{translate(legend)}</legend>
    {children}
  </fieldset>
);

/** An input outside of a form. */
export const Input = (input: ComponentProps<'input'>) => (
  <input autocomplete="off" {...input} class={styles.input} />
);

interface Option<Value> {
  value: Value;
  label: string;
  hint?: string;
}

/** The options of a choice whose texts stand in tables. */
export const optionsOf = <Value extends string | number>(
  values: readonly Value[],
  texts: Readonly<Record<Value, Bilingual>>,
  hints?: Readonly<Record<Value, Bilingual>>,
): Option<Value>[] =>
  values.map((value) => ({
    value,
    label: translate(texts[value]),
    ...(hints && { hint: translate(hints[value]) }),
  }));

type ChoiceProps<Value extends string | number> = {
  legend: Bilingual;
  options: readonly Option<Value>[];
  /** `segments` stand side by side, `cards` have a hint each. */
  look?: 'segments' | 'cards';
  /** What is to be said of what is chosen. */
  children?: ComponentChildren;
} & ({ signal: Signal<Value> } | { signal?: undefined; value: Value; onChoose: (value: Value) => void });

/** A group of radio buttons. */
export function Choice<Value extends string | number>({
  legend,
  options,
  look = 'segments',
  children,
  ...chosen
}: ChoiceProps<Value>) {
  const name = useId();
  const value = chosen.signal ? chosen.signal.value : chosen.value;
  return (
    <FieldSet legend={legend}>
      <div class={look === 'cards' ? styles.cards : styles.segments}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => {
                if (chosen.signal) chosen.signal.value = option.value;
                else chosen.onChoose(option.value);
              }}
            />
            <span>{option.label}</span>
            {option.hint !== undefined && <small>{option.hint}</small>}
          </label>
        ))}
      </div>
      {children && <div class={styles.notes}>{children}</div>}
    </FieldSet>
  );
}

interface SegmentsProps<Value extends string> {
  legend: Bilingual;
  values: readonly Value[];
  texts: Readonly<Record<Value, Bilingual>>;
  /** In place of the texts, which screen readers still read. */
  icons?: Readonly<Record<Value, IconName>>;
  value: Value;
  onChoose: (value: Value) => void;
  class?: string | undefined;
}

/** What a page shows, to be switched by buttons side by side. */
export const Segments = <Value extends string>({
  legend,
  values,
  texts,
  icons,
  value,
  onChoose,
  class: className = '',
}: SegmentsProps<Value>) => (
  <fieldset class={`${styles.segments} ${className}`}>
    <legend class="visually-hidden">{translate(legend)}</legend>
    {values.map((one) => (
      <button key={one} type="button" aria-pressed={one === value} onClick={() => onChoose(one)}>
        {icons && <Icon name={icons[one]} />}
        <span class={icons && 'visually-hidden'}>{translate(texts[one])}</span>
      </button>
    ))}
  </fieldset>
);

type SelectProps<Value extends string> = {
  label: PageText;
  options: readonly Option<Value>[];
  class?: string | undefined;
} & (
  | { any?: undefined; value: Value; onChoose: (value: Value) => void }
  // The first option, for nothing chosen.
  | { any: Bilingual; value: Value | undefined; onChoose: (value: Value | undefined) => void }
);

/** A choice of many, outside of a form. */
export const Select = <Value extends string>({
  label,
  options,
  class: className,
  ...chosen
}: SelectProps<Value>) => (
  <select
    aria-label={translate(label)}
    class={className}
    value={options.some(({ value }) => value === chosen.value) ? chosen.value : ''}
    onChange={({ currentTarget }) => {
      const value = currentTarget.value as Value;
      if (chosen.any) chosen.onChoose(value || undefined);
      else chosen.onChoose(value);
    }}
  >
    {chosen.any && <option value="">{translate(chosen.any)}</option>}
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);
