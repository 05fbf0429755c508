/** What opens in a second step only, and is loaded with the first sign that the roster is in use. */
export { BulkChangeDialog } from './bulk-change-dialog.tsx';
export { PasteDialog } from './paste-dialog.tsx';
