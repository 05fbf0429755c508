import { lazyPart } from '../../components/lazy-part.tsx';
import { openedDone } from '../../done/opened-done.ts';
import { openedGoal } from '../../goals/plan-view.ts';

export const PanelGoal = lazyPart(async () => (await import('./panel-parts.ts')).StudentGoal);
const GoalDialog = lazyPart(async () => (await import('./panel-parts.ts')).GoalDialog);

const DoneDialog = lazyPart(async () => (await import('./panel-parts.ts')).DoneDialog);

/** Beside the form of the panel, which must not contain the form of a dialog. */
export const PanelGoalDialog = () => (
  <>
    {openedGoal.value && <GoalDialog opened={openedGoal.value} />}
    {openedDone.value && <DoneDialog opened={openedDone.value} />}
  </>
);
