import type { Language } from '../../contract/bilingual.ts';
import type { AttributeLabels } from '../../game/attributes.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import { html } from '../html/html.ts';
import { renderPage } from '../html/page-frame.ts';
import type { SharedRoster } from './share-views.ts';

export interface SharePageInput {
  path: string;
  language: Language;
  roster: SharedRoster;
  entryOf: (uid: string) => CatalogueEntry | undefined;
  labels: AttributeLabels;
  portraitOf: (uid: string) => string | undefined;
  pageUrl: string;
  pictureUrl?: string | undefined;
  isPreview?: boolean;
}

export const renderSharePage = ({ path, language, roster, pictureUrl }: SharePageInput): string =>
  renderPage({
    path,
    language,
    title: roster.name,
    head: html`<meta name="robots" content="noindex, nofollow">${pictureUrl !== undefined && html`<meta property="og:image" content="${pictureUrl}">`}`,
    hasScript: false,
    body: html`<main id="content"><h1>${roster.name}</h1><ul>${roster.students.map(({ name }) => html`<li>${name}</li>`)}</ul></main>`,
  });

export const renderShareGonePage = ({ path, language }: { path: string; language: Language }): string =>
  renderPage({
    path,
    language,
    title: 'Rollbook',
    hasScript: false,
    body: html`<main id="content"><h1>${language === 'ko' ? '링크가 없거나 끝났어요' : 'This link is not there any more'}</h1></main>`,
  });
