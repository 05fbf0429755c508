import { ERROR_CODES } from './errors.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_QUERY_LENGTH } from './limits.ts';
import { REQUIRED_NAMES, STATE_FIELDS, STATE_NAMES, type StateName } from './state-fields.ts';

/** JSON Schemas (SPEC 2 and 4), used both to validate requests and in openapi.json. */
export type Schema = Record<string, unknown>;

const studentUid = {
  type: 'string',
  minLength: 1,
  description: '대표 학생 UID (representative student UID)',
};

function integerSchema(name: StateName): Schema {
  const { min, max, nullable, ko, en } = STATE_FIELDS[name];
  const type = nullable ? ['integer', 'null'] : 'integer';
  return { type, minimum: min, maximum: max, description: `${ko} (${en})` };
}

const stateProperties = Object.fromEntries(STATE_NAMES.map((name) => [name, integerSchema(name)]));

export const StudentRegistration: Schema = {
  type: 'object',
  required: ['studentUid', ...REQUIRED_NAMES],
  additionalProperties: false,
  properties: { studentUid, ...stateProperties },
};

export const StudentPatch: Schema = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: stateProperties,
};

export const RecruitedStudentState: Schema = {
  type: 'object',
  required: ['studentUid', ...STATE_NAMES],
  additionalProperties: false,
  properties: { studentUid, ...stateProperties },
};

const limit = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_PAGE_SIZE,
  default: DEFAULT_PAGE_SIZE,
  description: '한 페이지의 항목 수',
};
const cursor = { type: 'string', minLength: 1, description: '이전 응답의 nextCursor를 그대로 보냅니다.' };

export const FindStudentsQuery: Schema = {
  type: 'object',
  required: ['query'],
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_QUERY_LENGTH,
      description: '학생 UID 또는 이름 검색어',
    },
    limit,
    cursor,
  },
};

export const ListStudentsQuery: Schema = { type: 'object', properties: { limit, cursor } };

const pageSchema = (item: string): Schema => ({
  type: 'object',
  required: ['students', 'nextCursor'],
  additionalProperties: false,
  properties: {
    students: { type: 'array', items: { $ref: `#/components/schemas/${item}` } },
    nextCursor: { type: ['string', 'null'], description: 'null이면 다음 페이지가 없습니다.' },
  },
});

/** `components.schemas` of openapi.json. */
export const COMPONENTS: Record<string, Schema> = {
  StudentSummary: {
    type: 'object',
    required: ['studentUid', 'name'],
    additionalProperties: false,
    properties: { studentUid, name: { type: 'string', description: '학생의 한국어 이름' } },
  },
  RecruitedStudentState,
  StudentRegistration,
  StudentPatch,
  StudentSearchResponse: pageSchema('StudentSummary'),
  RecruitedStudentListResponse: pageSchema('RecruitedStudentState'),
  RecruitedStudentResponse: { $ref: '#/components/schemas/RecruitedStudentState' },
  StudentWriteResponse: { $ref: '#/components/schemas/RecruitedStudentState' },
  StudentDeleteResponse: {
    type: 'object',
    required: ['studentUid', 'deleted'],
    additionalProperties: false,
    properties: { studentUid, deleted: { const: true, type: 'boolean' } },
  },
  ApiError: {
    type: 'object',
    required: ['code', 'message', 'docs'],
    additionalProperties: false,
    properties: {
      code: { type: 'string', enum: ERROR_CODES },
      message: { type: 'string', description: '이 요청에서 확인할 점' },
      fields: {
        type: 'array',
        description: '입력 검증 오류일 때만 있으며, 문제가 된 필드와 이유를 담습니다.',
        items: {
          type: 'object',
          required: ['field', 'message'],
          additionalProperties: false,
          properties: { field: { type: 'string' }, message: { type: 'string' } },
        },
      },
      docs: { type: 'string', format: 'uri', description: '같은 코드를 설명하는 문서의 주소' },
    },
  },
  ApiErrorResponse: {
    type: 'object',
    required: ['error'],
    additionalProperties: false,
    properties: { error: { $ref: '#/components/schemas/ApiError' } },
  },
};
