import manifest from '../../cli/package.json' with { type: 'json' };
import { AREAS } from '../../contract/areas.ts';
import { BETA_COMPONENTS } from '../../contract/beta-schemas.ts';
import type { Bilingual } from '../../contract/bilingual.ts';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { HEADER_NAMES, HEADERS } from '../../contract/headers.ts';
import { OAUTH_PATHS } from '../../contract/oauth.ts';
import type { Operation } from '../../contract/operations.ts';
import { API_PREFIX, BETA_PREFIX, publicUrl } from '../../contract/paths.ts';
import { STATE_RULES } from '../../contract/rule-texts.ts';
import { COMPONENTS, narrowErrorResponse, type Schema } from '../../contract/schemas.ts';
import { type ApiError, serializeError } from '../errors/api-error.ts';
import { betaRules, commonRules, SUGGESTED_FLOW } from './common-rules.ts';
import { DOCUMENT_SCHEMAS } from './document-schemas.ts';
import { exampleError } from './guide/error-examples.ts';
import type { ServiceInfo } from './guide/section.ts';
import { describeDocuments } from './open-documents.ts';
import { headerExamples, operationExamples, parameterExamples } from './openapi-examples.ts';
import {
  type AnyOperationId,
  BETA_OPERATION_LIST,
  BODY_RULES,
  findOperation,
  groupByStatus,
  hasStateBody,
  headersOf,
  isBeta,
  NEEDS_KEY,
  NOT_FOUND_REASONS,
  NOT_MATCHED,
  NOT_MATCHED_TEXT,
  OPERATION_LIST,
  parametersOf,
  RESPONSE_SCHEMAS,
} from './operation-details.ts';

/** A family of paths with a description of its own. */
interface ApiFamily {
  info: Schema;
  baseUrl: string;
  tags: Schema[];
  /** The name of the tag of a path. */
  tagOf: (path: string) => string;
  operations: readonly (readonly [AnyOperationId, Operation])[];
  components: Record<string, Schema>;
  /** The scheme by which apps are let in, whose scopes are the areas of keys. */
  oauth2?: Schema | undefined;
  /** Beside the operations. */
  documents?: Schema;
}

/** /v1/openapi.json, generated from the contract's tables and the schemas that validate requests. */
export const openApi = (service: ServiceInfo): Schema =>
  describeFamily(
    {
      info: {
        title: 'Rollbook (출석부)',
        version: '1',
        summary: '학생을 검색하고, 모집한 학생의 성장 상태를 조회하고 저장합니다. (beta)',
        description: describeApi(service),
      },
      baseUrl: service.baseUrl,
      tags: [
        {
          name: 'students',
          'x-displayName': '학생',
          description: '학생 카탈로그 검색 (search the catalogue)',
        },
        {
          name: 'me',
          'x-displayName': '모집한 학생',
          description: '계정이 모집한 학생의 성장 상태 (the students that the account has recruited)',
        },
      ],
      tagOf: (path) => (path.startsWith('/me') ? 'me' : 'students'),
      operations: OPERATION_LIST,
      components: COMPONENTS,
    },
    service,
  );

/** /beta/openapi.json. */
export const betaOpenApi = (service: ServiceInfo): Schema =>
  describeFamily(
    {
      info: {
        title: 'Rollbook (출석부) /beta',
        version: manifest.version,
        summary: '변경 기록, 성장 목표, 보유 아이템, 성장 계획 (history, growth goals, stock and plan)',
        description: describeBeta(service),
      },
      baseUrl: publicUrl(service, BETA_PREFIX),
      tags: [
        {
          name: 'account',
          'x-displayName': '계정',
          description: '계정과 키, 한도 (account, key and limits)',
        },
        { name: 'history', 'x-displayName': '기록', description: '변경 기록 (history of the roster)' },
        {
          name: 'plans',
          'x-displayName': '계획',
          description: '성장 목표, 보유 아이템, 성장 계획 (growth goals, the stock of items and the plan)',
        },
        {
          name: 'proposals',
          'x-displayName': '제안',
          description: '플레이어가 확인하는 변경 제안 (changes that the player agrees to)',
        },
        {
          name: 'documents',
          'x-displayName': '문서',
          description: '키 없이 받는 문서 (documents that need no key)',
        },
      ],
      tagOf: tagOfBeta,
      operations: BETA_OPERATION_LIST,
      components: { ...BETA_COMPONENTS, ...DOCUMENT_SCHEMAS },
      oauth2: service.connectsApps ? describeOAuth(service) : undefined,
      documents: describeDocuments(service, 'documents'),
    },
    service,
  );

const describeOAuth = (service: ServiceInfo): Schema => ({
  type: 'oauth2',
  description: '앱 연결로 받은 키입니다. (the key of a connected app)',
  flows: {
    authorizationCode: {
      authorizationUrl: publicUrl(service, OAUTH_PATHS.authorize),
      tokenUrl: publicUrl(service, OAUTH_PATHS.token),
      scopes: Object.fromEntries(Object.entries(AREAS).map(([area, texts]) => [area, inBothShort(texts)])),
    },
  },
});

function tagOfBeta(path: string): string {
  if (path === '/me') return 'account';
  if (path.startsWith('/proposals')) return 'proposals';
  return path === '/changes' || path === '/roster' ? 'history' : 'plans';
}

function describeFamily(family: ApiFamily, service: ServiceInfo): Schema {
  const { info, baseUrl, tags, operations, components, oauth2, documents } = family;
  const { docsUrl } = service;
  return {
    openapi: '3.1.0',
    info: {
      ...info,
      contact: { name: '운영자 (operator)', url: docsUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    externalDocs: { description: 'API 안내 (guide)', url: docsUrl },
    security: [{ apiKey: [] }],
    tags,
    paths: { ...describePaths(family, service), ...documents },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'API 키입니다. 발급일부터 최대 1년간 유효합니다. (API key, valid for a year at most)',
        },
        ...(oauth2 && { oauth2 }),
      },
      schemas: { ...components, ...errorSchemas(operations) },
      headers: describeHeaders(family, service),
    },
  };
}

function describeApi(service: ServiceInfo): string {
  const rules = commonRules(service);
  return [
    inBoth({
      ko: '블루 아카이브 학생을 검색하고, 계정이 모집한 학생의 성장 상태를 등록, 조회, 변경, 삭제하는 API입니다.',
      en: 'Search Blue Archive students; read and write the growth state of the students that an account has recruited.',
    }),
    inBoth(SUGGESTED_FLOW),
    rules.map(({ ko }) => `- ${ko}`).join('\n'),
    rules.map(({ en }) => `- ${en}`).join('\n'),
  ].join('\n\n');
}

function describeBeta(service: ServiceInfo): string {
  const rules = betaRules(service);
  return [
    inBoth({
      ko: `${API_PREFIX} 옆에서 같은 키, 오류, 요청 한도로 계정과 변경 기록을 조회하고 성장 목표와 보유 아이템을 저장하고 그 비용을 계산하는 API입니다. 변경 로그에 적고 바꿀 수 있습니다.`,
      en: `Read the account and its history, keep growth goals and a stock of items, and compute what the goals cost, beside ${API_PREFIX}, with the same keys, errors and rate limits. It may change, with a line in the changelog.`,
    }),
    rules.map(({ ko }) => `- ${ko}`).join('\n'),
    rules.map(({ en }) => `- ${en}`).join('\n'),
  ].join('\n\n');
}

function describePaths({ operations, tagOf, oauth2 }: ApiFamily, service: ServiceInfo): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [id, operation] of operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        ...describeOperation(id, operation, tagOf(operation.path), service),
        ...(oauth2 && { security: [{ apiKey: [] }, { oauth2: operation.areas }] }),
      },
    };
  return paths;
}

function describeOperation(
  id: AnyOperationId,
  operation: Operation,
  tag: string,
  service: ServiceInfo,
): Schema {
  const { ko, en, success, body, isConditional } = operation;
  const example = operationExamples(service)[id];
  return {
    operationId: id,
    tags: [tag],
    summary: `${ko} (${en})`,
    description: effectOf(operation, isBeta(id)),
    parameters: describeParameters(id, service),
    ...(body && {
      requestBody: { required: true, content: json(body, { example: example.body }) },
    }),
    responses: {
      [success]: {
        description: `${ko} (${en})`,
        headers: headerRefs(success, id),
        content: json(RESPONSE_SCHEMAS[id], { example: example.response }),
      },
      ...(isConditional && { 304: { description: inBoth(UNCHANGED), headers: headerRefs(304, id) } }),
      ...Object.fromEntries(
        groupByStatus(operation).map(({ status, codes }) => [
          status,
          describeErrors(status, codes, id, service),
        ]),
      ),
    },
  };
}

function effectOf(operation: Operation, hasAreas: boolean): string {
  const { permission, areas, parameterAreas = {}, effect } = operation;
  const needed = { ko: `필요한 권한: ${permission}`, en: `Required permission: ${permission}` };
  const named = [...areas, ...Object.entries(parameterAreas).map(([name, area]) => `${area} (${name})`)];
  // The description of /v1 is the contract, which has permissions alone.
  const ofKey = hasAreas && named.length > 0 ? ` · 영역 (areas): ${named.join(', ')}` : '';
  const rules = Object.values(STATE_RULES).map(({ ko, en }) => `- ${ko} ${en}`);
  return [
    inBoth(effect),
    ...(hasStateBody(operation) ? [inBoth(BODY_RULES), rules.join('\n')] : []),
    `${needed.ko} (${needed.en})${ofKey}`,
  ].join('\n\n');
}

function describeParameters(id: AnyOperationId, service: ServiceInfo): Schema[] {
  const examples = parameterExamples(service);
  return parametersOf(id).map(({ text, ...parameter }) => ({
    ...parameter,
    description: `${text.ko} (${text.en})`,
    ...(examples[parameter.name] && { example: examples[parameter.name] }),
  }));
}

/** One schema for each set of codes that a status of some operation can have. */
const errorSchemas = (operations: ApiFamily['operations']): Record<string, Schema> =>
  Object.fromEntries(
    operations
      .flatMap(([, operation]) => groupByStatus(operation))
      .map(({ codes }) => [errorSchemaName(codes), narrowErrorResponse(codes)]),
  );

/** `NotFoundOrStudentNotRecruitedResponse` */
const errorSchemaName = (codes: readonly ErrorCode[]): string =>
  `${codes.map((code) => code.replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())).join('Or')}Response`;

function describeErrors(
  status: number,
  codes: ErrorCode[],
  id: AnyOperationId,
  service: ServiceInfo,
): Schema {
  const errors = codes.map((code) => {
    const error = exampleError(code, id, service, status);
    return { code, error, value: JSON.parse(serializeError(error, service.docsUrl)) };
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${describeError(code, status, id)}`).join('\n\n'),
    headers: {
      ...headerRefs(status, id),
      ...([NOT_MATCHED, 429].includes(status) && describeSentHeaders(errors[0]?.error)),
    },
    content: json(errorSchemaName(codes), {
      examples: Object.fromEntries(errors.map(({ code, value }) => [code, { summary: code, value }])),
    }),
  };
}

/** The headers of one error with its own values, which its message names too. */
function describeSentHeaders(error: ApiError | undefined): Schema {
  return Object.fromEntries(
    HEADER_NAMES.flatMap((name) => {
      const sent = error?.headers[name.toLowerCase()];
      if (sent === undefined) return [];
      const { ko, en, schema } = HEADERS[name];
      const example = schema.type === 'integer' ? Number(sent) : sent;
      return [[name, { description: `${ko} (${en})`, schema, example, required: name !== 'ETag' }]];
    }),
  );
}

function describeError(code: ErrorCode, status: number, id: AnyOperationId): string {
  if (status === NOT_MATCHED) return `${NOT_MATCHED_TEXT.ko} (${NOT_MATCHED_TEXT.en})`;
  const reason = code === 'not_found' ? NOT_FOUND_REASONS[id] : undefined;
  if (reason !== undefined) return `${reason.ko} (${reason.en})`;
  const { when, act } = ERRORS[code];
  return `${when.ko} ${act.ko} (${when.en} ${act.en})`;
}

function describeHeaders({ operations }: ApiFamily, service: ServiceInfo): Schema {
  const headers = operations.flatMap(([id, operation]) => [
    ...headersOf(operation.success, operation, isBeta(id)),
    ...groupByStatus(operation).flatMap(({ status }) => headersOf(status, undefined, isBeta(id))),
  ]);
  const sent = new Set(headers.map(({ name }) => name));
  const examples = headerExamples(service);
  const components = HEADER_NAMES.filter((name) => sent.has(name)).flatMap((name) => {
    const { ko, en, schema } = HEADERS[name];
    const header = { description: `${ko} (${en})`, schema, example: examples[name] };
    const required = [name, { ...header, required: true }];
    return NEEDS_KEY.test(name)
      ? [required, [`${name}-If-Counted`, { ...header, required: false }]]
      : [required];
  });
  return Object.fromEntries(components);
}

const headerRefs = (status: number, id: AnyOperationId): Schema =>
  Object.fromEntries(
    headersOf(status, status < 400 ? findOperation(id) : undefined, isBeta(id)).map(({ name, always }) => [
      name,
      { $ref: `#/components/headers/${name}${always ? '' : '-If-Counted'}` },
    ]),
  );

const UNCHANGED: Bilingual = {
  ko: '`If-None-Match`로 보낸 버전에서 달라진 것이 없습니다.',
  en: 'Nothing has changed since the version in `If-None-Match`.',
};

const inBothShort = ({ ko, en }: Bilingual): string => `${ko} (${en})`;
const inBoth = ({ ko, en }: Bilingual): string => `${ko}\n\n${en}`;

const json = (schema: string, extra: Schema): Schema => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, ...extra },
});
