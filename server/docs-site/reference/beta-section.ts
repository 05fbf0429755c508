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
import type { GuideContext, Section } from '../guide/section.ts';
import { operationExamples } from '../openapi-examples.ts';
import { BETA_OPERATION_LIST } from '../operation-details.ts';
import { operationSection } from './operations-section.ts';

export const beta: Section = {
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
