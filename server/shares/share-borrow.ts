import { BORROW_SLOT_LABELS } from '../../contract/share-labels.ts';
import type { SharedStudent } from '../../contract/shares.ts';
import { BORROW_SLOTS } from '../../contract/shares.ts';
import { html, type Part } from '../html/html.ts';
import { renderFace, renderName, renderValue, type ShareColumn } from './share-columns.ts';
import type { SharePageInput } from './share-page-input.ts';
import { SHARE_TEXTS } from './share-page-texts.ts';

/** The students who can be borrowed, for each kind of battle. */
export function renderBorrow(input: SharePageInput, columns: readonly ShareColumn[]): Part {
  const { language, roster, entryOf } = input;
  const students = new Map(roster.students.map((student) => [student.studentUid, student]));
  const slots = BORROW_SLOTS.map((slot) => ({
    slot,
    borrowed: (roster.borrow?.[slot] ?? []).flatMap((uid) => students.get(uid) ?? []),
  })).filter(({ borrowed }) => borrowed.length > 0);
  if (slots.length === 0) return undefined;
  const parts = Map.groupBy(columns, ({ name }) => (name === 'stars' || name === 'goal' ? name : 'values'));
  const renderParts = (part: 'stars' | 'values', student: SharedStudent) =>
    parts.get(part)?.map((column) => {
      const value = renderValue(column, student);
      return value && html` <span class="${column.name}">${value}</span>`;
    });
  const renderBorrowed = (student: SharedStudent) => {
    const school = entryOf(student.studentUid)?.attributes?.school;
    return html`<li${school && html` data-school="${school}"`}>${renderFace(input, student)}
<div><p>${renderName(student.name)}${renderParts('stars', student)}</p><p>${renderParts('values', student)}</p></div></li>
`;
  };
  return html`<section class="borrow" aria-labelledby="borrow">
<h2 id="borrow">${SHARE_TEXTS.borrow[language]}</h2>
<div class="slots">
${slots.map(
  ({ slot, borrowed }) => html`<div class="slot"><h3>${BORROW_SLOT_LABELS[slot][language]}</h3>
<ul>${borrowed.map(renderBorrowed)}</ul></div>
`,
)}</div>
</section>`;
}
