/** Controls, and what is invisible or changes the direction or the lines of the text around it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
const REPLACEMENT = '\ufffd';
const MAX_QUOTED_LENGTH = 60;

/** A text from elsewhere as a part of one line. */
export const toOneLine = (text: string, maxLength: number): string =>
  `${text.slice(0, maxLength).replaceAll(UNPRINTABLE, REPLACEMENT)}${text.length > maxLength ? '…' : ''}`;

/** A text from elsewhere within a sentence. The quotes show a reader, or a model, where it begins and ends. */
export const quoteText = (text: string, maxLength = MAX_QUOTED_LENGTH): string =>
  JSON.stringify(toOneLine(text, maxLength));

/** A UID of a request may be any text. Those of the game are digits, which need no quotes. */
export const quoteUid = (studentUid: string): string =>
  /^\d{1,20}$/.test(studentUid) ? studentUid : quoteText(studentUid);
