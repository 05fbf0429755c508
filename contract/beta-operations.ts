import type { Operation } from './operations.ts';

/** The operations below `BETA_PREFIX`: another table with the rows of `OPERATIONS`. */
export const BETA_OPERATIONS = {
  getMe: {
    method: 'GET',
    path: '/me',
    permission: 'read',
    success: 200,
    errors: [],
    ko: '계정과 키 조회',
    en: 'Read the account and the key',
    effect: {
      ko: '요청에 사용한 API 키와 그 계정, 남은 요청 한도를 반환합니다. 이 요청도 읽기 1회로 집계하며, `remaining`은 이 요청을 뺀 값입니다.',
      en: 'Returns the API key of the request, its account and what is left of the rate limits. Counts as one read, and `remaining` is what is left after it.',
    },
  },
  listChanges: {
    method: 'GET',
    path: '/changes',
    permission: 'read',
    success: 200,
    errors: ['not_found'],
    ko: '변경 기록 목록',
    en: 'List changes',
    effect: {
      ko: '계정의 변경 기록을 번호 오름차순으로 반환합니다. 마지막으로 받은 `number`를 다음 요청의 `after`로 보내면 그 뒤의 변경이 빠짐없이 한 번씩 반환됩니다. 서버가 기록을 남기지 않으면 404입니다.',
      en: "Returns the account's changes in ascending order of their numbers. Send the last `number` you received as `after` to get what came later, each change once. On a server that keeps no history it is 404.",
    },
  },
  getPastRoster: {
    method: 'GET',
    path: '/roster',
    permission: 'read',
    success: 200,
    errors: ['not_found'],
    ko: '지난 시점의 모집한 학생 목록',
    en: 'Read the roster as it was',
    effect: {
      ko: '`at` 시점에 모집되어 있던 학생을 `studentUid` 오름차순으로 모두 반환합니다. 그날의 첫 상태만 남아 있으면 `asOf`가 `at`보다 이릅니다. 서버가 기록을 남기지 않으면 404입니다.',
      en: 'Returns all students that were recruited at the time `at`, sorted by `studentUid`. `asOf` is earlier than `at` where only the first state of that day is kept. On a server that keeps no history it is 404.',
    },
  },
} as const satisfies Record<string, Operation>;

export type BetaOperationId = keyof typeof BETA_OPERATIONS;
