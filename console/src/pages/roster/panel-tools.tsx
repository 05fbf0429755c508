import type { GrowthState, StudentPatch } from '../../../../contract/state-fields.ts';
import { maximumGrowth } from '../../../../game/growth-limits.ts';
import { Button } from '../../components/button.tsx';
import { copyStudent } from '../../roster/roster-view-state.ts';
import { PANEL } from '../../texts/panel-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './panel-tools.module.css';

interface PanelToolsProps {
  studentUid: string;
  /** As it is recorded. */
  state: GrowthState | null;
  /** While something is entered, the values are not copied: others would get what is not saved. */
  isEdited: boolean;
  onEnter: (changes: StudentPatch) => void;
}

/** What enters or takes many values of the student at once. */
export const PanelTools = ({ studentUid, state, isEdited, onEnter }: PanelToolsProps) => (
  <div class={styles.tools}>
    <Button
      size="small"
      icon="highest"
      text={PANEL.maximumOfStudent}
      title={translate(PANEL.maximumHint)}
      onClick={() => onEnter(maximumGrowth(state))}
    />
    {state !== null && !isEdited && (
      <Button size="small" icon="copy" text={PANEL.copyValues} onClick={() => copyStudent(studentUid)} />
    )}
  </div>
);
