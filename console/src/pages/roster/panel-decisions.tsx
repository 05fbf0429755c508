import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { Button, Buttons } from '../../components/button.tsx';
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
          <Button
            look="link"
            text={CONFLICTS.showField(translate(FIELD_LABELS[firstCollision]))}
            onClick={() => focusConflict(firstCollision)}
          />
        </Decision>
      )}
      {isRemovedElsewhere && (
        <Decision text={CONFLICTS.removedElsewhere}>
          <Button size="small" text={CONFLICTS.registerAgain} onClick={enterAgain} />
          <Button size="small" text={CONFLICTS.keepRemoved} onClick={discard} />
        </Decision>
      )}
      {isRemovalHeld && (
        <Decision text={CONFLICTS.changedBeforeRemoval}>
          <Button
            look="danger"
            size="small"
            text={CONFLICTS.removeAnyway}
            onClick={() => void removal.run()}
          />
          <Button size="small" text={CONFLICTS.keepStudent} onClick={discard} />
        </Decision>
      )}
    </div>
  );
}

const Decision = ({ text, children }: { text: Bilingual; children: ComponentChildren }) => (
  <Notice kind="warning">
    <p>{translate(text)}</p>
    <Buttons class={styles.choices}>{children}</Buttons>
  </Notice>
);
