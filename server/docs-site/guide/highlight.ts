import { tokenize } from '../../html/assets/code-text.js';
import { type Html, html } from '../../html/html.ts';

/** Wraps tokens in spans with a class for their kind. The text itself does not change. */
export const highlight = (text: string): Html =>
  html`${tokenize(text).map(({ text, kind }) => (kind === undefined ? text : html`<span class="${kind}">${text}</span>`))}`;
