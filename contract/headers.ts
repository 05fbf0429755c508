import type { Schema } from './schemas.ts';

const text = (description: string, required = true): Schema => ({
  description,
  required,
  schema: { type: 'string' },
});

/** What an answer says beside its body: openapi.json describes it, and pages of other origins may read it. */
export const HEADERS: Record<string, Schema> = {
  'Request-Id': text('이 요청의 식별자입니다. 문의할 때 알려 주십시오.'),
  'RateLimit-Policy': text('이 요청에 적용된 요청 한도입니다. 예: "read";q=60;w=60'),
  RateLimit: text('남은 요청 횟수와 현재 집계 구간이 끝날 때까지 남은 시간(초)입니다. 예: "read";r=59;t=60'),
  Location: text('등록된 학생의 주소입니다.'),
  'Retry-After': {
    description: '다시 보내기 전에 기다려야 하는 시간(초)입니다.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': text('인증 방식입니다. 언제나 Bearer입니다.'),
};
