import { type Html, html } from '../../html/html.ts';

interface ListedField {
  /** Anchor. */
  id?: string;
  name: Html;
  type?: Html;
  /** Such as "required". */
  mark?: string | false;
  text: Html | string;
}

/** Names, each with its type and explanation; unlike a table it fits a narrow screen. */
export const fieldList = (fields: readonly ListedField[]): Html => html`
<dl class="fields">${fields.map(
  ({ id, name, type, mark, text }) => html`
<div${id && html` id="${id}"`}><dt>${name}${type && html` <span class="type">${type}</span>`}${mark && html` <span class="mark">${mark}</span>`}</dt><dd>${text}</dd></div>`,
)}
</dl>`;
