import { type Html, html, type Part } from '../../html/html.ts';

interface Row {
  /** Anchor of the row. */
  id?: string;
  /** The first cell is the row header. */
  cells: readonly Part[];
}

/** Table that scrolls sideways on narrow screens. */
export const table = (caption: Part, heads: readonly Part[], rows: readonly Row[]): Html => html`
<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(row)}</tbody>
</table></div>`;

const row = ({ id, cells: [name, ...cells] }: Row): Html =>
  html`<tr${id && html` id="${id}"`}><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`;
