import { ERROR_CODES, ERRORS } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operations.ts';
import {
  BETA_OPENAPI_PATH,
  CATALOGUE_PATH,
  GROWTH_PATH,
  GUIDE_PATHS,
  MARKDOWN_PATHS,
  MCP_PATH,
  OPENAPI_PATH,
  publicUrl,
  REFERENCE_PATHS,
} from '../../contract/paths.ts';
import { code, type Html, html, inlineCode } from '../html/html.ts';
import { TOOL_NAMES } from '../mcp/tool-list.ts';
import { commonRules, SUGGESTED_FLOW } from './common-rules.ts';
import { documentSections } from './document-page.ts';
import { fields } from './guide/fields-section.ts';
import { rules } from './guide/rules-section.ts';
import type { ServiceInfo } from './guide/section.ts';
import { markdownContext } from './guide-markdown.ts';
import { guideSummary } from './guide-page.ts';
import { toMarkdown } from './markdown.ts';
import { operationExamples } from './openapi-examples.ts';
import {
  type AnyOperationId,
  BETA_OPERATION_LIST,
  fullPath,
  OPERATION_LIST,
  parametersOf,
} from './operation-details.ts';

/** /llms.txt: what a program needs to use the API, and where the rest is. */
export function llmsText(service: ServiceInfo): string {
  const context = markdownContext('en', service);
  const { to, baseUrl } = context;
  const link = (path: string, title: string, about: string) =>
    html`<li><a href="${to(path)}">${title}</a>: ${about}</li>`;
  const text = toMarkdown(
    html`<p>Base URL: ${code(baseUrl)}</p>
<ul>${commonRules(service).map(({ en }) => html`<li>${inlineCode(en)}</li>`)}</ul>
<p>${inlineCode(SUGGESTED_FLOW.en)}</p>
<p>Programs that speak the Model Context Protocol connect to ${code(publicUrl(service, MCP_PATH))} with the same API key: ${TOOL_NAMES.map((name, i) => html`${i > 0 ? ', ' : ''}${code(name)}`)}.</p>
<h2>Docs</h2>
<ul>${link(MARKDOWN_PATHS.en, 'Guide', 'everything, with samples in curl, JavaScript and Python')}
${link(MARKDOWN_PATHS.ko, 'Guide in Korean', '한국어 안내')}
${link(OPENAPI_PATH, 'openapi.json', 'OpenAPI 3.1, with every schema and a real example of each response')}
${link(BETA_OPENAPI_PATH, 'openapi.json of /beta', 'the account, its history, goals, stock and plan, beside /v1; may change')}
${link(REFERENCE_PATHS.en, 'API reference', 'the same for people')}
${link(CATALOGUE_PATH, 'catalogue.json', 'all students with UIDs, names, aliases and attributes; no key needed')}
${link(GROWTH_PATH, 'growth.json', 'what growth costs each student, and the names of items; no key needed')}</ul>
<h2>Requests</h2>
<ul>${[...OPERATION_LIST, ...BETA_OPERATION_LIST].map((operation) => describeOperation(service, operation))}</ul>
${documentSections(context, [fields, rules])}
<h2>Errors</h2>
<ul>${ERROR_CODES.map((name) => {
      const { status, when, act } = ERRORS[name];
      return html`<li>${status} ${code(name)}: ${inlineCode(when.en)} ${inlineCode(act.en)}</li>`;
    })}</ul>`,
    to(GUIDE_PATHS.en),
  );
  return `# Rollbook API\n\n> ${guideSummary(context)}\n\n${text}`;
}

function describeOperation(
  service: ServiceInfo,
  [id, { method, permission, en, effect }]: readonly [AnyOperationId, Operation],
): Html {
  const { body, response } = operationExamples(service)[id];
  const parameters = parametersOf(id).map(({ name, text, required }) => {
    const end = required ? ', required' : '';
    return html`<li>${code(name)}: ${inlineCode(text.en)}${end}</li>`;
  });
  return html`<li>${code(`${method} ${fullPath(id)}`)} (${permission}): ${en}. ${inlineCode(effect.en)}<ul>${parameters}${
    body && html`<li>Body: ${code(JSON.stringify(body))}</li>`
  }<li>Response: ${code(JSON.stringify(response))}</li></ul></li>`;
}
