import { ERROR_CODES, ERRORS } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operations.ts';
import {
  ASSISTANTS_PATHS,
  BETA_OPENAPI_PATH,
  CATALOGUE_PATH,
  CHANGELOG_MARKDOWN_PATH,
  GROWTH_PATH,
  GUIDE_PATHS,
  MARKDOWN_PATHS,
  MCP_PATH,
  OPENAPI_PATH,
  publicUrl,
  REFERENCE_PATHS,
  STAGES_PATH,
} from '../../contract/paths.ts';
import { TOOL_NAMES } from '../mcp/tool-titles.ts';
import { commonRules, SUGGESTED_FLOW } from './common-rules.ts';
import { codeList, codeSpan } from './guide/markdown-text.ts';
import type { ServiceInfo } from './guide/section.ts';
import { sectionMarkdown } from './guide/sections.ts';
import { serviceNames } from './guide/service-names.ts';
import { markdownContext } from './guide-markdown.ts';
import { guideSummary } from './guide-summary.ts';
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
  const names = serviceNames(context);
  const link = (path: string, title: string, about: string) => `- [${title}](${to(path)}): ${about}`;
  return `# Rollbook API

> ${guideSummary(context)}

Base URL: ${codeSpan(baseUrl)}

${commonRules(service)
  .map(({ en }) => `- ${en}`)
  .join('\n')}

${SUGGESTED_FLOW.en}

Programs that speak the Model Context Protocol connect to ${codeSpan(publicUrl(service, MCP_PATH))} with the same API key, or by the address alone: ${codeList(TOOL_NAMES)}.

## Docs

${link(MARKDOWN_PATHS.en, 'Guide', 'everything, with samples in curl, JavaScript and Python')}
${link(MARKDOWN_PATHS.ko, 'Guide in Korean', '한국어 안내')}
${link(OPENAPI_PATH, 'openapi.json', 'OpenAPI 3.1, with every schema and a real example of each response')}
${link(`${GUIDE_PATHS.en}#connect`, 'Connect', 'how a player lets a tool in without copying a key: from a page (OAuth with PKCE) or, for bots and commands, by a code')}
${link(`${GUIDE_PATHS.en}#share`, 'Shared links', 'what a player shows, as JSON at `/s/TOKEN.json` and as a picture at `/s/TOKEN.png`, and the links of a club side by side at `/b/TOKEN.json`; no key needed')}
${link(`${GUIDE_PATHS.en}#clients`, 'Clients', 'for JavaScript, TypeScript and Python: retries, a whole roster planned and applied, files of other tools')}
${link(ASSISTANTS_PATHS.en, 'Assistants', 'how each program that speaks MCP is connected')}
${link(BETA_OPENAPI_PATH, 'openapi.json of /beta', 'the account, its history, goals, stock and plan, beside /v1; may change')}
${link(REFERENCE_PATHS.en, 'API reference', 'the same for people')}
${link(CHANGELOG_MARKDOWN_PATH, 'Changelog', 'what has changed in each version')}
${link(CATALOGUE_PATH, 'catalogue.json', 'all students with UIDs, names, aliases and attributes; no key needed')}
${link(GROWTH_PATH, 'growth.json', 'what growth costs each student, and the names of items; no key needed')}
${link(STAGES_PATH, 'stages.json', 'what one run of each stage takes and drops; no key needed')}

## Requests

${[...OPERATION_LIST, ...BETA_OPERATION_LIST].map((operation) => describeOperation(service, operation)).join('\n')}

${sectionMarkdown(context, names, 'fields')}

${sectionMarkdown(context, names, 'rules')}

## Errors

${ERROR_CODES.map((name) => {
  const { status, when, act } = ERRORS[name];
  return `- ${status} ${codeSpan(name)}: ${when.en} ${act.en}`;
}).join('\n')}
`;
}

function describeOperation(
  service: ServiceInfo,
  [id, { method, permission, en, effect }]: readonly [AnyOperationId, Operation],
): string {
  const { body, response } = operationExamples(service)[id];
  const parameters = parametersOf(id).map(
    ({ name, text, required }) => `${codeSpan(name)}: ${text.en}${required ? ', required' : ''}`,
  );
  return [
    `- ${codeSpan(`${method} ${fullPath(id)}`)} (${permission}): ${en}. ${effect.en}`,
    ...[
      ...parameters,
      ...(body ? [`Body: ${codeSpan(JSON.stringify(body))}`] : []),
      `Response: ${codeSpan(JSON.stringify(response))}`,
    ].map((line) => `  - ${line}`),
  ].join('\n');
}
