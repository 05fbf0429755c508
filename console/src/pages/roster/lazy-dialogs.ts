import { lazyPage } from '../../components/lazy-page.tsx';

export const BulkChangeDialog = lazyPage(async () => (await import('./bulk-dialogs.ts')).BulkChangeDialog);
/** Not preloaded: its script is that of the plan, which needs the service. */
export const BulkGoalDialog = lazyPage(async () => (await import('./panel-parts.ts')).BulkGoalDialog);
export const PasteDialog = lazyPage(async () => (await import('./bulk-dialogs.ts')).PasteDialog);

/** Before they are opened, so that they open at once, also while offline. */
export function preloadDialogs(): void {
  BulkChangeDialog.preload();
  PasteDialog.preload();
}
