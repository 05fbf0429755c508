import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { Notice } from '../../components/notice.tsx';
import { EDITS } from '../../texts/edit-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { translate } from '../../texts/translate.ts';
import { focusConflict } from './field-conflict.tsx';
import styles from './panel-decisions.module.css';
import type { StudentDraft } from './use-student-draft.ts';

/** What the player has to decide before the draft can be saved, at the button. */
export function PanelDecisions({ draft }: { draft: StudentDraft }) {
  const { collisions, isRemovedElsewhere, isRemovalHeld, enterAgain, discard, removal } = draft;
  const [firstCollision] = collisions;
  return (
    <div role="alert">
      {firstCollision !== undefined && (
        <Decision text={EDITS.undecided(collisions.length)}>
          <button type="button" class="text-button" onClick={() => focusConflict(firstCollision)}>
            {translate(EDITS.showField(translate(FIELD_LABELS[firstCollision])))}
          </button>
        </Decision>
      )}
      {isRemovedElsewhere && (
        <Decision text={EDITS.removedElsewhere}>
          <button type="button" class="button small quiet" onClick={enterAgain}>
            {translate(EDITS.registerAgain)}
          </button>
          <button type="button" class="button small quiet" onClick={discard}>
            {translate(EDITS.keepRemoved)}
          </button>
        </Decision>
      )}
      {isRemovalHeld && (
        <Decision text={EDITS.changedBeforeRemoval}>
          <button type="button" class="button small quiet danger" onClick={() => void removal.run()}>
            {translate(EDITS.removeAnyway)}
          </button>
          <button type="button" class="button small quiet" onClick={discard}>
            {translate(EDITS.keepStudent)}
          </button>
        </Decision>
      )}
    </div>
  );
}

const Decision = ({ text, children }: { text: Bilingual; children: ComponentChildren }) => (
  <Notice kind="warning">
    <p>{translate(text)}</p>
    <div class={`buttons ${styles.choices}`}>{children}</div>
  </Notice>
);
