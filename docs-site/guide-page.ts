import type { Language } from '../contract/bilingual.ts';
import { GUIDE_PATHS, INTERACTIVE_PATH, OPENAPI_PATH } from './docs-paths.ts';
import type { Facts, Guide, Section } from './guide/section.ts';
import { SECTIONS } from './guide/sections.ts';
import { type Html, html } from './html.ts';
import { framed, linksFrom } from './page-frame.ts';

/** /docs: all that a developer reads, made from the tables of the contract. */
export function guidePage(language: Language, facts: Facts): string {
  const at = GUIDE_PATHS[language];
  const say = <T>(ko: T, en: T): T => (language === 'ko' ? ko : en);
  const guide: Guide = { ...facts, language, say, to: linksFrom(at) };
  return framed({
    at,
    language,
    title: say('Rollbook (출석부) API 안내', 'Rollbook API guide'),
    other: say(
      { language: 'en', at: GUIDE_PATHS.en, name: 'English' },
      { language: 'ko', at: GUIDE_PATHS.ko, name: '한국어' },
    ),
    tools: search(guide),
    body: html`<div class="page">
${contents(guide)}
<main id="content" tabindex="-1" data-copy="${say('복사', 'Copy')}" data-copied="${say('복사했습니다', 'Copied')}">
<div class="opening">
<h1>Rollbook API <small>beta</small></h1>
<p>${say(
      '블루 아카이브의 학생을 검색하고, 계정이 모집한 학생의 성장 상태를 읽고 쓰는 API입니다. JSON을 HTTP로 주고받습니다.',
      'Search the students of Blue Archive; read and write the growth state of those an account has recruited. JSON over HTTP.',
    )}</p>
<p class="base"><span>${say('기본 주소', 'Base address')}</span> <code>${facts.baseUrl}</code></p>
</div>
${SECTIONS.map((section) => rendered(guide, section))}
<footer><p>${say(
      '이 페이지의 표와 예제, 응답은 서비스가 쓰는 표와 코드에서 만들어집니다.',
      'The tables, samples and answers of this page are made from the tables and the code of the service.',
    )} <a href="${guide.to(INTERACTIVE_PATH)}">${say('대화형 API 문서', 'Interactive reference')}</a> <a href="${guide.to(OPENAPI_PATH)}">openapi.json</a></p></footer>
</main>
</div>
<p class="unseen" role="status" data-said></p>`,
  });
}

const rendered = (guide: Guide, { id, title, body }: Section): Html => html`
<section id="${id}">
<h2><a href="#${id}">${title[guide.language]}</a></h2>
${body(guide)}
</section>`;

const contents = ({
  language,
  say,
  to,
}: Guide): Html => html`<nav class="contents" aria-label="${say('목차', 'Contents')}">
<ul>${SECTIONS.map(
  ({ id, title, parts = [] }) => html`
<li><a href="#${id}">${title[language]}</a>${
    parts.length > 0 &&
    html`
<ul>${parts.map((part) => html`<li><a href="#${part.id}">${part.name}</a></li>`)}</ul>`
  }</li>`,
)}
</ul>
<ul class="away">
<li><a href="${to(INTERACTIVE_PATH)}">${say('대화형 API 문서', 'Interactive reference')}</a></li>
<li><a href="${to(OPENAPI_PATH)}">openapi.json</a></li>
</ul>
</nav>`;

/** Shown by the script that makes it work. */
const search = ({ say }: Guide): Html => html`<search class="search" hidden>
<input type="search" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" aria-label="${say('이 페이지에서 찾기', 'Search this page')}" placeholder="${say('찾기', 'Search')}">
<kbd aria-hidden="true">/</kbd>
<ul id="found" role="listbox" aria-label="${say('찾은 부분', 'Found')}" data-none="${say('찾은 부분이 없습니다', 'Nothing found')}" hidden></ul>
</search>`;
