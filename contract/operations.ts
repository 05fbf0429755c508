import type { ErrorCode } from './errors.ts';
import type { Access } from './limits.ts';

/** Prefix of every API path (SPEC 9). */
export const API_PREFIX = '/v1';

/** An endpoint of SPEC 4. Routes, permissions, rate limits and openapi.json are derived from this table. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without the prefix, in OpenAPI notation. */
  readonly path: string;
  /** The required permission and the rate limit that applies. */
  readonly access: Access;
  /** The schema of the JSON body, where one follows. */
  readonly body?: 'StudentRegistration' | 'StudentPatch';
  readonly success: 200 | 201;
  /** In addition to `COMMON_ERRORS`. */
  readonly errors: readonly ErrorCode[];
  readonly ko: string;
  readonly en: string;
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
    access: 'read',
    success: 200,
    errors: [],
    ko: '학생 검색',
    en: 'Search students',
  },
  listRecruitedStudents: {
    method: 'GET',
    path: '/me/students',
    access: 'read',
    success: 200,
    errors: [],
    ko: '모집한 학생 목록',
    en: 'List recruited students',
  },
  registerRecruitedStudent: {
    method: 'POST',
    path: '/me/students',
    access: 'write',
    body: 'StudentRegistration',
    success: 201,
    errors: ['not_found', 'student_already_recruited'],
    ko: '모집한 학생 등록',
    en: 'Register a recruited student',
  },
  getRecruitedStudent: {
    method: 'GET',
    path: '/me/students/{studentUid}',
    access: 'read',
    success: 200,
    errors: ['not_found', 'student_not_recruited'],
    ko: '모집한 학생 조회',
    en: 'Read one recruited student',
  },
  patchRecruitedStudent: {
    method: 'PATCH',
    path: '/me/students/{studentUid}',
    access: 'write',
    body: 'StudentPatch',
    success: 200,
    errors: ['not_found', 'student_not_recruited'],
    ko: '모집한 학생의 일부 필드 변경',
    en: 'Change fields of a recruited student',
  },
  deleteRecruitedStudent: {
    method: 'DELETE',
    path: '/me/students/{studentUid}',
    access: 'write',
    success: 200,
    errors: ['not_found', 'student_not_recruited'],
    ko: '모집한 학생 삭제',
    en: 'Remove a recruited student',
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;
