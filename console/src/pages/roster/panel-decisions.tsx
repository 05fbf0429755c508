import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { Notice } from '../../components/notice.tsx';
import { CONFLICTS } from '../../texts/conflict-texts.ts';
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
        <Decision text={CONFLICTS.undecided(collisions.length)}>
          <button type="button" class="text-button" onClick={() => focusConflict(firstCollision)}>
            {translate(CONFLICTS.showField(translate(FIELD_LABELS[firstCollision])))}
          </button>
        </Decision>
      )}
      {isRemovedElsewhere && (
        <Decision text={CONFLICTS.removedElsewhere}>
          <button type="button" class="button small quiet" onClick={enterAgain}>
            {translate(CONFLICTS.registerAgain)}
          </button>
          <button type="button" class="button small quiet" onClick={discard}>
            {translate(CONFLICTS.keepRemoved)}
          </button>
        </Decision>
      )}
      {isRemovalHeld && (
        <Decision text={CONFLICTS.changedBeforeRemoval}>
          <button type="button" class="button small quiet danger" onClick={() => void removal.run()}>
            {translate(CONFLICTS.removeAnyway)}
          </button>
          <button type="button" class="button small quiet" onClick={discard}>
            {translate(CONFLICTS.keepStudent)}
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
