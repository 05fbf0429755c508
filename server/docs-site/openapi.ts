import type { Bilingual } from '../../contract/bilingual.ts';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { HEADER_NAMES, HEADERS } from '../../contract/headers.ts';
import type { Operation, OperationId } from '../../contract/operations.ts';
import { COMPONENTS, narrowErrorResponse, type Schema } from '../../contract/schemas.ts';
import { STATE_RULES } from '../../contract/state-rules.ts';
import { type ApiError, serializeError } from '../errors/api-error.ts';
import { commonRules, SUGGESTED_FLOW } from './common-rules.ts';
import { exampleError } from './guide/error-examples.ts';
import type { ServiceInfo } from './guide/section.ts';
import { headerExamples, operationExamples, parameterExamples } from './openapi-examples.ts';
import {
  BODY_RULES,
  groupByStatus,
  headersOf,
  OPERATION_LIST,
  parametersOf,
  RESPONSE_SCHEMAS,
} from './operation-details.ts';

/** openapi.json, generated from the contract's tables and the schemas that validate requests. */
export function openApi(service: ServiceInfo): Schema {
  const { baseUrl, docsUrl } = service;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rollbook (출석부)',
      version: '1',
      summary: '학생을 검색하고, 모집한 학생의 성장 상태를 조회하고 저장합니다. (beta)',
      description: describeApi(service),
      contact: { name: '운영자 (operator)', url: docsUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    externalDocs: { description: 'API 안내 (guide)', url: docsUrl },
    security: [{ apiKey: [] }],
    tags: [
      { name: 'students', 'x-displayName': '학생', description: '학생 카탈로그 검색 (search the catalogue)' },
      {
        name: 'me',
        'x-displayName': '모집한 학생',
        description: '계정이 모집한 학생의 성장 상태 (the students that the account has recruited)',
      },
    ],
    paths: describePaths(service),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'API 키입니다. 발급일부터 최대 1년간 유효합니다. (API key, valid for a year at most)',
        },
      },
      schemas: { ...COMPONENTS, ...errorSchemas() },
      headers: describeHeaders(service),
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

function describePaths(service: ServiceInfo): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [id, operation] of OPERATION_LIST)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(id, operation, service),
    };
  return paths;
}

function describeOperation(id: OperationId, operation: Operation, service: ServiceInfo): Schema {
  const { path, ko, en, success, body } = operation;
  const example = operationExamples(service)[id];
  return {
    operationId: id,
    tags: [path.startsWith('/me') ? 'me' : 'students'],
    summary: `${ko} (${en})`,
    description: effectOf(operation),
    parameters: describeParameters(id, service),
    ...(body && {
      requestBody: { required: true, content: json(body, { example: example.body }) },
    }),
    responses: {
      [success]: {
        description: `${ko} (${en})`,
        headers: headerRefs(success),
        content: json(RESPONSE_SCHEMAS[id], { example: example.response }),
      },
      ...Object.fromEntries(
        groupByStatus(operation).map(({ status, codes }) => [
          status,
          describeErrors(status, codes, id, service),
        ]),
      ),
    },
  };
}

function effectOf({ permission, effect, body }: Operation): string {
  const needed = { ko: `필요한 권한: ${permission}`, en: `Required permission: ${permission}` };
  const rules = Object.values(STATE_RULES).map(({ ko, en }) => `- ${ko} ${en}`);
  return [
    inBoth(effect),
    ...(body ? [inBoth(BODY_RULES), rules.join('\n')] : []),
    `${needed.ko} (${needed.en})`,
  ].join('\n\n');
}

function describeParameters(id: OperationId, service: ServiceInfo): Schema[] {
  const examples = parameterExamples(service);
  return parametersOf(id).map(({ text, ...parameter }) => ({
    ...parameter,
    description: `${text.ko} (${text.en})`,
    ...(examples[parameter.name] && { example: examples[parameter.name] }),
  }));
}

/** One schema for each set of codes that a status of some operation can have. */
const errorSchemas = (): Record<string, Schema> =>
  Object.fromEntries(
    OPERATION_LIST.flatMap(([, operation]) => groupByStatus(operation)).map(({ codes }) => [
      errorSchemaName(codes),
      narrowErrorResponse(codes),
    ]),
  );

/** `NotFoundOrStudentNotRecruitedResponse` */
const errorSchemaName = (codes: readonly ErrorCode[]): string =>
  `${codes.map((code) => code.replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())).join('Or')}Response`;

function describeErrors(status: number, codes: ErrorCode[], id: OperationId, service: ServiceInfo): Schema {
  const errors = codes.map((code) => {
    const error = exampleError(code, id, service);
    return { code, error, value: JSON.parse(serializeError(error, service.docsUrl)) };
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${describeError(code)}`).join('\n\n'),
    headers: { ...headerRefs(status), ...(status === 429 && describeSentHeaders(errors[0]?.error)) },
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
      return [[name, { description: `${ko} (${en})`, schema, example, required: true }]];
    }),
  );
}

function describeError(code: ErrorCode): string {
  const { when, act } = ERRORS[code];
  return `${when.ko} ${act.ko} (${when.en} ${act.en})`;
}

function describeHeaders(service: ServiceInfo): Schema {
  const examples = headerExamples(service);
  const components = HEADER_NAMES.flatMap((name) => {
    const { ko, en, schema } = HEADERS[name];
    const header = { description: `${ko} (${en})`, schema, example: examples[name] };
    const required = [name, { ...header, required: true }];
    return name.startsWith('RateLimit')
      ? [required, [`${name}-If-Counted`, { ...header, required: false }]]
      : [required];
  });
  return Object.fromEntries(components);
}

const headerRefs = (status: number): Schema =>
  Object.fromEntries(
    headersOf(status).map(({ name, always }) => [
      name,
      { $ref: `#/components/headers/${name}${always ? '' : '-If-Counted'}` },
    ]),
  );

const inBoth = ({ ko, en }: Bilingual): string => `${ko}\n\n${en}`;

const json = (schema: string, extra: Schema): Schema => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, ...extra },
});
