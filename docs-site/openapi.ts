import type { Bilingual } from '../contract/bilingual.ts';
import { ERRORS, type ErrorCode } from '../contract/errors.ts';
import { HEADER_NAMES, HEADERS, type HeaderName } from '../contract/headers.ts';
import { COMMON_ERRORS, OPERATIONS, type Operation, type OperationId } from '../contract/operations.ts';
import {
  COMPONENTS,
  FindStudentsQuery,
  ListStudentsQuery,
  narrowErrorResponse,
  type Schema,
} from '../contract/schemas.ts';
import { STATE_RULES } from '../contract/state-rules.ts';
import { serializeError } from '../server/http/api-error.ts';
import { exampleError } from './guide/error-examples.ts';
import type { ServiceInfo } from './guide/section.ts';
import { headerExamples, operationExamples, parameterExamples } from './openapi-examples.ts';

const QUERIES: Partial<Record<OperationId, Schema>> = {
  findStudents: FindStudentsQuery,
  listRecruitedStudents: ListStudentsQuery,
};

const RESPONSE_SCHEMAS: Record<OperationId, string> = {
  findStudents: 'StudentSearchResponse',
  listRecruitedStudents: 'RecruitedStudentListResponse',
  registerRecruitedStudent: 'StudentWriteResponse',
  getRecruitedStudent: 'RecruitedStudentResponse',
  patchRecruitedStudent: 'StudentWriteResponse',
  deleteRecruitedStudent: 'StudentDeleteResponse',
};

/** Requests that fail authentication or the permission check are not counted and have no RateLimit headers. */
const UNCOUNTED: readonly number[] = [401, 403];
/** These may also come before counting, for a broken request line or during shutdown, without RateLimit headers. */
const MAY_BE_UNCOUNTED: readonly number[] = [400, 404, 500, 503];
/** Further headers by status. */
const HEADERS_BY_STATUS: Record<number, HeaderName> = {
  201: 'Location',
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

const BODY_RULES: Bilingual = {
  ko: '본문은 학생 한 명의 객체 하나이며 배열은 거부됩니다. 요청을 적용한 결과 전체가 아래 규칙을 지켜야 합니다. 규칙을 어기면 요청 전체가 거부되고 아무것도 바뀌지 않으며, 서버는 다른 필드를 고쳐 맞추지 않습니다.',
  en: 'The body is one object for one student; arrays are rejected. The rules below apply to the whole state as it would be after the request. If it breaks one, the whole request is rejected and nothing changes; the server changes no other field to make it fit.',
};

/** openapi.json, generated from the contract's tables and the schemas that validate requests. */
export function openApi(service: ServiceInfo): Schema {
  const { baseUrl, docsUrl } = service;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rollbook (출석부)',
      version: '1',
      summary: '학생을 검색하고, 모집한 학생의 성장 상태를 조회하고 저장합니다. (beta)',
      description: inBoth({
        ko: '블루 아카이브 학생을 검색하고, 계정이 모집한 학생의 성장 상태를 등록, 조회, 변경, 삭제하는 API입니다.',
        en: 'Search Blue Archive students; read and write the growth state of the students that an account has recruited.',
      }),
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

function describePaths(service: ServiceInfo): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [id, operation] of operations())
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
    parameters: parametersOf(id, path, service),
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

function effectOf({ access, effect, body }: Operation): string {
  const permission = { ko: `필요한 권한: ${access}`, en: `Required permission: ${access}` };
  const rules = Object.values(STATE_RULES).map(({ ko, en }) => `- ${ko} ${en}`);
  return [
    inBoth(effect),
    ...(body ? [inBoth(BODY_RULES), rules.join('\n')] : []),
    `${permission.ko} (${permission.en})`,
  ].join('\n\n');
}

function parametersOf(id: OperationId, path: string, service: ServiceInfo): Schema[] {
  const examples = parameterExamples(service);
  const parameters: Schema[] = [];
  if (path.includes('{studentUid}'))
    parameters.push({
      name: 'studentUid',
      in: 'path',
      required: true,
      description: '검색 결과의 학생 UID (student UID from a search)',
      schema: { type: 'string', minLength: 1 },
      example: examples.studentUid,
    });
  const { properties = {}, required = [] } = (QUERIES[id] ?? {}) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  for (const [name, { description, ...schema }] of Object.entries(properties))
    parameters.push({
      name,
      in: 'query',
      required: required.includes(name),
      description,
      schema,
      ...(examples[name] && { example: examples[name] }),
    });
  return parameters;
}

interface StatusGroup {
  status: number;
  codes: ErrorCode[];
}

function groupByStatus({ errors }: Operation): StatusGroup[] {
  const codes: ErrorCode[] = [...COMMON_ERRORS, ...errors];
  return [...Map.groupBy(codes, (code) => ERRORS[code].status)]
    .map(([status, codes]) => ({ status, codes }))
    .sort((a, b) => a.status - b.status);
}

/** One schema for each set of codes that a status of some operation can have. */
const errorSchemas = (): Record<string, Schema> =>
  Object.fromEntries(
    operations()
      .flatMap(([, operation]) => groupByStatus(operation))
      .map(({ codes }) => [errorSchemaName(codes), narrowErrorResponse(codes)]),
  );

/** `NotFoundOrStudentNotRecruitedResponse` */
const errorSchemaName = (codes: readonly ErrorCode[]): string =>
  `${codes.map((code) => code.replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())).join('Or')}Response`;

function describeErrors(status: number, codes: ErrorCode[], id: OperationId, service: ServiceInfo): Schema {
  const examples = codes.map((code) => {
    const error = exampleError(code, id, service);
    return [code, { summary: code, value: JSON.parse(serializeError(error, service.docsUrl)) }];
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${describeError(code)}`).join('\n\n'),
    headers: headerRefs(status),
    content: json(errorSchemaName(codes), { examples: Object.fromEntries(examples) }),
  };
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

function headerRefs(status: number): Schema {
  const further = HEADERS_BY_STATUS[status];
  const names: HeaderName[] = [
    'Request-Id',
    ...(UNCOUNTED.includes(status) ? [] : (['RateLimit-Policy', 'RateLimit'] as const)),
    ...(further === undefined ? [] : [further]),
  ];
  return Object.fromEntries(
    names.map((name) => {
      const mayLack = MAY_BE_UNCOUNTED.includes(status) && name.startsWith('RateLimit');
      return [name, { $ref: `#/components/headers/${name}${mayLack ? '-If-Counted' : ''}` }];
    }),
  );
}

const operations = () => Object.entries(OPERATIONS) as [OperationId, Operation][];

const inBoth = ({ ko, en }: Bilingual): string => `${ko}\n\n${en}`;

const json = (schema: string, extra: Schema): Schema => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, ...extra },
});
