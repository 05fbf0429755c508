import type { Bilingual, Language } from '../../contract/bilingual.ts';
import { BORROW_SLOT_LABELS, SHARED_PART_LABELS } from '../../contract/share-labels.ts';
import { BORROW_SLOTS, SHARE_PICTURE, type SharedRoster, type SharedStudent } from '../../contract/shares.ts';
import { STATE_FIELDS } from '../../contract/state-fields.ts';
import { type Html, html, type Part } from '../html/html.ts';
import { relativeLinks, renderPage } from '../html/page-frame.ts';
import { SHARE_NOTICES, SHARE_TEXTS } from './share-page-texts.ts';
import {
  listColumns,
  renderFace,
  renderName,
  renderStudents,
  renderValue,
  type ShareColumn,
  type SharePageInput,
} from './share-students.ts';
import { renderNoneFound, renderTools } from './share-tools.ts';

/** The page behind a link, complete without its script. */
export function renderSharePage(input: SharePageInput): string {
  const { path, language, roster, isPreview = false } = input;
  const { name, player, students } = roster;
  const title = `${name} · Rollbook`;
  const figures = summarizeShare(roster).map(({ label, value }) => ({
    label: label[language],
    value: value[language],
  }));
  const description = [player, ...figures.map(({ label, value }) => `${label} ${value}`)]
    .filter(Boolean)
    .join(' · ');
  const columns = listColumns(input);
  const tools = renderTools(input, columns);
  return renderPage({
    ...frame({ path, language }),
    title,
    description,
    isFramed: isPreview,
    head: isPreview ? NO_INDEX : renderHead(input, title, description),
    body: html`<main id="content" tabindex="-1">
<header>
<h1><bdi>${name}</bdi></h1>
<p class="meta">${player && html`<b><bdi>${player}</bdi></b> `}${lastChange(input)}</p>
<dl>${figures.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
</header>
${renderBorrow(input, columns)}
<section aria-labelledby="students">
<h2 id="students" class="visually-hidden">${SHARE_TEXTS.students[language]}</h2>
${students.length === 0 ? html`<p class="none">${SHARE_TEXTS.empty[language]}</p>` : [tools, renderStudents(input, columns), tools && renderNoneFound(input)]}
</section>
${!isPreview && renderFooter(input)}
</main>`,
  });
}

/** Nothing here of what is behind the link, or was: whoever asks may be anybody. */
export function renderShareNotice(
  { path, language }: Pick<SharePageInput, 'path' | 'language'>,
  notice: keyof typeof SHARE_NOTICES,
): string {
  const { title, text } = SHARE_NOTICES[notice];
  return renderPage({
    ...frame({ path, language }),
    title: `${title[language]} · Rollbook`,
    head: NO_INDEX,
    body: html`<main id="content" tabindex="-1" class="notice">
<header><h1>${title[language]}</h1>
<p>${text[language]}</p></header>
</main>`,
  });
}

const frame = ({ path, language }: Pick<SharePageInput, 'path' | 'language'>) => ({
  path,
  language,
  languages: { paths: { ko: '?lang=ko', en: '?lang=en' } },
  style: 'share.css' as const,
  script: 'share.js' as const,
});

/** The day in Korea for readers of Korean, as most are there. */
const DATE_FORMATS: Record<Language, Intl.DateTimeFormat> = {
  ko: new Intl.DateTimeFormat('ko', { dateStyle: 'long', timeZone: 'Asia/Seoul' }),
  en: new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }),
};

const lastChange = ({ language, roster: { updatedAt } }: SharePageInput): Html =>
  html`<span>${SHARE_TEXTS.lastChanged[language]} <time datetime="${updatedAt}">${DATE_FORMATS[language].format(new Date(updatedAt))}</time></span>`;

/** Lines break between the parts alone. */
const listShown = ({ language, roster: { shows } }: SharePageInput): string =>
  `${SHARE_TEXTS.shown[language]}: ${[SHARE_TEXTS.name, ...shows.map((part) => SHARED_PART_LABELS[part])]
    .map((text) => text[language].replaceAll(' ', '\u00a0'))
    .join(' · ')}`;

const renderFooter = (input: SharePageInput): Html => {
  const { path, language, pageUrl } = input;
  return html`<footer>
<p class="shown">${listShown(input)}</p>
<p><a href="${relativeLinks(path)('/')}">${SHARE_TEXTS.made[language]}</a></p>
<p><a href="${pageUrl}.json">${SHARE_TEXTS.json[language]}</a></p>
</footer>`;
};

/** Links are for those to whom they were given. */
const NO_INDEX = html`<meta name="robots" content="noindex,nofollow">`;

const LOCALES = { ko: 'ko_KR', en: 'en_US' } as const;

/** The part of the page that chats show. */
const renderHead = (
  { language, pageUrl, pictureUrl }: SharePageInput,
  title: string,
  description: string,
): Html => html`${NO_INDEX}
<meta name="theme-color" content="#0f5fb8">
<link rel="alternate" type="application/json" href="${pageUrl}.json">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Rollbook">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${pageUrl}">
<meta property="og:locale" content="${LOCALES[language]}">
${
  pictureUrl &&
  html`<meta property="og:image" content="${pictureUrl}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${SHARE_PICTURE.width}">
<meta property="og:image:height" content="${SHARE_PICTURE.height}">
<meta name="twitter:card" content="summary_large_image">`
}`;

/** The students who can be borrowed, for each kind of battle. */
function renderBorrow(input: SharePageInput, columns: readonly ShareColumn[]): Part {
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

/** A number that says how far the students are. */
interface ShareFigure {
  label: Bilingual;
  value: Bilingual;
}

/** How many students there are; of what is shown, how many have it or how much it is on average. */
function summarizeShare({ students }: SharedRoster): ShareFigure[] {
  const countWhere = (has: (student: SharedStudent) => unknown) => people(students.filter(has).length);
  const top = STATE_FIELDS.tier.max;
  const figures: [Bilingual, Bilingual | undefined][] = [
    [{ ko: `★${top}`, en: `★${top}` }, countWhere(({ tier }) => tier === top)],
    [{ ko: '고유무기', en: 'Unique weapons' }, countWhere(({ weaponTier }) => weaponTier)],
    [{ ko: '평균 레벨', en: 'Average level' }, meanOf(students.map(({ level }) => level))],
    [{ ko: '평균 인연', en: 'Average bond' }, meanOf(students.map(({ bond }) => bond))],
    [{ ko: '목표', en: 'Goals' }, countWhere(({ wanted }) => wanted)],
  ];
  const count = { ko: `${students.length}명`, en: `${students.length}` };
  return [
    { label: { ko: '학생', en: 'Students' }, value: count },
    ...figures.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }])),
  ];
}

const people = (count: number): Bilingual | undefined =>
  count === 0 ? undefined : { ko: `${count}명`, en: `${count}` };

function meanOf(values: readonly (number | null | undefined)[]): Bilingual | undefined {
  const known = values.filter((value) => typeof value === 'number');
  if (known.length === 0) return undefined;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const text = String(Math.round(mean * 10) / 10);
  return { ko: text, en: text };
}
