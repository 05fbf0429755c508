import { ERRORS, type ErrorCode } from '../contract/errors.ts';
import { HEADER_NAMES, HEADERS } from '../contract/headers.ts';
import { COMMON_ERRORS, OPERATIONS, type Operation, type OperationId } from '../contract/operations.ts';
import { COMPONENTS, FindStudentsQuery, ListStudentsQuery, type Schema } from '../contract/schemas.ts';

const QUERIES: Partial<Record<OperationId, Schema>> = {
  findStudents: FindStudentsQuery,
  listRecruitedStudents: ListStudentsQuery,
};

const BODIES: Partial<Record<OperationId, { schema: string; example: Schema }>> = {
  registerRecruitedStudent: {
    schema: 'StudentRegistration',
    example: { studentUid: '10010', tier: 5, weaponTier: 2, weaponLevel: 40 },
  },
  patchRecruitedStudent: { schema: 'StudentPatch', example: { level: 90, bond: 20 } },
};

/** Example parameter values, which the interactive reference prefills. */
const EXAMPLES: Record<string, string> = { query: '시로코', studentUid: '10010' };

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
const headerNamesOf = (status: number): string[] => [
  'Request-Id',
  ...(UNCOUNTED.includes(status) ? [] : ['RateLimit-Policy', 'RateLimit']),
  ...(status === 201 ? ['Location'] : []),
  ...(status === 401 ? ['WWW-Authenticate'] : []),
  ...(status === 429 || status === 503 ? ['Retry-After'] : []),
];

/** These may also come before counting, for a broken request line or during shutdown, without RateLimit headers. */
const MAY_BE_UNCOUNTED: readonly number[] = [400, 404, 500, 503];

/** openapi.json, generated from the contract's tables and the schemas that validate requests. */
export function openApi(baseUrl: string, docsUrl: string): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rollbook (출석부)',
      version: '1',
      summary: '학생을 검색하고, 모집한 학생의 성장 상태를 조회하고 저장합니다. (beta)',
      description:
        '블루 아카이브 학생을 검색하고, 계정이 모집한 학생의 성장 상태를 등록, 조회, 변경, 삭제하는 API입니다. ' +
        'Search Blue Archive students; read and write the growth state of the students that an account has recruited.',
    },
    servers: [{ url: baseUrl }],
    externalDocs: { description: 'API 안내 (guide)', url: docsUrl },
    security: [{ apiKey: [] }],
    tags: [
      { name: 'students', 'x-displayName': '학생', description: '학생 카탈로그 검색' },
      { name: 'me', 'x-displayName': '모집한 학생', description: '계정이 모집한 학생의 성장 상태' },
    ],
    paths: describePaths(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'API 키입니다. 발급일부터 최대 1년간 유효합니다.',
        },
      },
      schemas: COMPONENTS,
      headers: describeHeaders(),
      responses: Object.fromEntries(
        allStatusGroups().map(({ status, codes }) => [
          `Error${status}_${codes.join('_')}`,
          describeErrors(status, codes),
        ]),
      ),
    },
  };
}

function describePaths(): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [id, operation] of Object.entries(OPERATIONS) as [OperationId, Operation][]) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(id, operation),
    };
  }
  return paths;
}

function describeOperation(id: OperationId, operation: Operation): Schema {
  const { path, ko, en, access, success } = operation;
  const body = BODIES[id];
  return {
    operationId: id,
    tags: [path.startsWith('/me') ? 'me' : 'students'],
    summary: `${ko} (${en})`,
    description: `필요한 권한: ${access}`,
    parameters: parametersOf(id, path),
    ...(body && {
      requestBody: {
        required: true,
        content: json({ $ref: `#/components/schemas/${body.schema}` }, { example: body.example }),
      },
    }),
    responses: {
      [success]: {
        description: ko,
        headers: headerRefs(headerNamesOf(success)),
        content: json({ $ref: `#/components/schemas/${RESPONSE_SCHEMAS[id]}` }),
      },
      ...Object.fromEntries(
        groupByStatus(operation).map(({ status, codes }) => [
          status,
          { $ref: `#/components/responses/Error${status}_${codes.join('_')}` },
        ]),
      ),
    },
  };
}

function parametersOf(id: OperationId, path: string): Schema[] {
  const parameters: Schema[] = [];
  if (path.includes('{studentUid}'))
    parameters.push({
      name: 'studentUid',
      in: 'path',
      required: true,
      description: '검색 결과의 학생 UID',
      schema: { type: 'string', minLength: 1 },
      example: EXAMPLES.studentUid,
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
      ...(EXAMPLES[name] && { example: EXAMPLES[name] }),
    });
  return parameters;
}

interface StatusGroup {
  status: number;
  codes: ErrorCode[];
}

function groupByStatus({ errors }: Operation): StatusGroup[] {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of [...COMMON_ERRORS, ...errors]) {
    const { status } = ERRORS[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return [...groups].map(([status, codes]) => ({ status, codes })).sort((a, b) => a.status - b.status);
}

function allStatusGroups(): StatusGroup[] {
  const groups = new Map<string, StatusGroup>();
  for (const operation of Object.values(OPERATIONS))
    for (const group of groupByStatus(operation)) groups.set(group.codes.join(), group);
  return [...groups.values()];
}

function describeErrors(status: number, codes: ErrorCode[]): Schema {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].when.ko}`).join(' '),
    headers: headerRefs(headerNamesOf(status), MAY_BE_UNCOUNTED.includes(status)),
    content: json({ $ref: '#/components/schemas/ApiErrorResponse' }),
  };
}

function describeHeaders(): Schema {
  const components = HEADER_NAMES.flatMap((name) => {
    const { ko: description, schema } = HEADERS[name];
    const required = [name, { description, required: true, schema }];
    return name.startsWith('RateLimit')
      ? [required, [`${name}-If-Counted`, { description, required: false, schema }]]
      : [required];
  });
  return Object.fromEntries(components);
}

function headerRefs(names: string[], maybeUncounted = false): Schema {
  return Object.fromEntries(
    names.map((name) => {
      const component = maybeUncounted && name.startsWith('RateLimit') ? `${name}-If-Counted` : name;
      return [name, { $ref: `#/components/headers/${component}` }];
    }),
  );
}

const json = (schema: Schema, extra: Schema = {}): Schema => ({ 'application/json': { schema, ...extra } });
