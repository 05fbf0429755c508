import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { SHARED_PART_LABELS } from '../../../../contract/share-labels.ts';
import { SHARED_PARTS } from '../../../../contract/shares.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { FieldSet } from '../../components/controls.tsx';
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
  const pictureHintId = useId();
  const { name, showsPlayer, hasPicture } = draft.value;
  const change = (changes: Partial<ShareDraft>) => {
    draft.value = { ...draft.peek(), ...changes };
  };
  return (
    <>
      <TextField
        label={WORDS.name}
        hint={SHARE.nameHint}
        value={name}
        error={nameProblem}
        onInput={(next) => change({ name: next })}
        input={{ name: 'share-name', required: true }}
      />
      <PartsField draft={draft} />
      <StudentsField draft={draft} hasProblem={problems?.hasNoStudent ?? false} onPick={onPick} />
      <EndField draft={draft} before={before} problem={problems?.end} />
      <FieldSet legend={SHARE.player}>
        <div class={styles.ticks}>
          <Checkbox
            size="small"
            text={SHARE.showsPlayer(signedInSession()?.account.name ?? '')}
            checked={showsPlayer}
            onChange={(checked) => change({ showsPlayer: checked })}
          />
        </div>
      </FieldSet>
      <FieldSet legend={SHARE.picture}>
        <div class={styles.ticks}>
          <Checkbox
            size="small"
            text={SHARE.hasPicture}
            checked={hasPicture}
            onChange={(checked) => change({ hasPicture: checked })}
            aria-describedby={pictureHintId}
          />
        </div>
        <p id={pictureHintId} class="hint">
          {translate(SHARE.pictureHint)}
        </p>
      </FieldSet>
      <BorrowFields draft={draft} />
    </>
  );
}

function PartsField({ draft }: { draft: Signal<ShareDraft> }) {
  const hintId = useId();
  const { shows } = draft.value;
  return (
    <FieldSet legend={SHARE.shows}>
      <div class={styles.ticks}>
        {SHARED_PARTS.map((part) => (
          <Checkbox
            key={part}
            size="small"
            text={SHARED_PART_LABELS[part]}
            checked={shows.includes(part)}
            onChange={(checked) => {
              const others = shows.filter((one) => one !== part);
              draft.value = { ...draft.peek(), shows: checked ? [...others, part] : others };
            }}
            aria-describedby={part === 'goals' ? hintId : undefined}
          />
        ))}
      </div>
      {shows.includes('goals') && (
        <p id={hintId} class="hint">
          {translate(SHARE.goalsHint)}
        </p>
      )}
    </FieldSet>
  );
}
