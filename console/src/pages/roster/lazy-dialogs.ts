import { lazyPage } from '../../components/lazy-page.tsx';

export const BulkChangeDialog = lazyPage(async () => (await import('./bulk-dialogs.ts')).BulkChangeDialog);
export const PasteDialog = lazyPage(async () => (await import('./bulk-dialogs.ts')).PasteDialog);

/** Before they are opened, so that they open at once, also while offline. */
export function preloadDialogs(): void {
  BulkChangeDialog.preload();
  PasteDialog.preload();
}
