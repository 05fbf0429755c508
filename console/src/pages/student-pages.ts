/** The pages of students after the roster, as one script: in several, what they share would become scripts too. */
export { HistoryPage } from './history/history-page.tsx';
export { ImportPage } from './import/import-page.tsx';
export { ProposalsPage } from './import/proposals-page.tsx';
export { PickPage } from './pick/pick-page.tsx';
export { PlanPage } from './plan/plan-page.tsx';
// What the panel needs too stays in its script by this, and does not become another.
export { StudentGoal } from './roster/panel-parts.ts';
export { SharePage } from './share/share-page.tsx';
