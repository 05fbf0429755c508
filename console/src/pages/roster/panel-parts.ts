/** What the roster opens of goals and history, as one script, which those pages need too. */
export { DoneDialog } from '../../done/done-dialog.tsx';
export { GoalDialog } from '../../goals/goal-dialog.tsx';
export { StudentTimeline } from '../../history/student-timeline.tsx';
export { BulkGoalDialog } from './bulk-goal-dialog.tsx';
export { StudentGoal } from './student-goal.tsx';
