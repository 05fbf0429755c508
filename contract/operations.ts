import type { Area } from './areas.ts';
import type { Bilingual } from './bilingual.ts';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './limits.ts';

/** A row of `OPERATIONS`. Routes, permissions, rate limits and openapi.json are derived from this table. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without the prefix, in OpenAPI notation. */
  readonly path: string;
  /** The required permission and the rate limit that applies. */
  readonly permission: Permission;
  /** What a key with areas must have, all of them. */
  readonly areas: readonly Area[];
  /** What it must have besides where the query names a parameter. */
  readonly parameterAreas?: Readonly<Record<string, Area>>;
  /** The schema of the JSON body, where one follows. */
  readonly body?:
    | 'StudentRegistration'
    | 'StudentPatch'
    | 'GoalSettings'
    | 'GoalCompletion'
    | 'StockChanges'
    | 'ProposalRequest';
  /** Its answer may be long, and is compressed where asked. */
  readonly isCompressed?: true;
  /** Its answer has an ETag, and is 304 where `If-None-Match` has it. */
  readonly isConditional?: true;
  /** A write whose answer has an ETag. */
  readonly isTagged?: true;
  /** Is refused with 412 where `If-Match` does not have the ETag of now. */
  readonly isGuarded?: true;
  readonly success: 200 | 201;
  /** In addition to `COMMON_ERRORS`. */
  readonly errors: readonly ErrorCode[];
  readonly ko: string;
  readonly en: string;
  readonly effect: Bilingual;
}

/** Errors that every operation can return. */
export const COMMON_ERRORS = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const satisfies ErrorCode[];

export const OPERATIONS = {
  findStudents: {
    method: 'GET',
    path: '/students',
    permission: 'read',
    areas: ['roster:read'],
    isCompressed: true,
    success: 200,
    errors: [],
    ko: '학생 검색',
    en: 'Search students',
    effect: {
      ko: 'UID나 한국어, 일본어, 영어 이름과 별칭으로 학생을 찾아, 잘 맞는 순서로 반환합니다. 여러 명이 반환될 수 있으므로 찾는 이름과 정확히 같은지 확인하십시오.',
      en: 'Finds students by UID, or by a name or alias in Korean, Japanese or English, best match first. Several may match: check that the name is the one you mean.',
    },
  },
  listRecruitedStudents: {
    method: 'GET',
    path: '/me/students',
    permission: 'read',
    areas: ['roster:read'],
    isCompressed: true,
    success: 200,
    errors: [],
    ko: '모집한 학생 목록',
    en: 'List recruited students',
    effect: {
      ko: '`studentUid` 오름차순으로 반환합니다.',
      en: 'Sorted by `studentUid` in ascending order.',
    },
  },
  registerRecruitedStudent: {
    method: 'POST',
    path: '/me/students',
    permission: 'write',
    areas: ['roster:write'],
    body: 'StudentRegistration',
    success: 201,
    errors: ['not_found', 'student_already_recruited'],
    ko: '모집한 학생 등록',
    en: 'Register a recruited student',
    effect: {
      ko: '보내지 않은 필드는 `null`로 저장됩니다. 단, 이미 기록된 인연 랭크와 누적 인연 경험치는 유지됩니다.',
      en: 'Fields you leave out are stored as `null`, except that a bond rank and bond experience recorded earlier are kept.',
    },
  },
  getRecruitedStudent: {
    method: 'GET',
    path: '/me/students/{studentUid}',
    permission: 'read',
    areas: ['roster:read'],
    success: 200,
    errors: ['not_found', 'student_not_recruited'],
    ko: '모집한 학생 조회',
    en: 'Read one recruited student',
    effect: {
      ko: '다른 형태의 UID는 대표 UID로 처리됩니다.',
      en: 'The UID of another form is treated as the representative UID.',
    },
  },
  patchRecruitedStudent: {
    method: 'PATCH',
    path: '/me/students/{studentUid}',
    permission: 'write',
    areas: ['roster:write'],
    body: 'StudentPatch',
    success: 200,
    errors: ['not_found', 'student_not_recruited'],
    ko: '모집한 학생의 일부 필드 변경',
    en: 'Change fields of a recruited student',
    effect: {
      ko: '보낸 필드만 바뀌고 보내지 않은 필드는 그대로 유지됩니다. `null`을 보낸 필드는 값이 지워집니다.',
      en: 'Only the fields you send change; fields you leave out keep their values. `null` clears a field.',
    },
  },
  deleteRecruitedStudent: {
    method: 'DELETE',
    path: '/me/students/{studentUid}',
    permission: 'write',
    areas: ['roster:write'],
    success: 200,
    errors: ['not_found', 'student_not_recruited'],
    ko: '모집한 학생 삭제',
    en: 'Remove a recruited student',
    effect: {
      ko: '등록 정보와 성장 상태, 인연 랭크와 누적 인연 경험치를 삭제합니다. 성장 목표, 선물 계획, 플래너는 삭제하지 않습니다.',
      en: 'Removes the registration, the growth state, and the bond rank and experience. Growth goals, gift plans and planners are kept.',
    },
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;
