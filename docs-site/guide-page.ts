import type { Language } from '../contract/bilingual.ts';
import { GUIDE_PATHS, INTERACTIVE_PATH, OPENAPI_PATH } from './docs-paths.ts';
import type { GuideContext, Section, ServiceInfo } from './guide/section.ts';
import { SECTIONS } from './guide/sections.ts';
import { type Html, html } from './html.ts';
import { relativeLinks, renderPage } from './page-frame.ts';

/** The guide at /docs, generated from the tables of the contract. */
export function guidePage(language: Language, service: ServiceInfo): string {
  const path = GUIDE_PATHS[language];
  const t = <T>(ko: T, en: T): T => (language === 'ko' ? ko : en);
  const guide: GuideContext = { ...service, language, t, to: relativeLinks(path) };
  return renderPage({
    path,
    language,
    title: t('Rollbook (출석부) API 안내', 'Rollbook API guide'),
    alternate: t(
      { language: 'en', path: GUIDE_PATHS.en, name: 'English' },
      { language: 'ko', path: GUIDE_PATHS.ko, name: '한국어' },
    ),
    tools: searchBox(guide),
    body: html`<div class="page">
${tableOfContents(guide)}
<main id="content" tabindex="-1" data-copy="${t('복사', 'Copy')}" data-copied="${t('복사됨', 'Copied')}">
<div class="intro">
<h1>Rollbook API <small>beta</small></h1>
<p>${t(
      '블루 아카이브 학생을 검색하고, 계정이 모집한 학생의 성장 상태를 조회하고 저장하는 HTTP API입니다. 요청과 응답의 본문은 JSON입니다.',
      'An HTTP API to search Blue Archive students and to read and write the growth state of the students that an account has recruited. Request and response bodies are JSON.',
    )}</p>
<p class="base"><span>${t('기본 URL', 'Base URL')}</span> <code>${service.baseUrl}</code></p>
</div>
${SECTIONS.map((section) => renderSection(guide, section))}
<footer><p>${t(
      '이 페이지의 표, 예제, 응답은 서버가 사용하는 데이터와 코드로 생성합니다.',
      'The tables, samples and responses on this page are generated from the data and code that the server uses.',
    )} <a href="${guide.to(INTERACTIVE_PATH)}">${t('대화형 API 문서', 'Interactive reference')}</a> <a href="${guide.to(OPENAPI_PATH)}">openapi.json</a></p></footer>
</main>
</div>
<p class="visually-hidden" role="status" data-copy-status></p>`,
  });
}

const renderSection = (guide: GuideContext, { id, title, body }: Section): Html => html`
<section id="${id}">
<h2><a href="#${id}">${title[guide.language]}</a></h2>
${body(guide)}
</section>`;

const tableOfContents = ({
  language,
  t,
  to,
}: GuideContext): Html => html`<nav class="contents" aria-label="${t('목차', 'Contents')}">
<ul>${SECTIONS.map(
  ({ id, title, parts = [] }) => html`
<li><a href="#${id}">${title[language]}</a>${
    parts.length > 0 &&
    html`
<ul>${parts.map((part) => html`<li><a href="#${part.id}">${part.name}</a></li>`)}</ul>`
  }</li>`,
)}
</ul>
<ul class="references">
<li><a href="${to(INTERACTIVE_PATH)}">${t('대화형 API 문서', 'Interactive reference')}</a></li>
<li><a href="${to(OPENAPI_PATH)}">openapi.json</a></li>
</ul>
</nav>`;

/** Hidden until page.js runs, since it does nothing without the script. */
const searchBox = ({ t }: GuideContext): Html => html`<search class="search" hidden>
<input type="search" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" aria-label="${t('이 페이지에서 검색', 'Search this page')}" placeholder="${t('검색', 'Search')}">
<kbd aria-hidden="true">/</kbd>
<ul id="found" role="listbox" aria-label="${t('검색 결과', 'Search results')}" data-none="${t('검색 결과가 없습니다', 'No results')}" hidden></ul>
</search>`;
