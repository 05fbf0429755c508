/** The pages that open after the roster, as one script: in several, what they share would become scripts too. */
export { DoneDialog } from '../done/done-dialog.tsx';
export { AccountPage } from './account/account-page.tsx';
// What both scripts need stays in that of the entry pages by this, and does not become a third.
export { EntryPage } from './entry/entry-page.tsx';
export { HistoryPage } from './history/history-page.tsx';
export { StudentTimeline } from './history/student-timeline.tsx';
export { ImportPage } from './import/import-page.tsx';
export { KeysPage } from './keys/keys-page.tsx';
export { GoalDialog } from './plan/goal-dialog.tsx';
export { PlanPage } from './plan/plan-page.tsx';
export { BulkGoalDialog } from './roster/bulk-goal-dialog.tsx';
export { StudentGoal } from './roster/student-goal.tsx';
export { ServerPage } from './server/server-page.tsx';
