import type { Bilingual } from '../../../contract/bilingual.ts';
import { MAX_DISPLAY_NAME_LENGTH } from '../../../contract/limits.ts';
import { COMMON } from './common-texts.ts';

/** What is wrong with the name of an account, a key or a passkey. */
export function checkName(name: string): Bilingual | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return COMMON.nameRequired;
  if (/\p{C}/u.test(trimmed)) return COMMON.nameInvisible;
  return [...trimmed].length > MAX_DISPLAY_NAME_LENGTH
    ? COMMON.nameTooLong(MAX_DISPLAY_NAME_LENGTH)
    : undefined;
}
