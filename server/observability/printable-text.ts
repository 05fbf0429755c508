/**
 * Controls (C0, C1), which move the cursor of a terminal or erase its lines, and what changes the direction or the lines
 * of the text around it.
 */
export const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
export const REPLACEMENT = '\ufffd';

/** A text from elsewhere as a part of one line. */
export const toPrintable = (text: string): string => text.replaceAll(UNPRINTABLE, REPLACEMENT);
