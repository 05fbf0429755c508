import { ERROR_CODES, type ErrorCode } from './errors.ts';
import {
  DEFAULT_PAGE_SIZE,
  MAX_NAME_LENGTH,
  MAX_PAGE_SIZE,
  MAX_QUERY_LENGTH,
  MAX_UID_LENGTH,
} from './limits.ts';
import { REQUIRED_NAMES, STATE_FIELDS, STATE_NAMES, type StateName } from './state-fields.ts';
import { STATE_RULES } from './state-rules.ts';

/** JSON Schemas (SPEC 2 and 4), used both to validate requests and in openapi.json. */
export type Schema = Record<string, unknown>;

const studentUid = {
  type: 'string',
  minLength: 1,
  description: '대표 학생 UID (representative student UID)',
};
const servedUid = { ...studentUid, maxLength: MAX_UID_LENGTH };

function integerSchema(name: StateName): Schema {
  const { min, max, nullable, ko, en } = STATE_FIELDS[name];
  const type = nullable ? ['integer', 'null'] : 'integer';
  const rules = Object.values(STATE_RULES)
    .filter(({ fields }) => (fields as readonly StateName[]).includes(name))
    .map((rule) => `${rule.ko} ${rule.en}`);
  return { type, minimum: min, maximum: max, description: [`${ko} (${en})`, ...rules].join('\n\n') };
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
  properties: { studentUid: servedUid, ...stateProperties },
};

const limit = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_PAGE_SIZE,
  default: DEFAULT_PAGE_SIZE,
  description: '한 페이지의 항목 수 (items per page)',
};
const cursor = {
  type: 'string',
  minLength: 1,
  description: '이전 응답의 nextCursor 그대로 (the `nextCursor` of the previous response, unchanged)',
};

export const FindStudentsQuery: Schema = {
  type: 'object',
  required: ['query'],
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_QUERY_LENGTH,
      description: '학생 UID 또는 이름 검색어 (student UID or name)',
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
    students: { type: 'array', maxItems: MAX_PAGE_SIZE, items: { $ref: `#/components/schemas/${item}` } },
    nextCursor: {
      type: ['string', 'null'],
      description: 'null이면 다음 페이지 없음 (null on the last page)',
    },
  },
});

const apiError = (codes: readonly ErrorCode[]): Schema => ({
  type: 'object',
  required: ['code', 'message', 'docs'],
  additionalProperties: false,
  properties: {
    code: { type: 'string', enum: codes },
    message: { type: 'string', description: '이 요청에서 확인할 점 (what to check, in Korean)' },
    fields: {
      type: 'array',
      description:
        '입력 검증 오류일 때만 있으며, 잘못된 필드와 이유를 모두 담습니다. (only for invalid input: every invalid field with the reason)',
      items: {
        type: 'object',
        required: ['field', 'message'],
        additionalProperties: false,
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    docs: {
      type: 'string',
      format: 'uri',
      description: '같은 코드를 설명하는 문서의 주소 (explains the code)',
    },
  },
});

const errorResponse = (error: Schema): Schema => ({
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: { error },
});

/** ApiErrorResponse with some of its codes, written out so that generated clients narrow by `code`. */
export const narrowErrorResponse = (codes: readonly ErrorCode[]): Schema => errorResponse(apiError(codes));

/** `components.schemas` of openapi.json. */
export const COMPONENTS: Record<string, Schema> = {
  StudentSummary: {
    type: 'object',
    required: ['studentUid', 'name'],
    additionalProperties: false,
    properties: {
      studentUid: servedUid,
      name: { type: 'string', maxLength: MAX_NAME_LENGTH, description: '한국어 이름 (Korean name)' },
    },
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
    properties: { studentUid: servedUid, deleted: { const: true, type: 'boolean' } },
  },
  ApiError: apiError(ERROR_CODES),
  ApiErrorResponse: errorResponse({ $ref: '#/components/schemas/ApiError' }),
};
