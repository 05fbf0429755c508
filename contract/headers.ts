import type { Bilingual } from './bilingual.ts';

const TEXT = { type: 'string' };

/** Response headers: described in openapi.json and exposed by CORS. */
export const HEADERS = {
  'Request-Id': {
    ko: '이 요청의 식별자입니다. 문의할 때 알려 주십시오.',
    en: 'Identifies this request; include it when you ask for help.',
    schema: TEXT,
  },
  'RateLimit-Policy': {
    ko: '이 요청에 적용된 요청 한도입니다. 예: "read";q=60;w=60',
    en: 'The rate limit that applied to this request, such as "read";q=60;w=60.',
    schema: TEXT,
  },
  RateLimit: {
    ko: '남은 요청 횟수와 현재 집계 구간이 끝날 때까지 남은 시간(초)입니다. 예: "read";r=59;t=60',
    en: 'Remaining requests and seconds until the window ends, such as "read";r=59;t=60.',
    schema: TEXT,
  },
  ETag: {
    ko: '응답에 담긴 값의 버전입니다. 조회할 때 If-None-Match 헤더로 보내면 달라지지 않았을 때 본문 없이 304가, 목표나 보유 아이템을 쓸 때 If-Match 헤더로 보내면 달라졌을 때 412가 반환됩니다.',
    en: 'Version of the values in the response. Send it as If-None-Match with a read, and the answer is 304 without a body if none has changed; as If-Match with a write of a goal or the stock, and it is 412 if one has.',
    schema: TEXT,
  },
  'Rollbook-Version': {
    ko: '서버의 버전입니다. 확인된 키의 요청에만 있습니다.',
    en: "The server's version, where the key is known.",
    schema: TEXT,
  },
  Location: { ko: '새로 만든 것의 주소입니다.', en: 'URL of what was created.', schema: TEXT },
  'Retry-After': {
    ko: '다시 보내기 전에 기다려야 하는 시간(초)입니다.',
    en: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    ko: '인증 방식입니다. Bearer로 시작합니다.',
    en: 'Authentication scheme; begins with Bearer.',
    schema: TEXT,
  },
} as const satisfies Record<string, Bilingual & { schema: object }>;

export type HeaderName = keyof typeof HEADERS;
export const HEADER_NAMES = Object.keys(HEADERS) as HeaderName[];

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';
