import type { BetaOperationId } from '../../contract/beta-operations.ts';
import type { Language } from '../../contract/bilingual.ts';
import { docsAnchor, ERROR_CODES, ERRORS } from '../../contract/errors.ts';
import { HEADER_NAMES, HEADERS } from '../../contract/headers.ts';
import type { Operation } from '../../contract/operations.ts';
import {
  API_PREFIX,
  BETA_OPENAPI_PATH,
  BETA_PREFIX,
  CHANGELOG_PATHS,
  GUIDE_PATHS,
  REFERENCE_PATHS,
} from '../../contract/paths.ts';
import { loadAsset } from '../html/assets.ts';
import { code, type Html, html, inlineCode } from '../html/html.ts';
import { commonRules, SUGGESTED_FLOW } from './common-rules.ts';
import { documentContext, documentPage } from './document-page.ts';
import { codeBlock, json } from './guide/sample.ts';
import type { GuideContext, Section, ServiceInfo } from './guide/section.ts';
import { headerExamples, operationExamples } from './openapi-examples.ts';
import { BETA_OPERATION_LIST } from './operation-details.ts';
import { fieldList } from './reference/field-list.ts';
import { operationSection, operations } from './reference/operations-section.ts';
import { describeType } from './reference/schema-type.ts';
import { schemas } from './reference/schemas-section.ts';

const common: Section = {
  id: 'common',
  title: { ko: '공통 규칙', en: 'Common rules' },
  body: (context) => {
    const { language, t, to } = context;
    return html`<ul>${commonRules(context).map((rule) => html`<li>${inlineCode(rule[language])}</li>`)}</ul>
<p>${inlineCode(SUGGESTED_FLOW[language])} ${t(
      html`<a href="${to(GUIDE_PATHS.ko)}#flow">예제 코드</a>`,
      html`<a href="${to(GUIDE_PATHS.en)}#flow">Sample code</a>`,
    )}</p>`;
  },
};

const errorCodes: Section = {
  id: 'errors',
  title: { ko: '오류 코드', en: 'Error codes' },
  body: ({ language, t, to }) =>
    fieldList(
      ERROR_CODES.map((name) => {
        const { status, when, act } = ERRORS[name];
        return {
          id: docsAnchor(name),
          name: html`<span class="status">${status}</span> ${code(name)}`,
          text: html`${inlineCode(when[language])} ${inlineCode(act[language])} <a href="${to(GUIDE_PATHS[language])}#${docsAnchor(name)}">${t('자세히', 'More')}<span class="visually-hidden">: ${name}</span></a>`,
        };
      }),
    ),
};

const responseHeaders: Section = {
  id: 'headers',
  title: { ko: '응답 헤더', en: 'Response headers' },
  body: (context) => {
    const examples = headerExamples(context);
    return fieldList(
      HEADER_NAMES.map((name) => ({
        id: `header-${name}`,
        name: code(name),
        type: describeType(HEADERS[name].schema, context),
        text: html`${HEADERS[name][context.language]}<br><code>${name}: ${examples[name]}</code>`,
      })),
    );
  },
};

const beta: Section = {
  id: 'beta',
  title: { ko: `${BETA_PREFIX} 요청`, en: `Requests of ${BETA_PREFIX}` },
  parts: BETA_OPERATION_LIST.map(([id, { ko, en }]) => ({ id, name: { ko, en } })),
  body: (context) =>
    html`${intro(context)}${BETA_OPERATION_LIST.map(([id, operation]) => operationSection(context, id, operation, example(context, id, operation)))}`,
};

const intro = ({ t, to }: GuideContext): Html => html`
<p>${t(
  html`${code(API_PREFIX)} 옆에서 같은 키, 오류, 요청 한도를 쓰며, <a href="${to(CHANGELOG_PATHS.ko)}">변경 로그</a>에 적고 바꿀 수 있습니다. OpenAPI 문서는 <a href="${to(BETA_OPENAPI_PATH)}">${BETA_OPENAPI_PATH}</a>에, 설명은 안내의 <a href="${to(GUIDE_PATHS.ko)}#history">변경 기록</a>과 <a href="${to(GUIDE_PATHS.ko)}#goals">성장 목표</a>에 있습니다.`,
  html`Beside ${code(API_PREFIX)}, with the same keys, errors and rate limits. They may change, with a line in the <a href="${to(CHANGELOG_PATHS.en)}">changelog</a>. Their OpenAPI description is <a href="${to(BETA_OPENAPI_PATH)}">${BETA_OPENAPI_PATH}</a>; the guide explains the <a href="${to(GUIDE_PATHS.en)}#history">history</a> and <a href="${to(GUIDE_PATHS.en)}#goals">goals</a>.`,
)}</p>`;

function example(context: GuideContext, id: BetaOperationId, { success }: Operation): Html {
  const { t } = context;
  const { body, response } = operationExamples(context)[id];
  return html`${body !== undefined && codeBlock(t('본문', 'Body'), html`<code>${json(body)}</code>`)}${codeBlock(
    `${t('응답', 'Response')}, ${success}`,
    html`<code>${json(response)}</code>`,
  )}`;
}

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
