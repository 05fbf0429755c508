import type { Language } from '../../contract/bilingual.ts';
import { HEADER_NAMES } from '../../contract/headers.ts';
import { REFERENCE_PATHS } from '../../contract/paths.ts';
import { loadAsset } from '../html/assets.ts';
import { html } from '../html/html.ts';
import { documentContext, documentPage } from './document-page.ts';
import type { ServiceInfo } from './guide/section.ts';
import { beta } from './reference/beta-section.ts';
import { common } from './reference/common-section.ts';
import { errorCodes } from './reference/error-codes-section.ts';
import { operations } from './reference/operations-section.ts';
import { responseHeaders } from './reference/response-headers-section.ts';
import { schemas } from './reference/schemas-section.ts';

const SECTIONS = [common, operations, beta, schemas, responseHeaders, errorCodes];

/** The reference at /docs/api: every operation, schema, header and error, from the tables that make openapi.json. */
export function referencePage(language: Language, service: ServiceInfo): string {
  const context = documentContext(service, language, REFERENCE_PATHS[language]);
  const { t, to, baseUrl } = context;
  const description = t(
    '모든 요청의 매개변수, 본문, 응답, 오류와 실제 예제입니다. 브라우저에서 바로 요청을 보내 볼 수 있습니다.',
    'The parameters, body, responses and errors of every request, with real examples. Send requests from your browser.',
  );
  return documentPage(context, {
    path: REFERENCE_PATHS[language],
    paths: REFERENCE_PATHS,
    title: t('Rollbook (출석부) API 레퍼런스', 'Rollbook API reference'),
    description: t(`Rollbook(출석부) API의 ${description}`, `Rollbook API: ${description}`),
    intro: html`<div class="intro">
<h1>${t('API 레퍼런스', 'API reference')}</h1>
<p>${description}</p>
<p class="base"><span>${t('기본 URL', 'Base URL')}</span> <code>${baseUrl}</code></p>
</div>`,
    sections: SECTIONS,
    footer: t(
      '이 페이지는 서버가 요청을 검증할 때 사용하는 스키마와 표로 생성합니다.',
      'This page is generated from the schemas and tables that the server validates requests with.',
    ),
    head: html`<script type="module" src="${to(`/docs/assets/${loadAsset('try-it.js').name}`)}"></script>
`,
    data: html` data-base-url="${baseUrl}" data-headers="${HEADER_NAMES.join()}"`,
  });
}
