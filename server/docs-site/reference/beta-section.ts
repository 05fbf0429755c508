import type { BetaOperationId } from '../../../contract/beta-operations.ts';
import type { Operation } from '../../../contract/operations.ts';
import {
  API_PREFIX,
  BETA_OPENAPI_PATH,
  BETA_PREFIX,
  CHANGELOG_PATHS,
  GUIDE_PATHS,
} from '../../../contract/paths.ts';
import { code, type Html, html } from '../../html/html.ts';
import { codeBlock, json } from '../guide/sample.ts';
import { type GuideContext, type Section, twoColumns } from '../guide/section.ts';
import { operationExamples } from '../openapi-examples.ts';
import { BETA_OPERATION_LIST } from '../operation-details.ts';
import { endpoint, errorExamples, errors, parameters } from './operations-section.ts';

export const beta: Section = {
  id: 'beta',
  title: { ko: `${BETA_PREFIX} 요청`, en: `Requests of ${BETA_PREFIX}` },
  parts: BETA_OPERATION_LIST.map(([id, { ko, en }]) => ({ id, name: { ko, en } })),
  body: (context) =>
    html`${intro(context)}${BETA_OPERATION_LIST.map(([id, operation]) => operationSection(context, id, operation))}`,
};

const intro = ({ t, to }: GuideContext): Html => html`
<p>${t(
  html`${code(API_PREFIX)} 옆에서 같은 키, 오류, 요청 한도를 쓰며, <a href="${to(CHANGELOG_PATHS.ko)}">변경 로그</a>에 적고 바꿀 수 있습니다. 스키마는 <a href="${to(BETA_OPENAPI_PATH)}">${BETA_OPENAPI_PATH}</a>에, 설명은 안내의 <a href="${to(GUIDE_PATHS.ko)}#history">변경 기록</a>과 <a href="${to(GUIDE_PATHS.ko)}#goals">성장 목표</a>에 있습니다.`,
  html`Beside ${code(API_PREFIX)}, with the same keys, errors and rate limits. They may change, with a line in the <a href="${to(CHANGELOG_PATHS.en)}">changelog</a>. The schemas are in <a href="${to(BETA_OPENAPI_PATH)}">${BETA_OPENAPI_PATH}</a>; the guide explains the <a href="${to(GUIDE_PATHS.en)}#history">history</a> and <a href="${to(GUIDE_PATHS.en)}#goals">goals</a>.`,
)}</p>`;

const operationSection = (context: GuideContext, id: BetaOperationId, operation: Operation): Html => html`
<section id="${id}" class="operation">
<h3><a href="#${id}">${operation[context.language]}</a></h3>
${twoColumns(
  html`${endpoint(context, id, operation)}${parameters(context, id)}${errors(context, operation)}`,
  html`${bodyExample(context, id)}${codeBlock(
    `${context.t('응답', 'Response')}, ${operation.success}`,
    html`<code>${json(operationExamples(context)[id].response)}</code>`,
  )}${errorExamples(context, id, operation)}`,
)}
</section>`;

function bodyExample(context: GuideContext, id: BetaOperationId): Html | false {
  const { body } = operationExamples(context)[id];
  return body !== undefined && codeBlock(context.t('본문', 'Body'), html`<code>${json(body)}</code>`);
}
