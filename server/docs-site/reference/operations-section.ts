import type { Bilingual } from '../../../contract/bilingual.ts';
import { docsAnchor, ERRORS } from '../../../contract/errors.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../../contract/operations.ts';
import { GUIDE_PATHS } from '../../../contract/paths.ts';
import { STATE_RULES } from '../../../contract/rule-texts.ts';
import { formatJson } from '../../html/assets/code-text.js';
import { requestSamples } from '../../html/assets/request-samples.js';
import { code, type Html, html, inlineCode } from '../../html/html.ts';
import { exampleError, responseText } from '../guide/error-examples.ts';
import { httpMessage, sampleOutput, sampleTabs } from '../guide/sample.ts';
import { type GuideContext, type Section, twoColumns } from '../guide/section.ts';
import { operationExamples, parameterExamples } from '../openapi-examples.ts';
import {
  type AnyOperationId,
  BODY_RULES,
  fullPath,
  groupByStatus,
  hasStateBody,
  headersOf,
  isBeta,
  NOT_MATCHED,
  NOT_MATCHED_TEXT,
  OPERATION_LIST,
  type Parameter,
  parametersOf,
  RESPONSE_SCHEMAS,
} from '../operation-details.ts';
import { fieldList } from './field-list.ts';
import { describeType, schemaLink } from './schema-type.ts';
import { tryIt } from './try-it.ts';

export const operations: Section = {
  id: 'operations',
  title: { ko: '요청', en: 'Requests' },
  parts: OPERATION_LIST.map(([id, { ko, en }]) => ({ id, name: { ko, en } })),
  body: (context) =>
    html`${OPERATION_LIST.map(([id, operation]) => operationSection(context, id, operation, requestSample(context, id)))}`,
};

/** With an example of the request and its response. */
export const operationSection = (
  context: GuideContext,
  id: AnyOperationId,
  operation: Operation,
  example: Html,
): Html => html`
<section id="${id}" class="operation">
<h3><a href="#${id}">${operation[context.language]}</a></h3>
${twoColumns(
  html`${endpoint(context, id, operation)}${parameters(context, id)}${body(context, operation)}${success(context, id, operation)}${errors(context, operation)}`,
  html`${example}${tryIt(context, id)}${errorExamples(context, id, operation)}`,
)}
</section>`;

const endpoint = (
  { language, t }: GuideContext,
  id: AnyOperationId,
  { method, permission, effect }: Operation,
): Html => html`
<p class="endpoint"><code><b class="${method}">${method}</b> ${fullPath(id)}</code></p>
<p>${inlineCode(effect[language])}</p>
<p class="returned-by">${t('필요한 권한', 'Required permission')}: ${code(permission)}</p>`;

const PLACES: Record<Parameter['in'], Bilingual> = {
  path: { ko: '경로', en: 'path' },
  query: { ko: '쿼리', en: 'query' },
  header: { ko: '헤더', en: 'header' },
};

function parameters(context: GuideContext, id: AnyOperationId): Html | false {
  const { language, t } = context;
  const list = parametersOf(id);
  return (
    list.length > 0 &&
    html`<h4>${t('매개변수', 'Parameters')}</h4>
${fieldList(
  list.map(({ name, in: place, required, text, schema }) => ({
    id: `${id}.${name}`,
    name: code(name),
    type: html`${PLACES[place][language]},${describeType(schema, context)}`,
    mark: required && t('필수', 'required'),
    text: inlineCode(text[language]),
  })),
)}`
  );
}

function body(context: GuideContext, operation: Operation): Html | false {
  const { body: schema } = operation;
  return (
    schema !== undefined &&
    html`<h4>${context.t('본문', 'Body')}</h4>
<p>${schemaLink(schema)}${hasStateBody(operation) && html`. ${BODY_RULES[context.language]}`}</p>
${hasStateBody(operation) && stateRules(context)}`
  );
}

const stateRules = ({
  language,
  t,
  to,
}: GuideContext): Html => html`<ul>${Object.values(STATE_RULES).map((rule) => html`<li>${inlineCode(rule[language])}</li>`)}</ul>
<p>${t(
  html`<a href="${to(GUIDE_PATHS.ko)}#rules">규칙의 예</a>, <a href="${to(GUIDE_PATHS.ko)}#bond">인연 랭크의 경험치 구간</a>`,
  html`<a href="${to(GUIDE_PATHS.en)}#rules">Examples of the rules</a>, <a href="${to(GUIDE_PATHS.en)}#bond">experience intervals of the bond ranks</a>`,
)}</p>`;

const success = ({ t }: GuideContext, id: AnyOperationId, operation: Operation): Html => html`
<h4>${t('응답', 'Response')}</h4>
<p><span class="status">${operation.success}</span> ${schemaLink(RESPONSE_SCHEMAS[id])}</p>
<p class="returned-by">${t('헤더', 'Headers')}: ${headersOf(operation.success, operation, isBeta(id)).map(
  ({ name }, i) => html`${i > 0 && ', '}<a href="#header-${name}">${code(name)}</a>`,
)}</p>`;

const errors = ({ language, t }: GuideContext, operation: Operation): Html => html`
<h4>${t('오류', 'Errors')}</h4>
${fieldList(
  groupByStatus(operation).flatMap(({ status, codes }) =>
    codes.map((name) => ({
      name: html`<span class="status">${status}</span> <a href="#${docsAnchor(name)}">${code(name)}</a>`,
      text: inlineCode((status === NOT_MATCHED ? NOT_MATCHED_TEXT : ERRORS[name].when)[language]),
    })),
  ),
)}`;

function requestSample(context: GuideContext, id: OperationId): Html {
  const { baseUrl, language, t } = context;
  const { method, path } = OPERATIONS[id];
  const { uid, query, body } = exampleRequest(context, id);
  const code = requestSamples(baseUrl, {
    method,
    path,
    ...(uid && { uid }),
    ...(query && { query }),
    ...(body && { body }),
  });
  const output = formatJson(operationExamples(context)[id].response);
  return html`${sampleTabs({ id, title: OPERATIONS[id][language], code })}${sampleOutput(id, t('응답', 'Response'), output)}`;
}

function exampleRequest(context: GuideContext, id: OperationId) {
  const examples = parameterExamples(context);
  const names = parametersOf(id).filter(({ required }) => required);
  const query = names.filter((each) => each.in === 'query').map(({ name }) => [name, examples[name] ?? '']);
  return {
    uid: examples[names.find((each) => each.in === 'path')?.name ?? ''],
    query: query.length > 0 ? (Object.fromEntries(query) as Record<string, string>) : undefined,
    body: operationExamples(context)[id].body as object | undefined,
  };
}

function errorExamples(context: GuideContext, id: AnyOperationId, operation: Operation): Html {
  const { t, docsUrl } = context;
  const found = groupByStatus(operation).flatMap(({ status, codes }) =>
    codes.map((code) => exampleError(code, id, context, status)),
  );
  return html`<details><summary>${t(`오류 응답 예 ${found.length}개`, `${found.length} examples of error responses`)}</summary>
${found.map(
  (error) => html`<pre class="output" tabindex="0">${httpMessage(responseText(error, docsUrl))}</pre>
`,
)}</details>`;
}
