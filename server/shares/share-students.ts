import { orderSharedStudents } from '../../contract/order-shared-students.ts';
import type { SharedStudent } from '../../contract/shares.ts';
import { codesOf } from '../../game/attributes.ts';
import { namesOf } from '../../game/name-index.ts';
import { foldName } from '../../game/text-folding.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import { type Html, html, type Part } from '../html/html.ts';
import { renderFace, renderName, renderValue, type ShareColumn } from './share-columns.ts';
import type { SharePageInput } from './share-page-input.ts';
import { FILTER_ATTRIBUTES, type FilterAttribute, SHARE_TEXTS } from './share-page-texts.ts';

/**
 * The students as cards, which are a list. The script makes them a table, which they are already without its roles and
 * with other styles. End tags that HTML does not need are left out, as there are thousands.
 */
export function renderStudents(input: SharePageInput, columns: readonly ShareColumn[]): Html {
  const { language, roster } = input;
  return html`<div class="scroll"><table class="students" role="presentation">
<thead><tr><th scope="col">${columnHead('name', SHARE_TEXTS.student[language])}
${columns.map((column) => html`<th scope="col" class="${column.name}">${columnHead(column.name, column.title, column.order)}`)}</tr>
<tbody role="list" aria-label="${SHARE_TEXTS.students[language]}">
${orderSharedStudents(roster.students, language).map((student) => renderRow(input, columns, student))}</table></div>`;
}

/** What the script sorts by. */
const SORTED = ['name', 'stars', 'level', 'bond'] as const;
export type ShareOrder = (typeof SORTED)[number];
export const isOrder = (name: string): name is ShareOrder => SORTED.some((one) => one === name);

const columnHead = (name: string, title: string, order?: string): Part =>
  isOrder(name)
    ? html`<button type="button" data-order="${name}">${title}</button>`
    : html`${title}${order && html` <small>${order}</small>`}`;

const renderRow = (
  input: SharePageInput,
  columns: readonly ShareColumn[],
  student: SharedStudent,
): Html => html`<tr role="listitem"${filterFacts(input, student)}><th scope="row">${renderFace(input, student)}${renderName(student.name)}${columns.map(
  (column) => html`<td class="${column.name}">${renderValue(column, student)}`,
)}</tr>
`;

/** Folding the names of all students takes longer than the rest of a page. */
const knownFacts = new WeakMap<CatalogueEntry, Html>();

/** What the script filters by. A student whom the catalogue lacks has the UID in place of a name. */
function filterFacts({ entryOf }: SharePageInput, { studentUid }: SharedStudent): Html {
  const entry = entryOf(studentUid);
  if (entry === undefined) return html` data-keys="${foldName(studentUid)}"`;
  let facts = knownFacts.get(entry);
  if (facts === undefined) {
    facts = renderFacts(entry);
    knownFacts.set(entry, facts);
  }
  return facts;
}

function renderFacts(entry: CatalogueEntry): Html {
  const keys = new Set([...namesOf(entry)].map(foldName));
  return html`${FILTER_ATTRIBUTES.map((attribute) => {
    const codes = codesOf(entry.attributes ?? {}, attribute);
    return codes.length > 0 && html` data-${attribute}="${codes.join(' ')}"`;
  })} data-keys="${[...keys].join(' ')}"`;
}

/** The codes that these students have, in the order of the labels. */
export function listCodes({ roster, entryOf, labels }: SharePageInput, attribute: FilterAttribute): string[] {
  const found = new Set(
    roster.students.flatMap(({ studentUid }) => codesOf(entryOf(studentUid)?.attributes ?? {}, attribute)),
  );
  return Object.keys(labels[attribute]).filter((code) => found.has(code));
}
