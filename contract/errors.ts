import type { Bilingual } from './bilingual.ts';

/** THE other table (SPEC 7): each code, its status, when it is sent and what a caller does about it. */
export const ERRORS = {
  invalid_request: {
    status: 400,
    when: { ko: '요청의 형식이나 값이 올바르지 않습니다.', en: 'The request is malformed or invalid.' },
    act: {
      ko: '`fields`가 가리키는 필드를 고쳐서 다시 보내십시오.',
      en: 'Correct what `fields` names and send it again.',
    },
  },
  unauthorized: {
    status: 401,
    when: {
      ko: 'API 키가 없거나, 잘못되었거나, 만료 또는 삭제되었습니다.',
      en: 'The key is missing, invalid, expired or deleted.',
    },
    act: {
      ko: '`Authorization: Bearer <API_KEY>` 헤더에 유효한 키를 넣어 보내십시오.',
      en: 'Send a valid key in `Authorization: Bearer <API_KEY>`.',
    },
  },
  forbidden: {
    status: 403,
    when: {
      ko: '키에 필요한 권한이 없거나 계정이 활성 상태가 아닙니다.',
      en: 'The key lacks the permission, or the account is not active.',
    },
    act: {
      ko: '쓰기 요청에는 write 권한의 키를 사용하고, 계정이 정지되었다면 운영자에게 문의하십시오.',
      en: 'Use a key with write permission for writes; ask the operator if the account is suspended.',
    },
  },
  not_found: {
    status: 404,
    when: { ko: 'API 경로 또는 학생 UID가 없습니다.', en: 'There is no such path or student UID.' },
    act: {
      ko: '경로와 메서드를 확인하고, 학생은 `GET /students`로 찾은 UID를 사용하십시오.',
      en: 'Check path and method; take student UIDs from `GET /students`.',
    },
  },
  student_not_recruited: {
    status: 404,
    when: {
      ko: '이 계정에 등록되지 않은 학생입니다.',
      en: 'The student is not registered for this account.',
    },
    act: {
      ko: '먼저 `POST /me/students`로 등록하십시오.',
      en: 'Register it with `POST /me/students` first.',
    },
  },
  student_already_recruited: {
    status: 409,
    when: { ko: '이미 등록된 학생입니다.', en: 'The student is registered already.' },
    act: {
      ko: '바꿀 필드만 `PATCH /me/students/{studentUid}`로 보내십시오.',
      en: 'Send the changes with `PATCH /me/students/{studentUid}`.',
    },
  },
  rate_limited: {
    status: 429,
    when: { ko: '요청 한도를 넘었습니다.', en: 'The rate limit is exceeded.' },
    act: {
      ko: '`Retry-After` 헤더의 초만큼 기다린 뒤 다시 보내십시오.',
      en: 'Wait the seconds of `Retry-After`, then send it again.',
    },
  },
  internal_error: {
    status: 500,
    when: {
      ko: '서버 오류입니다. 요청이 처리되었는지 알 수 없습니다.',
      en: 'Server error; it is unknown whether the request was processed.',
    },
    act: {
      ko: 'GET으로 현재 상태를 확인하고, 원하는 상태가 아닐 때만 다시 보내십시오.',
      en: 'Look with GET; resend only if the state is not the wanted one.',
    },
  },
  unavailable: {
    status: 503,
    when: {
      ko: '일시적으로 사용할 수 없습니다. 요청은 처리되지 않았습니다.',
      en: 'Temporarily unavailable; the request was not processed.',
    },
    act: {
      ko: '`Retry-After` 헤더의 초만큼 기다린 뒤 그대로 다시 보내십시오.',
      en: 'Wait the seconds of `Retry-After`, then send it again as it is.',
    },
  },
} as const satisfies Record<string, { status: number; when: Bilingual; act: Bilingual }>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

export const docsAnchor = (code: ErrorCode): string => `error-${code}`;
