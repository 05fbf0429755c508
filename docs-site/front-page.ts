import { API_PREFIX } from '../contract/operations.ts';
import { GUIDE_PATHS, INTERACTIVE_PATH, OPENAPI_PATH } from './docs-paths.ts';
import { code, html } from './html.ts';
import { framed, linksFrom } from './page-frame.ts';

/** What this is and how it is, right now. */
export interface State {
  ready: boolean;
  catalogue: { version: string; students: number };
}

/** The first look, for who opens the address in a browser. Korean, with a line of English beside it. */
export function frontPage({ ready, catalogue: { version, students } }: State): string {
  const to = linksFrom('/');
  const both = (ko: string, en: string) => html`${ko} <span lang="en">${en}</span>`;
  const link = (path: string, ko: string, en: string) =>
    html`<li><a href="${to(path)}">${ko}</a> <span lang="en">${en}</span></li>
`;
  return framed({
    at: '/',
    language: 'ko',
    title: 'Rollbook (출석부)',
    body: html`<main id="content" class="front" tabindex="-1">
<h1>Rollbook <span>출석부</span> <small>beta</small></h1>
<p class="bilingual">${both(
      '블루 아카이브의 학생을 검색하고, 모집한 학생의 성장 상태를 읽고 쓰는 API입니다.',
      'Search the students of Blue Archive; read and write the growth state of those you have recruited.',
    )}</p>
<p class="state" data-ready="${String(ready)}"><i></i> <span class="bilingual">${
      ready
        ? both('지금 요청을 처리할 수 있습니다.', 'Ready to serve.')
        : both(
            '지금은 요청을 처리할 수 없습니다. 잠시 뒤에 다시 보십시오.',
            'Not ready. Look again in a moment.',
          )
    }</span></p>
<dl>
<div><dt>${both('학생', 'Students')}</dt><dd>${students}${html`<span class="unseen">명</span>`}</dd></div>
<div><dt>${both('카탈로그 버전', 'Catalogue')}</dt><dd>${code(version)}</dd></div>
<div><dt>${both('API 버전', 'API version')}</dt><dd>${code(API_PREFIX)}</dd></div>
</dl>
<nav aria-label="둘러보기"><ul>
${link(GUIDE_PATHS.ko, '안내', 'the guide, in Korean')}<li><a href="${to(GUIDE_PATHS.en)}" lang="en" hreflang="en">Guide</a> <span lang="en">in English</span></li>
${link(INTERACTIVE_PATH, '대화형 API 문서', 'send requests from here')}${link(OPENAPI_PATH, 'openapi.json', 'the description for machines')}${link('/healthz', 'healthz', 'whether it lives')}${link('/readyz', 'readyz', 'whether it can serve')}</ul></nav>
</main>`,
  });
}
