import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../contract/bilingual.ts';
import { ASSISTANTS_PATHS, MCP_PATH, publicUrl } from '../../contract/paths.ts';
import { html } from '../html/html.ts';
import { documentContext, documentPage } from './document-page.ts';
import { renderMarkdown } from './guide/render-markdown.ts';
import type { Section, ServiceInfo } from './guide/section.ts';
import { fillNames } from './guide/service-names.ts';

/** The page for players at /docs/assistants: how each assistant is connected. The text is in assistants/. */
export function assistantsPage(language: Language, service: ServiceInfo): string {
  const path = ASSISTANTS_PATHS[language];
  const context = documentContext(service, language, path);
  const { t } = context;
  const title = t('AI 어시스턴트 연결', 'Connect your assistant');
  const description = t(
    'AI 어시스턴트가 Rollbook의 학생 목록을 보고, 허용하면 바꿀 수도 있게 합니다.',
    'Let an AI assistant see your students in Rollbook and, where you allow it, change them.',
  );
  const file = readFileSync(join(import.meta.dirname, `assistants/${language}.md`), 'utf8');
  const text = fillNames(file, { mcpUrl: publicUrl(service, MCP_PATH) });
  return documentPage(context, {
    path,
    paths: ASSISTANTS_PATHS,
    title: `Rollbook: ${title}`,
    description,
    intro: html`<div class="intro">
<h1>${title}</h1>
<p>${description}</p>
</div>`,
    sections: text.split(/^## /m).slice(1).map(readSection),
    footer: t(
      '이 페이지는 이 서버의 주소로 생성합니다.',
      'This page is generated with the address of this server.',
    ),
  });
}

function readSection(part: string): Section {
  const [, title = '', id = '', text = ''] = /^(.+) \{#(\w+)\}\n(.*)$/s.exec(part) ?? [];
  return {
    id,
    title: { ko: title, en: title },
    body: ({ to }) => renderMarkdown(text, to),
  };
}
