import type { GrowthState, StudentPatch } from '../../../../contract/state-fields.ts';
import { maximumGrowth } from '../../../../game/growth-limits.ts';
import { Icon } from '../../components/icon.tsx';
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
    <button
      type="button"
      class="button small quiet"
      title={translate(PANEL.maximumHint)}
      onClick={() => onEnter(maximumGrowth(state))}
    >
      <Icon name="highest" />
      <span>{translate(PANEL.maximumOfStudent)}</span>
    </button>
    {state !== null && !isEdited && (
      <button type="button" class="button small quiet" onClick={() => copyStudent(studentUid)}>
        <Icon name="copy" />
        <span>{translate(PANEL.copyValues)}</span>
      </button>
    )}
  </div>
);
