import { useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Button, Buttons } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { useAction } from '../../components/use-action.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { SHEET } from '../../texts/sheet-texts.ts';
import { translate } from '../../texts/translate.ts';
import { takePickedNames } from './import-state.ts';
import { listUnknownNames } from './list-unknown-names.ts';
import { NameField } from './name-field.tsx';
import { type ImportReview, pickedNames } from './review-state.ts';
import styles from './unknown-names.module.css';

const SHOWN_AT_ONCE = 20;

/** Lets the player say who is meant, which is remembered. All that are picked are taken at once. */
export function UnknownNames({ review: { roster } }: { review: ImportReview }) {
  const shown = useSignal(SHOWN_AT_ONCE);
  const names = useMemo(() => listUnknownNames(roster), [roster]);
  const take = useAction(takePickedNames);
  const hasNames = names.length > 0;
  const hadNames = useRef(hasNames);
  useLayoutEffect(() => {
    // The button that has taken the last names is gone.
    if (hadNames.current && !hasNames && document.activeElement === document.body)
      document.getElementById('import-review')?.focus({ preventScroll: true });
    hadNames.current = hasNames;
  }, [hasNames]);
  const count = pickedNames.value.size;
  if (!hasNames) return null;
  return (
    <section class={styles.names} aria-labelledby="unknown-names">
      <h3 id="unknown-names">{translate(SHEET.namesTitle(names.length))}</h3>
      <p class="hint">{translate(SHEET.namesText)}</p>
      <ul>
        {names.slice(0, shown.value).map((name) => (
          <li key={name}>
            <NameField name={name} picked={pickedNames} />
          </li>
        ))}
      </ul>
      <ErrorMessage error={take.error.value} />
      <Buttons>
        <Button look="primary" text={SHEET.take(count)} action={take} disabled={count === 0} />
        {shown.value < names.length && (
          <Button
            text={COMMON.showMore(Math.min(SHOWN_AT_ONCE, names.length - shown.value))}
            onClick={() => {
              shown.value += SHOWN_AT_ONCE;
            }}
          />
        )}
      </Buttons>
    </section>
  );
}
