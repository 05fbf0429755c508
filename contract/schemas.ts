import type { Bilingual } from './bilingual.ts';
import { ERROR_CODES, type ErrorCode } from './errors.ts';
import {
  DEFAULT_PAGE_SIZE,
  MAX_FIELD_ERRORS,
  MAX_FIELD_NAME_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PAGE_SIZE,
  MAX_QUERY_LENGTH,
  MAX_UID_LENGTH,
} from './limits.ts';
import { STATE_RULES } from './rule-texts.ts';
import { REQUIRED_NAMES, STATE_FIELDS, STATE_NAMES, type StateName } from './state-fields.ts';

/** JSON Schemas of bodies, queries and responses, used both to validate requests and in openapi.json. */
export type Schema = Record<string, unknown>;

/** What each property and parameter holds, beside the state fields. */
export const PROPERTY_TEXTS = {
  studentUid: { ko: '대표 학생 UID', en: 'representative student UID' },
  name: { ko: '한국어 이름', en: 'Korean name' },
  query: { ko: '학생 UID 또는 이름 검색어', en: 'student UID or name' },
  limit: { ko: '한 페이지의 항목 수', en: 'items per page' },
  cursor: {
    ko: '같은 목록이나 같은 검색어의 이전 응답에 담긴 `nextCursor` 그대로',
    en: 'the `nextCursor` of the previous response for the same list or query, unchanged',
  },
  students: { ko: '이 페이지의 학생', en: 'the students of this page' },
  nextCursor: { ko: '`null`이면 다음 페이지 없음', en: '`null` on the last page' },
  deleted: { ko: '항상 `true`', en: 'always `true`' },
  error: { ko: '오류', en: 'the error' },
  code: { ko: '오류의 종류. 프로그램은 이 값으로 구분합니다', en: 'kind of error, to tell errors apart by' },
  message: { ko: '이 요청에서 확인할 점', en: 'what to check, in Korean' },
  fields: {
    ko: `입력 검증 오류일 때만 있으며, 잘못된 필드와 이유를 모두 담습니다. ${MAX_FIELD_ERRORS}개를 넘으면 마지막 항목인 \`body\`가 나머지의 수를 알립니다`,
    en: `only for invalid input: every invalid field with the reason; of more than ${MAX_FIELD_ERRORS}, the last entry, \`body\`, says how many there are beside them`,
  },
  field: {
    ko: `필드나 매개변수의 이름. 본문 전체는 \`body\`, 헤더는 소문자 이름. ${MAX_FIELD_NAME_LENGTH}자를 넘으면 줄입니다`,
    en: `name of the field or parameter; \`body\` for the body as a whole, a header in lower case; cut after ${MAX_FIELD_NAME_LENGTH} characters`,
  },
  docs: { ko: '같은 코드를 설명하는 문서의 주소', en: 'explains the code' },
} as const satisfies Record<string, Bilingual>;

const describe = (name: keyof typeof PROPERTY_TEXTS): string => inBoth(PROPERTY_TEXTS[name]);
export const inBoth = ({ ko, en }: Bilingual): string => `${ko} (${en})`;

/** The texts that `inBoth` has joined: nothing in English has a Korean letter. */
export function splitLanguages(description: string): Bilingual {
  const parts = description.split(' (');
  const end = parts.findLastIndex((part) => /[가-힣]/.test(part)) + 1;
  return { ko: parts.slice(0, end).join(' ('), en: parts.slice(end).join(' (').slice(0, -1) };
}

const studentUid = { type: 'string', minLength: 1, description: describe('studentUid') };
export const servedUid: Schema = { ...studentUid, maxLength: MAX_UID_LENGTH };

function integerSchema(name: StateName): Schema {
  const { min, max, nullable, ...text } = STATE_FIELDS[name];
  const type = nullable ? ['integer', 'null'] : 'integer';
  const rules = Object.values(STATE_RULES)
    .filter(({ fields }) => (fields as readonly StateName[]).includes(name))
    .map((rule) => `${rule.ko} ${rule.en}`);
  return { type, minimum: min, maximum: max, description: [inBoth(text), ...rules].join('\n\n') };
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
  description: describe('limit'),
};
const cursor = { type: 'string', minLength: 1, description: describe('cursor') };

export const FindStudentsQuery: Schema = {
  type: 'object',
  required: ['query'],
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_QUERY_LENGTH,
      description: describe('query'),
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
    students: {
      type: 'array',
      maxItems: MAX_PAGE_SIZE,
      items: { $ref: `#/components/schemas/${item}` },
      description: describe('students'),
    },
    nextCursor: { type: ['string', 'null'], description: describe('nextCursor') },
  },
});

const apiError = (codes: readonly ErrorCode[], required: readonly string[] = []): Schema => ({
  type: 'object',
  required: ['code', 'message', ...required, 'docs'],
  additionalProperties: false,
  properties: {
    code: { type: 'string', enum: codes, description: describe('code') },
    message: { type: 'string', description: describe('message') },
    fields: {
      type: 'array',
      maxItems: MAX_FIELD_ERRORS,
      description: describe('fields'),
      items: {
        type: 'object',
        required: ['field', 'message'],
        additionalProperties: false,
        properties: {
          // With the sign that it is cut.
          field: { type: 'string', maxLength: MAX_FIELD_NAME_LENGTH + 1, description: describe('field') },
          message: { type: 'string' },
        },
      },
    },
    docs: { type: 'string', format: 'uri', description: describe('docs') },
  },
});

const errorResponse = (error: Schema): Schema => ({
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: { error },
});

/** ApiErrorResponse with some of its codes, written out so that generated clients narrow by `code`. */
export const narrowErrorResponse = (codes: readonly ErrorCode[]): Schema =>
  errorResponse(apiError(codes, codes.every((code) => code === 'invalid_request') ? ['fields'] : []));

/** `components.schemas` of openapi.json. */
export const COMPONENTS: Record<string, Schema> = {
  StudentSummary: {
    type: 'object',
    required: ['studentUid', 'name'],
    additionalProperties: false,
    properties: {
      studentUid: servedUid,
      name: { type: 'string', maxLength: MAX_NAME_LENGTH, description: describe('name') },
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
    properties: {
      studentUid: servedUid,
      deleted: { const: true, type: 'boolean', description: describe('deleted') },
    },
  },
  ApiError: apiError(ERROR_CODES),
  ApiErrorResponse: errorResponse({ $ref: '#/components/schemas/ApiError' }),
};
