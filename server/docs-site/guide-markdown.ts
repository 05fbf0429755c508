import type { Language } from '../../contract/bilingual.ts';
import { GUIDE_PATHS, MARKDOWN_PATHS, publicUrl } from '../../contract/paths.ts';
import { documentContext, listDocuments } from './document-page.ts';
import type { GuideContext, ServiceInfo } from './guide/section.ts';
import { SECTION_IDS, sectionMarkdown } from './guide/sections.ts';
import { serviceNames } from './guide/service-names.ts';
import { guideSummary } from './guide-summary.ts';

/** With absolute links, since Markdown is read anywhere. */
export const markdownContext = (language: Language, service: ServiceInfo): GuideContext => ({
  ...documentContext(service, language, GUIDE_PATHS[language]),
  to: (path) => publicUrl(service, path),
});

/** The guide at /docs.md and /docs/en.md. */
export function guideMarkdown(language: Language, service: ServiceInfo): string {
  const context = markdownContext(language, service);
  const { t, to, baseUrl } = context;
  const names = serviceNames(context);
  const links = [
    t(`[English](${to(MARKDOWN_PATHS.en)})`, `[한국어](${to(MARKDOWN_PATHS.ko)})`),
    ...listDocuments(context).map(({ path, title }) => `[${title}](${to(path)})`),
  ];
  return `${[
    '# Rollbook API beta',
    guideSummary(context),
    `${t('기본 URL', 'Base URL')} \`${baseUrl}\``,
    `${t('다른 문서', 'Other documents')}: ${links.join(', ')}`,
    ...SECTION_IDS.map((id) => sectionMarkdown(context, names, id)),
  ].join('\n\n')}\n`;
}
