/** The pages of an account and of the server, as one script. */
export { AccountPage } from './account/account-page.tsx';
export { ConnectionsPage } from './connections/connections-page.tsx';
// What the entry pages need too stays in their script by this, and does not become another.
export { EntryPage } from './entry/entry-page.tsx';
export { FirstChoicesPage } from './entry/first-choices-page.tsx';
export { ServerPage } from './server/server-page.tsx';
