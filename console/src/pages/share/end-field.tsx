import type { Signal } from '@preact/signals';
import { Choice, TextField } from '../../components/form-fields.tsx';
import { formatDateTime } from '../../components/time-text.tsx';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { END_CHOICES, type ShareDraft, type ShareProblems, toDay, toSettings } from './share-draft.ts';

interface EndFieldProps {
  draft: Signal<ShareDraft>;
  /** The end that the link has so far. */
  before: string | null;
  problem: ShareProblems['end'];
}

export function EndField({ draft, before, problem }: EndFieldProps) {
  const { end, lastDay } = draft.value;
  const { expiresAt } = toSettings(draft.value, before, Date.now());
  const hint =
    end === 'never'
      ? SHARE.endHints.never
      : expiresAt === null
        ? undefined
        : Date.parse(expiresAt) <= Date.now()
          ? expiresAt === before
            ? SHARE.endHints.ended
            : undefined
          : SHARE.endHints.until(formatDateTime(expiresAt));
  return (
    <>
      <Choice
        legend={translate(SHARE.end)}
        options={END_CHOICES.map((value) => ({ value, label: translate(SHARE.ends[value]) }))}
        value={end}
        onChoose={(next) => {
          draft.value = { ...draft.peek(), end: next };
        }}
      />
      {end === 'date' && (
        <TextField
          label={translate(SHARE.lastDay)}
          value={lastDay}
          error={problem && translate(SHARE.endProblems[problem])}
          onInput={(day) => {
            draft.value = { ...draft.peek(), lastDay: day };
          }}
          input={{ type: 'date', min: toDay(Date.now()), class: 'short' }}
        />
      )}
      <p class="hint" role="status">
        {hint && translate(hint)}
      </p>
    </>
  );
}
