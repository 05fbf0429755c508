import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { SHARED_PART_LABELS } from '../../../../contract/share-labels.ts';
import { SHARED_PARTS } from '../../../../contract/shares.ts';
import { TextField } from '../../components/form-fields.tsx';
import { signedInSession } from '../../session/session-state.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { BorrowFields } from './borrow-fields.tsx';
import { EndField } from './end-field.tsx';
import type { ShareDraft, ShareProblems } from './share-draft.ts';
import styles from './share-fields.module.css';
import { StudentsField } from './students-field.tsx';

interface ShareFieldsProps {
  draft: Signal<ShareDraft>;
  /** The end that the link has so far. */
  before: string | null;
  /** What to say is wrong, once the player has tried. */
  nameProblem: Bilingual | undefined;
  problems: ShareProblems | undefined;
  onPick: () => void;
}

export function ShareFields({ draft, before, nameProblem, problems, onPick }: ShareFieldsProps) {
  const { name, showsPlayer } = draft.value;
  const change = (changes: Partial<ShareDraft>) => {
    draft.value = { ...draft.peek(), ...changes };
  };
  return (
    <>
      <TextField
        label={translate(WORDS.name)}
        hint={translate(SHARE.nameHint)}
        value={name}
        error={nameProblem && translate(nameProblem)}
        onInput={(next) => change({ name: next })}
        input={{ name: 'share-name', required: true }}
      />
      <PartsField draft={draft} />
      <StudentsField draft={draft} hasProblem={problems?.hasNoStudent ?? false} onPick={onPick} />
      <EndField draft={draft} before={before} problem={problems?.end} />
      <fieldset class="field">
        <legend>{translate(SHARE.player)}</legend>
        <div class={styles.ticks}>
          <label class="checkbox small">
            <input
              type="checkbox"
              checked={showsPlayer}
              onChange={({ currentTarget: { checked } }) => change({ showsPlayer: checked })}
            />
            <span>{translate(SHARE.showsPlayer(signedInSession()?.account.name ?? ''))}</span>
          </label>
        </div>
      </fieldset>
      <BorrowFields draft={draft} />
    </>
  );
}

function PartsField({ draft }: { draft: Signal<ShareDraft> }) {
  const hintId = useId();
  const { shows } = draft.value;
  return (
    <fieldset class="field">
      <legend>{translate(SHARE.shows)}</legend>
      <div class={styles.ticks}>
        {SHARED_PARTS.map((part) => (
          <label key={part} class="checkbox small">
            <input
              type="checkbox"
              checked={shows.includes(part)}
              aria-describedby={part === 'goals' ? hintId : undefined}
              onChange={({ currentTarget: { checked } }) => {
                const others = shows.filter((one) => one !== part);
                draft.value = { ...draft.peek(), shows: checked ? [...others, part] : others };
              }}
            />
            <span>{translate(SHARED_PART_LABELS[part])}</span>
          </label>
        ))}
      </div>
      {shows.includes('goals') && (
        <p id={hintId} class="hint">
          {translate(SHARE.goalsHint)}
        </p>
      )}
    </fieldset>
  );
}
