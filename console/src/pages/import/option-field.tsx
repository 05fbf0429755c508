import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { translate } from '../../texts/translate.ts';
import styles from './option-field.module.css';

interface Props {
  label: Bilingual;
  hint: Bilingual;
  isChosen: boolean;
  /** Chosen for some of the students. */
  isPartial?: boolean;
  isBlocked?: boolean;
  isPending?: boolean;
  choose: (isWanted: boolean) => void;
  children?: ComponentChildren;
}

/** A tick with what it means below it. */
export function OptionField(props: Props) {
  const { label, hint, isChosen, isPartial = false, isBlocked = false, isPending = false, choose } = props;
  const id = useId();
  return (
    <div class={styles.option}>
      <Checkbox
        text={label}
        checked={isChosen}
        onChange={choose}
        isPartial={isPartial}
        disabled={isBlocked}
        aria-busy={isPending}
        aria-describedby={id}
      />
      <p id={id} class={`hint ${styles.hint}`}>
        {translate(hint)}
      </p>
      {props.children}
    </div>
  );
}
