import type { Language } from '../../contract/bilingual.ts';
import { GUIDE_PATHS, MARKDOWN_PATHS, REFERENCE_PATHS } from '../../contract/paths.ts';
import { type Html, html } from '../html/html.ts';
import { documentContext, documentPage } from './document-page.ts';
import type { GuideContext, ServiceInfo } from './guide/section.ts';
import { SECTIONS } from './guide/sections.ts';

/** The guide at /docs, generated from the tables of the contract. */
export function guidePage(
  language: Language,
  service: ServiceInfo,
  path: string = GUIDE_PATHS[language],
): string {
  const context = documentContext(service, language, path);
  const { t, to } = context;
  return documentPage(context, {
    path,
    paths: GUIDE_PATHS,
    title: t('Rollbook (출석부) API 안내', 'Rollbook API guide'),
    description: guideSummary(context),
    intro: guideIntro(context),
    sections: SECTIONS,
    sibling: { path: REFERENCE_PATHS[language], title: t('API 레퍼런스', 'API reference') },
    footer: t(
      '이 페이지의 표, 예제, 응답은 서버가 사용하는 데이터와 코드로 생성합니다.',
      'The tables, samples and responses on this page are generated from the data and code that the server uses.',
    ),
    head: html`<link rel="alternate" type="text/markdown" href="${to(MARKDOWN_PATHS[language])}">
`,
  });
}

export const guideSummary = ({ t }: GuideContext): string =>
  t(
    '블루 아카이브 학생을 검색하고, 계정이 모집한 학생의 성장 상태를 조회하고 저장하는 HTTP API입니다. 요청과 응답의 본문은 JSON입니다.',
    'An HTTP API to search Blue Archive students and to read and write the growth state of the students that an account has recruited. Request and response bodies are JSON.',
  );

export const guideIntro = (context: GuideContext): Html => html`<div class="intro">
<h1>Rollbook API <small>beta</small></h1>
<p>${guideSummary(context)}</p>
<p class="base"><span>${context.t('기본 URL', 'Base URL')}</span> <code>${context.baseUrl}</code></p>
</div>`;
