import type { Bilingual } from '../../../contract/bilingual.ts';
import { showToast } from '../components/toast.tsx';
import { BULK } from '../texts/bulk-texts.ts';
import { COMMON } from '../texts/common-texts.ts';
import type { BulkReport } from './roster-store.ts';
import { undoAndReport } from './undo-and-report.ts';

/** Says what came of a change to many students, with its undo. Throws the error if none was saved. */
export function reportBulk(
  { saved, waiting, conflicts, failed }: BulkReport,
  success: (count: number) => Bilingual = BULK.saved,
): void {
  // What waits is announced.
  if (waiting.length > 0) return;
  const [failure] = failed;
  if (failure && saved.length === 0) throw failure.error;
  const action = { label: COMMON.undo, run: () => void undoAndReport() };
  if (failure) showToast(BULK.failed(failed.length), { kind: 'warning', action });
  else if (conflicts.length > 0) showToast(BULK.conflicts(conflicts.length), { kind: 'warning', action });
  else showToast(success(saved.length), { action });
}
