import type { Language } from '../../contract/bilingual.ts';
import { orderSharedStudents } from '../../contract/order-shared-students.ts';
import { PORTRAITS_PATH } from '../../contract/paths.ts';
import type { SharedRoster, SharedStudent } from '../../contract/shares.ts';
import { type AttributeLabels, codesOf } from '../../game/attributes.ts';
import { describeWanted } from '../../game/describe-wanted.ts';
import { namesOf } from '../../game/name-index.ts';
import { lettersOf, splitName } from '../../game/student-name.ts';
import { foldName } from '../../game/text-folding.ts';
import { formatGroup, VALUE_GROUPS } from '../../game/value-groups.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import { type Html, html, type Part } from '../html/html.ts';
import { relativeLinks } from '../html/page-frame.ts';
import { FILTER_ATTRIBUTES, type FilterAttribute, SHARE_TEXTS } from './share-page-texts.ts';

/** The data of the page behind a link. */
export interface SharePageInput {
  /** A path of the same depth as that of the page, which relative links need. */
  path: string;
  language: Language;
  /** Its names are in `language`. */
  roster: SharedRoster;
  /** The attributes for filters, and the names and aliases for the search. */
  entryOf: (uid: string) => CatalogueEntry | undefined;
  /** The names of the attributes' codes. */
  labels: AttributeLabels;
  /** The hash of a student's portrait. */
  portraitOf: (uid: string) => string | undefined;
  /** The public address of the page. */
  pageUrl: string;
  /** The public address of the picture for chats, if there is one. */
  pictureUrl?: string | undefined;
  /** Shown to the owner in a frame, before the link exists. */
  isPreview?: boolean;
}

/** The portrait, or letters on the colour of the school. */
export function renderFace({ path, portraitOf }: SharePageInput, { studentUid, name }: SharedStudent): Html {
  const hash = portraitOf(studentUid);
  const address = `${PORTRAITS_PATH}/${encodeURIComponent(studentUid)}?v=${encodeURIComponent(hash ?? '')}`;
  return html`<i class="face" data-letters="${lettersOf(name)}">${
    hash !== undefined &&
    html`<img src="${relativeLinks(path)(address)}" alt="" width="56" height="56" loading="lazy" decoding="async">`
  }</i>`;
}

/** A costume goes to the next line where there is no room beside the name. */
export function renderName(name: string): Html {
  const { own, costume } = splitName(name);
  return html`<b><bdi>${own}${costume !== undefined && html`<wbr>${name.slice(own.length)}`}</bdi></b>`;
}

/** The stars of the student, then those of the unique weapon in another colour. */
function renderStars({ language }: SharePageInput, { tier, weaponTier = 0 }: SharedStudent): Part {
  if (tier === undefined) return undefined;
  const label = SHARE_TEXTS.starsOf(tier, weaponTier)[language];
  return html`<span role="img" aria-label="${label}">${'★'.repeat(tier)}${weaponTier > 0 && html`<b>${'★'.repeat(weaponTier)}</b>`}</span>`;
}

/** Role and school, which tell a stranger whom the name alone does not. */
function renderKind({ language, labels, entryOf }: SharePageInput, { studentUid }: SharedStudent): string {
  const attributes = entryOf(studentUid)?.attributes ?? {};
  const names = (['role', 'school'] as const).map(
    (attribute) => labels[attribute][attributes[attribute] ?? '']?.[language],
  );
  return names.filter(Boolean).join(' · ');
}

/** Attack and armour by their first letters, in the colours of the game. */
export function renderMarks(
  { language, labels, entryOf }: SharePageInput,
  { studentUid }: SharedStudent,
): Part {
  const attributes = entryOf(studentUid)?.attributes ?? {};
  const marks = (['attack', 'armor'] as const).flatMap((attribute) => {
    const code = attributes[attribute] ?? '';
    const name = labels[attribute][code]?.[language];
    return name === undefined
      ? []
      : html`<b role="img" title="${name}" class="${attribute}" data-code="${code}">${name.slice(0, 1)}</b>`;
  });
  return marks.length > 0 && html`${marks}`;
}

/** A column of what is shown of students beside name and portrait. */
export interface ShareColumn {
  /** A class of the style sheet. */
  name: 'kind' | 'stars' | 'marks' | 'goal' | (typeof VALUE_GROUPS)[number]['name'];
  title: string;
  order?: string | undefined;
  /** Before the value in a card. */
  label?: string;
  render: (student: SharedStudent) => Part;
}

/** The columns in which somebody has a value. */
export function listColumns(input: SharePageInput): ShareColumn[] {
  const { language, roster } = input;
  const columns: ShareColumn[] = [
    {
      name: 'kind',
      title: SHARE_TEXTS.kind[language],
      render: (student) => renderKind(input, student),
    },
    {
      name: 'stars',
      title: SHARE_TEXTS.stars[language],
      render: (student) => renderStars(input, student),
    },
    {
      name: 'marks',
      title: SHARE_TEXTS.marks[language],
      render: (student) => renderMarks(input, student),
    },
    ...VALUE_GROUPS.map((group) => ({
      name: group.name,
      title: group.title[language],
      order: group.order?.[language],
      label: group.label[language],
      render: (student: SharedStudent) => formatGroup(group, student),
    })),
    {
      name: 'goal',
      title: SHARE_TEXTS.goal[language],
      label: SHARE_TEXTS.goal[language],
      render: ({ wanted = {} }) => describeWanted(wanted, language).join(', '),
    },
  ];
  return columns.filter(({ render }) => roster.students.some((student) => render(student)));
}

/** With its label, in a cell or another element. */
export const renderValue = ({ label, render }: ShareColumn, student: SharedStudent): Part => {
  const value = render(student);
  return value && (label === undefined ? value : html`<i>${label}</i> ${value}`);
};

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

/** The values by which the script sorts. */
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

/** The values by which the script filters. A student whom the catalogue lacks has the UID in place of a name. */
export function filterFacts({ entryOf }: SharePageInput, { studentUid }: SharedStudent): Html {
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
