import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../contract/bilingual.ts';
import type { Edit } from '../outbox/edit.ts';
import { COMMON } from '../texts/common-texts.ts';
import { GOALS } from '../texts/goal-texts.ts';
import { translate } from '../texts/translate.ts';
import { WORDS } from '../texts/word-texts.ts';
import { Button, Buttons } from './button.tsx';
import { Notice } from './notice.tsx';

interface DecisionProps {
  /** Whose goal, or which item. */
  title: string;
  problem: Edit['problem'];
  /** What is to be decided between. */
  children: ComponentChildren;
  mine: Bilingual;
  theirs: Bilingual;
  onDecide: (isMine: boolean) => void;
}

/** A change that was not saved because something else was first, or because it was refused. */
export const Decision = ({ title, problem, children, mine, theirs, onDecide }: DecisionProps) => (
  <Notice kind="warning" title={title}>
    {problem === 'refused' ? <p>{translate(GOALS.notSaved)}</p> : children}
    <Buttons role="group" aria-label={title}>
      <Button
        size="small"
        text={problem === 'refused' ? COMMON.retry : mine}
        onClick={() => onDecide(true)}
      />
      <Button
        size="small"
        text={problem === 'refused' ? WORDS.discard : theirs}
        onClick={() => onDecide(false)}
      />
    </Buttons>
  </Notice>
);
