import { lazyPage } from '../../components/lazy-page.tsx';
import { openedGoal } from '../../plan/plan-view.ts';

export const PanelGoal = lazyPage(async () => (await import('../later-pages.ts')).StudentGoal);
const GoalDialog = lazyPage(async () => (await import('../later-pages.ts')).GoalDialog);

/** Beside the form of the panel, which must not contain the form of the dialog. */
export const PanelGoalDialog = () => openedGoal.value && <GoalDialog opened={openedGoal.value} />;
