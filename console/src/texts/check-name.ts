import type { Bilingual } from '../../../contract/bilingual.ts';
import { MAX_DISPLAY_NAME_LENGTH } from '../../../contract/limits.ts';

const NAMES = {
  required: { ko: '이름을 입력하세요.', en: 'Enter a name.' },
  invisible: {
    ko: '이름에는 보이지 않는 문자를 쓸 수 없어요.',
    en: 'A name cannot contain invisible characters.',
  },
  tooLong: (max: number) => ({
    ko: `이름은 ${max}자까지 쓸 수 있어요.`,
    en: `A name can have up to ${max} characters.`,
  }),
} as const;

/** What is wrong with the name of an account, a key or a passkey. */
export function checkName(name: string): Bilingual | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return NAMES.required;
  if (/\p{C}/u.test(trimmed)) return NAMES.invisible;
  return [...trimmed].length > MAX_DISPLAY_NAME_LENGTH ? NAMES.tooLong(MAX_DISPLAY_NAME_LENGTH) : undefined;
}
