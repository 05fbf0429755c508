import type { Language } from '../../contract/bilingual.ts';
import { SHARED_PART_LABELS } from '../../contract/share-labels.ts';
import { type Html, html } from '../html/html.ts';
import { relativeLinks, renderPage } from '../html/page-frame.ts';
import { renderBorrow } from './share-borrow.ts';
import { listColumns } from './share-columns.ts';
import { NO_INDEX, renderHead } from './share-head.ts';
import type { SharePageInput } from './share-page-input.ts';
import { SHARE_NOTICES, SHARE_TEXTS } from './share-page-texts.ts';
import { renderStudents } from './share-students.ts';
import { renderNoneFound, renderTools } from './share-tools.ts';
import { summarizeShare } from './summarize-share.ts';

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
<p class="shown">${listShown(input)}</p>
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

const renderFooter = ({ path, language, pageUrl }: SharePageInput): Html => html`<footer>
<p><a href="${relativeLinks(path)('/')}">${SHARE_TEXTS.made[language]}</a></p>
<p><a href="${pageUrl}.json">${SHARE_TEXTS.json[language]}</a></p>
</footer>`;
