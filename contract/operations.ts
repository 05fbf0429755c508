import type { ErrorCode } from './errors.ts';
import type { Access } from './limits.ts';

/** The segment with which every path of the API begins (SPEC 9). */
export const API_PREFIX = '/v1';

/** SPEC 4 as data: what there is to call. Routes, permissions, counting and openapi.json follow from it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the version segment, in OpenAPI's notation. */
  readonly path: string;
  /** The permission it needs, and the limit it counts against. */
  readonly access: Access;
  /** The schema of the JSON body, where one follows. */
  readonly body?: 'StudentRegistration' | 'StudentPatch';
  readonly success: 200 | 201;
  /** Besides those that every operation can answer. */
  readonly errors: readonly ErrorCode[];
  readonly ko: string;
  readonly en: string;
}

/** Every operation can answer these. */
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
