/** Secret scanners recognise it. */
export const KEY_PREFIX = 'rollbook_';
/**
 * Finds keys anywhere in a text, and what is left of mistyped or cut ones. Names of files and databases, such as
 * rollbook_backup20260101, rarely have a capital.
 */
export const KEY_PATTERN = new RegExp(`${KEY_PREFIX}(?=[a-z0-9]*[A-Z])[A-Za-z0-9]{12,}`, 'g');
