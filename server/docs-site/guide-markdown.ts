import type { Language } from '../../contract/bilingual.ts';
import {
  GUIDE_PATHS,
  MARKDOWN_PATHS,
  OPENAPI_PATH,
  publicUrl,
  REFERENCE_PATHS,
} from '../../contract/paths.ts';
import { html } from '../html/html.ts';
import { documentContext, documentSections } from './document-page.ts';
import type { GuideContext, ServiceInfo } from './guide/section.ts';
import { SECTIONS } from './guide/sections.ts';
import { guideIntro } from './guide-page.ts';
import { toMarkdown } from './markdown.ts';

/** With absolute links, since Markdown is read anywhere. */
export const markdownContext = (language: Language, service: ServiceInfo): GuideContext => ({
  ...documentContext(service, language, GUIDE_PATHS[language]),
  to: (path) => publicUrl(service, path),
});

/** The guide at /docs.md and /docs/en.md. */
export function guideMarkdown(language: Language, service: ServiceInfo): string {
  const context = markdownContext(language, service);
  const { t, to } = context;
  return toMarkdown(
    html`${guideIntro(context)}
<p>${t(
      html`다른 문서: <a href="${to(GUIDE_PATHS.ko)}">웹 페이지</a>, <a href="${to(MARKDOWN_PATHS.en)}">English</a>, <a href="${to(REFERENCE_PATHS.ko)}">API 레퍼런스</a>, <a href="${to(OPENAPI_PATH)}">openapi.json</a>`,
      html`Other documents: <a href="${to(GUIDE_PATHS.en)}">web page</a>, <a href="${to(MARKDOWN_PATHS.ko)}">한국어</a>, <a href="${to(REFERENCE_PATHS.en)}">API reference</a>, <a href="${to(OPENAPI_PATH)}">openapi.json</a>`,
    )}</p>
${documentSections(context, SECTIONS)}`,
    to(GUIDE_PATHS[language]),
  );
}
