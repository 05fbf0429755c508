import type { Signal } from '@preact/signals';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { Choice, optionsOf } from '../../components/controls.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { formatDateTime } from '../../components/time-text.tsx';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './end-field.module.css';
import { END_CHOICES, type ShareDraft, type ShareProblems, toDay, toSettings } from './share-draft.ts';

interface EndFieldProps {
  draft: Signal<ShareDraft>;
  /** The end that the link has so far. */
  before: string | null;
  problem: ShareProblems['end'];
}

export function EndField({ draft, before, problem }: EndFieldProps) {
  const { end, lastDay } = draft.value;
  const hint = describeEnd(draft.value, before);
  return (
    <>
      <Choice
        legend={SHARE.end}
        options={optionsOf(END_CHOICES, SHARE.ends)}
        value={end}
        onChoose={(next) => {
          draft.value = { ...draft.peek(), end: next };
        }}
      />
      {end === 'date' && (
        <TextField
          label={SHARE.lastDay}
          value={lastDay}
          error={problem && SHARE.endProblems[problem]}
          onInput={(day) => {
            draft.value = { ...draft.peek(), lastDay: day };
          }}
          input={{ type: 'date', min: toDay(Date.now()), class: styles.day }}
        />
      )}
      <p class={`hint ${styles.hint}`} role="status">
        {hint && translate(hint)}
      </p>
    </>
  );
}

/** Undefined where the last day says enough, which is wrong then. */
function describeEnd(draft: ShareDraft, before: string | null): Bilingual | undefined {
  if (draft.end === 'never') return SHARE.endHints.never;
  const { expiresAt } = toSettings(draft, before, Date.now());
  if (expiresAt === null) return undefined;
  if (Date.parse(expiresAt) > Date.now()) return SHARE.endHints.until(formatDateTime(expiresAt));
  return expiresAt === before ? SHARE.endHints.ended : undefined;
}
