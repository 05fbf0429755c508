import { MAX_ALIAS_LENGTH } from '../../../contract/limits.ts';

/** What a text calls a student, as it can be remembered. Undefined if it cannot. */
export function toAlias(name = ''): string | undefined {
  const plain = name.replace(/\p{C}/gu, '').trim();
  return plain !== '' && plain.length <= MAX_ALIAS_LENGTH ? plain : undefined;
}
