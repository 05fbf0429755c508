/** The pages that open after the roster, as one script: in several, what they share would become scripts too. */
export { AccountPage } from './account/account-page.tsx';
export { ConnectionsPage } from './connections/connections-page.tsx';
export { ConsentPage } from './consent/consent-page.tsx';
export { DevicePage } from './consent/device-page.tsx';
// What two scripts need stays in that of the entry pages, or of the panel, by these, and does not become another.
export { EntryPage } from './entry/entry-page.tsx';
export { FirstChoicesPage } from './entry/first-choices-page.tsx';
export { HistoryPage } from './history/history-page.tsx';
export { ImportPage } from './import/import-page.tsx';
export { PickPage } from './pick/pick-page.tsx';
export { PlanPage } from './plan/plan-page.tsx';
export { StudentGoal } from './roster/panel-parts.ts';
export { ServerPage } from './server/server-page.tsx';
export { SharePage } from './share/share-page.tsx';
