import type { Language } from '../../contract/bilingual.ts';
import {
  ASSISTANTS_PATHS,
  BETA_OPENAPI_PATH,
  CHANGELOG_PATHS,
  GUIDE_PATHS,
  LLMS_PATH,
  OPENAPI_PATH,
  REFERENCE_PATHS,
} from '../../contract/paths.ts';
import { code, type Html, html } from '../html/html.ts';
import { relativeLinks, renderPage } from '../html/page-frame.ts';
import type { GuideContext, Section, ServiceInfo } from './guide/section.ts';

interface DocumentOptions {
  /** Where the page is, from which its links lead on. */
  path: string;
  /** The paths of this page in both languages. */
  paths: Record<Language, string>;
  title: string;
  description: string;
  /** Before the sections, with the h1. */
  intro: Html;
  sections: readonly Section[];
  footer: string;
  head?: Html;
  /** Attributes of `main` for the scripts. */
  data?: Html;
}

export function documentContext(service: ServiceInfo, language: Language, path: string): GuideContext {
  return {
    ...service,
    language,
    t: (ko, en) => (language === 'ko' ? ko : en),
    to: relativeLinks(path),
  };
}

/** The documents that each page, and the guide in Markdown, leads to. */
export const listDocuments = ({ language, t }: GuideContext): { path: string; title: string }[] => [
  { path: GUIDE_PATHS[language], title: t('API 안내', 'API guide') },
  { path: REFERENCE_PATHS[language], title: t('API 레퍼런스', 'API reference') },
  { path: OPENAPI_PATH, title: 'openapi.json' },
  { path: BETA_OPENAPI_PATH, title: '/beta/openapi.json' },
  { path: LLMS_PATH, title: 'llms.txt' },
  { path: ASSISTANTS_PATHS[language], title: t('AI 어시스턴트 연결', 'Connect your assistant') },
  { path: CHANGELOG_PATHS[language], title: t('변경 로그', 'Changelog') },
];

/** A page of sections with a table of contents and a search: the guide, the reference, the page of assistants and the changelog. */
export function documentPage(
  context: GuideContext,
  { path, paths, title, description, intro, sections, footer, head, data }: DocumentOptions,
): string {
  const { language, t, to, docsUrl } = context;
  const links = listDocuments(context)
    .filter((one) => one.path !== paths[language])
    .map((one) => html`<a href="${to(one.path)}">${one.title}</a>`);
  return renderPage({
    path,
    language,
    title,
    description,
    languages: { docsUrl, paths },
    ...(head && { head }),
    tools: html`${menuButton(context)}
${searchBox(context)}`,
    body: html`<div class="page">
${tableOfContents(context, sections, links)}
<main id="content" tabindex="-1" data-copy="${t('복사', 'Copy')}" data-copied="${t('복사됨', 'Copied')}"${data}>
${intro}
${documentSections(context, sections)}
<footer><p>${footer} ${links.map((link) => html`${link} `)}</p></footer>
</main>
</div>
<p class="visually-hidden" role="status" data-copy-status></p>`,
  });
}

const documentSections = (context: GuideContext, sections: readonly Section[]): Html =>
  html`${sections.map((section) => renderSection(context, section))}`;

const renderSection = (context: GuideContext, { id, title, body }: Section): Html => html`
<section id="${id}">
<h2><a href="#${id}">${title[context.language]}</a></h2>
${body(context)}
</section>`;

/** On narrow screens a popover, which the button in the top bar opens without a script. */
const tableOfContents = (
  { language, t }: GuideContext,
  sections: readonly Section[],
  links: readonly Html[],
): Html => html`<nav class="contents" id="contents" popover aria-label="${t('목차', 'Contents')}">
<ul>${sections.map(
  ({ id, title, parts = [] }) => html`
<li><a href="#${id}">${title[language]}</a>${
    parts.length > 0 &&
    html`
<ul>${parts.map((part) => html`<li><a href="#${part.id}">${typeof part.name === 'string' ? code(part.name) : part.name[language]}</a></li>`)}</ul>`
  }</li>`,
)}
</ul>
<ul class="references">
${links.map((link) => html`<li>${link}</li>`)}
</ul>
</nav>`;

const menuButton = ({ t }: GuideContext): Html =>
  html`<button type="button" class="menu" popovertarget="contents"><span class="visually-hidden">${t('목차', 'Contents')}</span><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 6h16M4 12h16M4 18h10"/></svg></button>`;

/** Hidden until page.js runs, since it does nothing without the script. */
const searchBox = ({ t }: GuideContext): Html => html`<search class="search" hidden>
<input type="search" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" aria-label="${t('이 페이지에서 검색', 'Search this page')}" placeholder="${t('검색', 'Search')}">
<kbd aria-hidden="true">/</kbd>
<ul id="found" role="listbox" aria-label="${t('검색 결과', 'Search results')}" data-none="${t('검색 결과가 없습니다', 'No results')}" hidden></ul>
</search>`;
