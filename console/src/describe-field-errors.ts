import type { InvalidField } from '../../client/rollbook-error.ts';
import type { Bilingual } from '../../contract/bilingual.ts';
import { nameFields } from './name-fields.ts';

/** What the client has found wrong with a state, each sentence once. */
export function describeFieldErrors(errors: readonly InvalidField[]): Bilingual {
  const sentences = errors.map(({ field, message, en }) => {
    // A broken rule names its fields, a range does not.
    const name = message.includes(field) ? '' : `${field}: `;
    return nameFields({ ko: name + message, en: name + en });
  });
  return { ko: joinOnce(sentences.map(({ ko }) => ko)), en: joinOnce(sentences.map(({ en }) => en)) };
}

/** A field that breaks two rules has the sentences of both, and the other fields of each rule have one of them. */
const joinOnce = (texts: readonly string[]): string =>
  [...new Set(texts)]
    .filter((text, _, all) => !all.some((other) => other !== text && other.includes(text)))
    .join(' ');
