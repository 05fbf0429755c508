/**
 * A text for an error message, without the credentials of the address that it was meant to be. A shell may have cut it off
 * at an & or # in them, and a scheme may be wrong or stand before another.
 */
export const hideCredentials = (text: string): string =>
  text
    .replace(/^([^:]*:).*@/s, '$1…@')
    .replace(/(password=)[^&]*/gi, '$1…')
    .replace(/^((?:sqlite:)?(?!https?:)\w+:(?:\/\/)?[^:@]+:).*$/is, '$1…');

/** Where a path is wanted. Such a text may hold a password, and nobody means a file by it. */
export const looksLikeAddress = (text: string): boolean => /:\/\/|^(?:sqlite:)?postgres(?:ql)?:/i.test(text);
