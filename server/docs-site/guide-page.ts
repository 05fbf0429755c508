import type { Language } from '../../contract/bilingual.ts';
import { GUIDE_PATHS, MARKDOWN_PATHS } from '../../contract/paths.ts';
import { type Html, html } from '../html/html.ts';
import { documentContext, documentPage } from './document-page.ts';
import { renderMarkdown } from './guide/render-markdown.ts';
import type { GuideContext, Section, ServiceInfo } from './guide/section.ts';
import { PARTS, readSection, SECTION_IDS } from './guide/sections.ts';
import { fillNames, serviceNames } from './guide/service-names.ts';
import { guideSummary } from './guide-summary.ts';

/** The guide at /docs: the text in guide/. */
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
    sections: guideSections(context),
    footer: t(
      '이 페이지의 표, 예제, 응답은 서버가 사용하는 데이터와 코드로 확인합니다.',
      'The tables, samples and responses on this page are checked against the data and code that the server uses.',
    ),
    head: html`<link rel="alternate" type="text/markdown" href="${to(MARKDOWN_PATHS[language])}">
`,
  });
}

const guideIntro = (context: GuideContext): Html => html`<div class="intro">
<h1>Rollbook API <small>beta</small></h1>
<p>${guideSummary(context)}</p>
<p class="base"><span>${context.t('기본 URL', 'Base URL')}</span> <code>${context.baseUrl}</code></p>
</div>`;

function guideSections(context: GuideContext): Section[] {
  const names = serviceNames(context);
  return SECTION_IDS.map((id) => ({
    id,
    title: { ko: readSection('ko', id).title, en: readSection('en', id).title },
    parts: PARTS[id] ?? [],
    body: ({ language, to }) => renderMarkdown(fillNames(readSection(language, id).text, names), to),
  }));
}
