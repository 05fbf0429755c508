import { rankStars } from '../../contract/star-rank.ts';
import { nameStarRank } from '../../game/name-stars.ts';
import { type Html, html, type Part } from '../html/html.ts';
import { FILTER_ATTRIBUTES, FILTER_TEXTS, SHARE_TEXTS } from './share-page-texts.ts';
import type { ShareColumn, SharePageInput } from './share-students.ts';
import { isOrder, listCodes, type ShareOrder } from './share-students.ts';

/** Fewer students are seen at a glance. */
const STUDENTS_FOR_TOOLS = 7;

/** Search, filters, order and view, which work with the script alone and are shown once it runs. */
export function renderTools(input: SharePageInput, columns: readonly ShareColumn[]): Part {
  const { language, roster } = input;
  const count = roster.students.length;
  if (count < STUDENTS_FOR_TOOLS) return undefined;
  const text = (key: 'find' | 'filters' | 'order' | 'ascending' | 'descending' | 'view' | 'clear') =>
    SHARE_TEXTS[key][language];
  const orders: ShareOrder[] = [...columns.flatMap(({ name }) => (isOrder(name) ? [name] : [])), 'name'];
  return html`<search class="tools">
<div class="find">
<span class="box">${icon(SEARCH)}<input type="search" aria-label="${text('find')}" placeholder="${text('find')}" autocomplete="off" spellcheck="false"></span>
<button type="button" class="button" aria-expanded="false" aria-controls="filters" data-filters>${icon(FILTER)}${text('filters')}<span></span></button>
<div class="filters" id="filters">
${FILTER_ATTRIBUTES.map((attribute) => {
  const codes = listCodes(input, attribute);
  const { [attribute]: names } = input.labels;
  return renderFilter(
    attribute,
    FILTER_TEXTS[attribute][language],
    codes.map((code) => [code, names[code]?.[language] ?? code]),
  );
})}
${renderFilter('stars', SHARE_TEXTS.stars[language], listStars(input))}
<button type="button" class="text-button" data-clear hidden>${text('clear')}</button>
</div>
</div>
<div class="options">
<select aria-label="${text('order')}" data-orders${orders.length === 1 && html` hidden`}>${orders.map((name) => html`<option value="${name}">${SHARE_TEXTS.orders[name][language]}</option>`)}</select>
<fieldset class="views"><legend class="visually-hidden">${text('view')}</legend>${(
    ['cards', 'table'] as const
  ).map(
    (view) =>
      html`<label><input type="radio" name="view" value="${view}">${icon(view === 'cards' ? GRID : TABLE)}<span class="visually-hidden">${SHARE_TEXTS[view][language]}</span></label>`,
  )}</fieldset>
<p class="count" role="status" data-all="${SHARE_TEXTS.count(count)[language]}" data-some="${SHARE_TEXTS.countOf(count)[language]}">${SHARE_TEXTS.count(count)[language]}</p>
<p class="visually-hidden" role="status" data-ascending="${text('ascending')}" data-descending="${text('descending')}"></p>
</div>
</search>`;
}

/** In place of the students where the filters leave none. */
export const renderNoneFound = ({ language }: SharePageInput): Html =>
  html`<p class="none" hidden>${SHARE_TEXTS.noneFound[language]} <button type="button" class="text-button" data-clear>${SHARE_TEXTS.clear[language]}</button></p>`;

/** Nothing where all students are the same. */
const renderFilter = (name: string, label: string, options: readonly (readonly [string, string])[]): Part =>
  options.length > 1 &&
  html`<select aria-label="${label}" data-filter="${name}"><option value="">${label}</option>${options.map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )}</select>`;

/** By all stars, those of the weapon included; the most come first. */
function listStars({ language, roster }: SharePageInput): [string, string][] {
  const ranks = new Set(roster.students.map(rankStars).filter((rank) => rank > 0));
  return [...ranks].toSorted((a, b) => b - a).map((rank) => [String(rank), nameStarRank(rank)[language]]);
}

const icon = (path: string): Html =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const SEARCH = 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5';
const FILTER = 'M4 6h16M7 12h10M10 18h4';
const GRID = 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z';
const TABLE = 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9';
