import type { Bilingual } from './bilingual.ts';

/** The error codes: status, when each is returned and how to handle it. */
export const ERRORS = {
  invalid_request: {
    status: 400,
    when: { ko: '요청의 형식이나 값이 올바르지 않습니다.', en: 'The request is malformed or invalid.' },
    act: {
      ko: '`fields`가 가리키는 필드를 고쳐서 다시 보내십시오.',
      en: 'Correct the fields listed in `fields` and send the request again.',
    },
  },
  unauthorized: {
    status: 401,
    when: {
      ko: 'API 키가 없거나, 잘못되었거나, 만료 또는 삭제되었습니다.',
      en: 'The API key is missing, invalid, expired or deleted.',
    },
    act: {
      ko: '`Authorization: Bearer <API_KEY>` 헤더에 유효한 키를 넣어 보내십시오.',
      en: 'Send a valid key as `Authorization: Bearer <API_KEY>`.',
    },
  },
  forbidden: {
    status: 403,
    when: {
      ko: '키에 필요한 권한이나 영역이 없거나 계정이 활성 상태가 아닙니다.',
      en: 'The key lacks the permission or the area, or the account is not active.',
    },
    act: {
      ko: '쓰기 요청에는 write 권한의 키를, 메시지가 영역을 알려 주면 그 영역을 허용한 키를 사용하고, 계정이 정지되었다면 운영자에게 문의하십시오.',
      en: 'Use a key with write permission for writes, and with the area that the message names. If the account is suspended, ask the operator.',
    },
  },
  not_found: {
    status: 404,
    when: { ko: 'API 경로 또는 학생 UID가 없습니다.', en: 'The API path or student UID does not exist.' },
    act: {
      ko: '경로와 메서드를 확인하고, 학생은 `GET /students`로 찾은 UID를 사용하십시오.',
      en: 'Check the path and method. Look up student UIDs with `GET /students`.',
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
      en: 'Register the student with `POST /me/students` first.',
    },
  },
  student_already_recruited: {
    status: 409,
    when: { ko: '이미 등록된 학생입니다.', en: 'The student is already registered.' },
    act: {
      ko: '바꿀 필드만 `PATCH /me/students/{studentUid}`로 보내십시오.',
      en: 'Send only the changed fields with `PATCH /me/students/{studentUid}`.',
    },
  },
  rate_limited: {
    status: 429,
    when: { ko: '요청 한도를 넘었습니다.', en: 'The rate limit was exceeded.' },
    act: {
      ko: '`Retry-After` 헤더의 초만큼 기다린 뒤 다시 보내십시오.',
      en: 'Wait for the number of seconds in `Retry-After`, then send the request again.',
    },
  },
  internal_error: {
    status: 500,
    when: {
      ko: '서버 오류입니다. 요청이 처리되었는지 알 수 없습니다.',
      en: 'Server error. The request may or may not have been processed.',
    },
    act: {
      ko: 'GET으로 현재 상태를 확인하고, 원하는 상태가 아닐 때만 다시 보내십시오.',
      en: 'Check the current state with GET. Resend the request only if it was not applied.',
    },
  },
  unavailable: {
    status: 503,
    when: {
      ko: '일시적으로 사용할 수 없습니다. 요청은 처리되지 않았습니다.',
      en: 'Temporarily unavailable. The request was not processed.',
    },
    act: {
      ko: '`Retry-After` 헤더의 초만큼 기다린 뒤 그대로 다시 보내십시오.',
      en: 'Wait for the number of seconds in `Retry-After`, then send the same request again.',
    },
  },
} as const satisfies Record<string, { status: number; when: Bilingual; act: Bilingual }>;

/** The `code` of an error response. */
export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

export const docsAnchor = (code: ErrorCode): string => `error-${code}`;
