import { ERRORS } from '../../../contract/errors.ts';
import { HEADER_NAMES, HEADERS } from '../../../contract/headers.ts';
import {
  MAX_BODY_BYTES,
  MCP_LIMIT,
  PERMISSIONS,
  type Permission,
  RATE_LIMITS,
} from '../../../contract/limits.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { MCP_PATH } from '../../../contract/paths.ts';
import { code, type Html, html } from '../../html/html.ts';
import { rateLimitHeader, rateLimitPolicyHeader } from '../../rate-limit/rate-limit-headers.ts';
import { RETRYABLE_STATUSES } from './client-samples.ts';
import { table } from './html-table.ts';
import { errorCode } from './named-terms.ts';
import { type GuideContext, heading, type Section } from './section.ts';

const OK = String(OPERATIONS.listRecruitedStudents.success);

export const limits: Section = {
  id: 'limits',
  title: { ko: '요청 한도', en: 'Rate limits' },
  body: (guide) =>
    html`${limitsTable(guide)}${limitsExample(guide)}${retrying(guide)}${responseHeaders(guide)}`,
};

const limitsTable = ({ t, limits }: GuideContext): Html => html`
${table(
  t('요청 한도', 'Rate limits'),
  [t('한도', 'Limit'), t('값', 'Value'), t('적용 대상', 'Applies to')],
  [
    ...PERMISSIONS.map((permission) => ({
      id: `limit-${permission}`,
      cells: [
        t(permission === 'read' ? '읽기' : '쓰기', permission === 'read' ? 'Reads' : 'Writes'),
        t(
          `${minutes(permission)}분에 ${count(limits[permission])}회`,
          `${count(limits[permission])} per ${minutes(permission) === 1 ? 'minute' : `${minutes(permission)} minutes`}`,
        ),
        t(
          html`${methods(permission)} 요청. ${permission === 'read' ? '계정별, 지역별로 집계합니다' : '계정별로, 모든 키와 지역을 합산하여 집계합니다'}`,
          html`${methods(permission)} requests, counted per account ${permission === 'read' ? 'and region' : 'across all keys and regions'}`,
        ),
      ],
    })),
    {
      cells: [
        'MCP',
        t(
          `${MCP_LIMIT.windowSeconds / 60}분에 ${count(MCP_LIMIT.perWindow)}회`,
          `${count(MCP_LIMIT.perWindow)} per minute`,
        ),
        t(
          html`${code(`POST ${MCP_PATH}`)} 요청. 계정별로 집계하며, 도구가 하는 읽기와 쓰기는 따로 집계합니다`,
          html`${code(`POST ${MCP_PATH}`)}, counted per account, beside the reads and writes that the tools make`,
        ),
      ],
    },
    {
      cells: [
        t('본문 크기', 'Body size'),
        `${MAX_BODY_BYTES / 1024 ** 2} MiB`,
        t('본문이 있는 요청', 'Requests with a body'),
      ],
    },
  ],
)}
<ul>
<li>${t(
  '집계 구간은 첫 번째로 집계된 요청부터 시작하고, 구간이 끝난 뒤의 첫 요청부터 다시 시작합니다. 정각이나 자정을 기준으로 하지 않습니다.',
  'A window starts with the first counted request. After it ends, the next request starts a new window. Windows are not aligned to the clock.',
)}</li>
<li>${t(
  html`인증과 권한 검사를 통과한 요청은 결과와 관계없이 1회로 집계합니다. ${errorCode('unauthorized')}, ${errorCode('forbidden')}, ${errorCode('rate_limited')} 응답을 받은 요청은 집계하지 않습니다.`,
  html`Every request that passes authentication and the permission check counts once, whatever its result. Requests that get ${errorCode('unauthorized')}, ${errorCode('forbidden')} or ${errorCode('rate_limited')} do not count.`,
)}</li>
<li>${t(
  html`16 KiB보다 큰 본문은 계정마다 합쳐서 8 MiB까지 동시에 보낼 수 있습니다. 이를 넘으면 ${errorCode('unavailable')} 응답을 받으니 앞의 요청이 끝난 뒤 다시 보내십시오.`,
  html`Bodies larger than 16 KiB may take up 8 MiB at a time for each account. Beyond that a request gets ${errorCode('unavailable')}: send it again once the earlier ones are done.`,
)}</li>
<li>${t(
  html`클라이언트 ${code('@rollbook/client')}에서는 ${code('rollbook.roster.get(uid).withResponse()')}처럼 각 호출의 ${code('withResponse()')}가 ${code('limits')}에 남은 횟수를 담아 반환합니다.`,
  html`In the client ${code('@rollbook/client')}, ${code('withResponse()')} of each call, as in ${code('rollbook.roster.get(uid).withResponse()')}, returns what is left as ${code('limits')}.`,
)}</li>
<li>${t(
  '서버가 다시 시작되면 집계 구간이 초기화될 수 있습니다.',
  'A server restart may reset the windows.',
)}</li>
</ul>`;

const minutes = (permission: Permission): number => RATE_LIMITS[permission].windowSeconds / 60;
const count = (requests: number): string => requests.toLocaleString('en');
const methods = (needed: Permission): string =>
  [
    ...new Set(
      Object.values(OPERATIONS)
        .filter(({ permission }) => permission === needed)
        .map(({ method }) => method),
    ),
  ].join(', ');

/** The headers that one account gets while it uses up a window. */
function limitsExample({ t, limits }: GuideContext): Html {
  const { windowSeconds } = RATE_LIMITS.read;
  const limit = limits.read;
  const row = (seconds: number, description: string, remaining: number, status: string) => ({
    cells: [
      t(`${seconds}초`, `${seconds} s`),
      description,
      status,
      code(
        rateLimitHeader(
          'read',
          remaining,
          seconds === windowSeconds ? windowSeconds : windowSeconds - seconds,
        ),
      ),
    ],
  });
  const exceededAt = windowSeconds - 23;
  return html`${heading('limits-example', t('예시: 읽기 한도 초과', 'Example: exceed the read limit'))}
<p>${t(
    html`집계된 요청의 응답에는 두 헤더가 포함됩니다. ${code(`RateLimit-Policy: ${rateLimitPolicyHeader('read', limit)}`)} 헤더는 ${windowSeconds}초에 ${count(limit)}회까지 요청할 수 있다는 뜻입니다. ${code('RateLimit')} 헤더에는 남은 요청 횟수(${code('r')})와 구간이 끝날 때까지 남은 초(${code('t')})가 담깁니다.`,
    html`The response to every counted request has two headers. ${code(`RateLimit-Policy: ${rateLimitPolicyHeader('read', limit)}`)} means ${count(limit)} requests per ${windowSeconds} seconds. In ${code('RateLimit')}, ${code('r')} is the number of requests left and ${code('t')} the seconds until the window ends.`,
  )}</p>
${table(
  t('한 계정의 읽기 요청', 'Reads of one account'),
  [t('시각', 'Time'), t('요청', 'Request'), t('응답', 'Response'), code('RateLimit')],
  [
    row(0, t('첫 번째 읽기 (구간 시작)', 'First read (the window starts)'), limit - 1, OK),
    row(exceededAt, t(`${count(limit)}번째 읽기`, `Read number ${count(limit)}`), 0, OK),
    row(
      exceededAt,
      t('한 번 더 읽기', 'One more read'),
      0,
      `${ERRORS.rate_limited.status}, Retry-After: ${windowSeconds - exceededAt}`,
    ),
    row(windowSeconds, t('기다린 뒤 재시도', 'Retry after waiting'), limit - 1, OK),
  ],
)}`;
}

const retrying = ({ t }: GuideContext): Html => html`
${heading('limits-obey', t('요청 한도 처리하기', 'Handle rate limits'))}
<p>${t(
  html`상태 코드가 ${RETRYABLE_STATUSES.join(' 또는 ')}인 응답을 받으면 ${code('Retry-After')} 헤더의 초만큼 기다린 뒤 같은 요청을 재시도하십시오. 두 경우 모두 요청이 처리되지 않았으므로 쓰기 요청도 그대로 재시도할 수 있습니다. <a href="#flow">학생 한 명 설정하기</a>의 예제가 이렇게 합니다.`,
  html`On ${RETRYABLE_STATUSES.join(' or ')}, wait for the seconds in ${code('Retry-After')}, then send the same request again. The request was not processed, so writes are safe to retry as well. The sample of <a href="#flow">Set one student</a> does so.`,
)}</p>
<ul>
<li>${t(
  html`학생이 여러 명이면 <a href="#sync">목록부터 조회</a>하십시오. 검색 대신 <a href="#catalogue">카탈로그</a>를 받으면 읽기 한도를 쓰지 않습니다.`,
  html`For many students, <a href="#sync">list first</a>. The <a href="#catalogue">catalogue</a> replaces searches and counts against no limit.`,
)}</li>
<li>${t(
  html`${code('curl --retry')} 옵션도 ${code('Retry-After')} 헤더를 따르지만, 상태 코드가 ${ERRORS.internal_error.status}인 응답에도 재시도하므로 읽기 요청에만 사용하십시오.`,
  html`${code('curl --retry')} also honours ${code('Retry-After')}, but retries after ${ERRORS.internal_error.status} as well: use it for reads only.`,
)}</li>
</ul>`;

const responseHeaders = ({ t, language }: GuideContext): Html => html`
${heading('headers', t('응답 헤더', 'Response headers'))}
${table(
  t('응답 헤더', 'Response headers'),
  [t('이름', 'Name'), t('설명', 'Description')],
  HEADER_NAMES.map((name) => ({ id: `header-${name}`, cells: [code(name), HEADERS[name][language]] })),
)}`;
