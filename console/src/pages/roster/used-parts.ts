/** What the roster opens, as one script, which is loaded with the first sign that the roster is in use. */
export { BulkBar } from './bulk-bar.tsx';
export { ShortcutList } from './shortcut-list.tsx';
export { StudentPanel } from './student-panel.tsx';
export { StudentTable } from './student-table.tsx';
