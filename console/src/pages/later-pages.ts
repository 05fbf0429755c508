/**
 * The pages that open after the roster, as one script: of several, what they share with the roster would become a script
 * of its own, for which the roster waits.
 */
import '../styles/later-pages.css';

export { AccountPage } from './account/account-page.tsx';
// So that what both scripts have stays in that of the entry pages, and does not become a third.
export { EntryPage } from './entry/entry-page.tsx';
export { HistoryPage } from './history/history-page.tsx';
export { StudentTimeline } from './history/student-timeline.tsx';
export { ImportPage } from './import/import-page.tsx';
export { KeysPage } from './keys/keys-page.tsx';
