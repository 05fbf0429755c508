import { COMMON } from '../texts/common-texts.ts';
import { showToast } from './toast.tsx';

/** Several times the values of every student, or the items of the game. A text without bounds freezes the page. */
const MAX_PASTED_LENGTH = 200_000;

/** Whether a page takes a text that is pasted. Says so if it does not. */
export function acceptsPaste(text: string): boolean {
  if (text.length <= MAX_PASTED_LENGTH) return true;
  showToast(COMMON.pasteTooLong, { kind: 'warning' });
  return false;
}
