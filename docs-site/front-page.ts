import { API_PREFIX } from '../contract/api-prefix.ts';
import { GUIDE_PATHS, INTERACTIVE_PATH, OPENAPI_PATH } from './docs-paths.ts';
import { code, html } from './html.ts';
import { relativeLinks, renderPage } from './page-frame.ts';

/** What the front page says of the service. */
export interface ServiceStatus {
  ready: boolean;
  catalogue: { version: string; students: number };
}

/** The page at `/`, in Korean with short English translations. */
export function frontPage({ ready, catalogue: { version, students } }: ServiceStatus): string {
  const to = relativeLinks('/');
  const both = (ko: string, en: string) => html`${ko} <span lang="en">${en}</span>`;
  const link = (path: string, ko: string, en: string) =>
    html`<li><a href="${to(path)}">${ko}</a> <span lang="en">${en}</span></li>
`;
  return renderPage({
    path: '/',
    language: 'ko',
    title: 'Rollbook (출석부)',
    body: html`<main id="content" class="front" tabindex="-1">
<h1>Rollbook <span>출석부</span> <small>beta</small></h1>
<p class="bilingual">${both(
      '블루 아카이브 학생을 검색하고, 모집한 학생의 성장 상태를 조회하고 저장하는 HTTP API입니다.',
      'An HTTP API to search Blue Archive students and store the growth state of those you have recruited.',
    )}</p>
<p class="state" data-ready="${String(ready)}"><i></i> <span class="bilingual">${
      ready
        ? both('지금 요청을 처리할 수 있습니다.', 'The service is ready.')
        : both(
            '지금은 요청을 처리할 수 없습니다. 잠시 후 다시 확인하십시오.',
            'The service is not ready. Check again in a moment.',
          )
    }</span></p>
<dl>
<div><dt>${both('학생', 'Students')}</dt><dd>${students}${html`<span class="visually-hidden">명</span>`}</dd></div>
<div><dt>${both('카탈로그 버전', 'Catalogue version')}</dt><dd>${code(version)}</dd></div>
<div><dt>${both('API 버전', 'API version')}</dt><dd>${code(API_PREFIX)}</dd></div>
</dl>
<nav aria-label="문서와 상태"><ul>
${link(GUIDE_PATHS.ko, '안내', 'Guide in Korean')}<li><a href="${to(GUIDE_PATHS.en)}" lang="en" hreflang="en">Guide</a> <span lang="en">Guide in English</span></li>
${link(INTERACTIVE_PATH, '대화형 API 문서', 'Interactive reference')}${link(OPENAPI_PATH, 'openapi.json', 'OpenAPI 3.1 description')}${link('/healthz', 'healthz', 'Liveness')}${link('/readyz', 'readyz', 'Readiness')}</ul></nav>
</main>`,
  });
}
