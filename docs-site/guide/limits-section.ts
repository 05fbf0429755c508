import { ERRORS } from '../../contract/errors.ts';
import { HEADER_NAMES, HEADERS } from '../../contract/headers.ts';
import { type Access, MAX_BODY_BYTES, RATE_LIMITS } from '../../contract/limits.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { rateLimitHeader, rateLimitPolicyHeader } from '../../server/rate-limit/rate-limit-headers.ts';
import { code, type Html, html } from '../html.ts';
import { table } from './html-table.ts';
import { refusal } from './named-terms.ts';
import { sample } from './sample.ts';
import { beside, type Guide, heading, type Section } from './section.ts';

/** The codes after which the same request may be sent again as it is. */
const AGAIN = [ERRORS.rate_limited.status, ERRORS.unavailable.status];
const MOST_TRIES = 5;
const OK = String(OPERATIONS.listRecruitedStudents.success);

export const limits: Section = {
  id: 'limits',
  title: { ko: '요청 한도', en: 'Limits' },
  body: (guide) => html`${windows(guide)}${worked(guide)}${obeying(guide)}${headers(guide)}`,
};

const windows = ({ say, limits }: Guide): Html => html`
${table(
  say('요청 한도', 'Limits'),
  [say('한도', 'Limit'), say('값', 'Value'), say('대상', 'Applies to')],
  [
    ...(['read', 'write'] as const).map((work) => ({
      id: `limit-${work}`,
      cells: [
        say(work === 'read' ? '읽기' : '쓰기', work === 'read' ? 'Reads' : 'Writes'),
        say(
          `${minutes(work)}분에 ${count(limits[work])}번`,
          `${count(limits[work])} in ${minutes(work)} ${minutes(work) === 1 ? 'minute' : 'minutes'}`,
        ),
        say(
          html`${methods(work)} 요청. ${work === 'read' ? '계정과 지역마다 따로' : '계정마다, 모든 키와 지역을 합하여'} 집계합니다`,
          html`${methods(work)}, counted by account ${work === 'read' ? 'and region' : 'over all its keys and regions'}`,
        ),
      ],
    })),
    {
      cells: [
        say('본문 크기', 'Body size'),
        `${MAX_BODY_BYTES / 1024 ** 2} MiB`,
        say('본문이 있는 요청', 'requests with a body'),
      ],
    },
  ],
)}
<ul>
<li>${say(
  '집계 구간은 처음 집계된 요청에서 시작하고, 끝나면 다음 요청에서 새로 시작합니다. 자정이나 정각과는 관계가 없습니다.',
  'A window starts with the first request that counts; when it has ended, the next request starts another. The clock on the wall has no part in it.',
)}</li>
<li>${say(
  html`인증과 권한을 통과한 요청은 결과와 관계없이 한 번으로 집계합니다. ${refusal('unauthorized')}, ${refusal('forbidden')}, 그리고 한도를 넘어 ${refusal('rate_limited')}를 받은 요청은 집계하지 않습니다.`,
  html`What passes authentication and permission counts once, whatever becomes of it. ${refusal('unauthorized')}, ${refusal('forbidden')} and those refused with ${refusal('rate_limited')} do not.`,
)}</li>
<li>${say(
  '서버를 다시 시작하면 집계 구간이 새로 시작될 수 있습니다.',
  'A restart of the server may open new windows.',
)}</li>
</ul>`;

const minutes = (work: Access): number => RATE_LIMITS[work].windowSeconds / 60;
const count = (requests: number): string => requests.toLocaleString('en');
const methods = (work: Access): string =>
  [
    ...new Set(
      Object.values(OPERATIONS)
        .filter(({ access }) => access === work)
        .map(({ method }) => method),
    ),
  ].join(', ');

/** One account's minute, told by the headers that it sees. */
function worked({ say, limits }: Guide): Html {
  const { windowSeconds } = RATE_LIMITS.read;
  const most = limits.read;
  const row = (at: number, what: string, left: number, status: string) => ({
    cells: [
      say(`${at}초`, `${at} s`),
      what,
      status,
      code(rateLimitHeader('read', left, at === windowSeconds ? windowSeconds : windowSeconds - at)),
    ],
  });
  const late = windowSeconds - 23;
  return html`${heading('limits-example', say('예: 목록을 자주 읽는 도구', 'An example: a tool that reads often'))}
<p>${say(
    html`집계된 요청의 응답에는 두 헤더가 있습니다. ${code(`RateLimit-Policy: ${rateLimitPolicyHeader('read', most)}`)}는 ${windowSeconds}초에 ${count(most)}번까지라는 뜻이고, ${code('RateLimit')}의 ${code('r')}은 남은 횟수, ${code('t')}는 구간이 끝날 때까지 남은 초입니다.`,
    html`The answer to every request that counts has two headers. ${code(`RateLimit-Policy: ${rateLimitPolicyHeader('read', most)}`)} says ${count(most)} in ${windowSeconds} seconds; in ${code('RateLimit')}, ${code('r')} is what is left and ${code('t')} the seconds until the window ends.`,
  )}</p>
${table(
  say('한 계정의 읽기 요청', 'The reads of one account'),
  [say('시각', 'At'), say('요청', 'Request'), say('응답', 'Answer'), code('RateLimit')],
  [
    row(0, say('첫 읽기: 구간이 시작됩니다', 'the first read starts the window'), most - 1, OK),
    row(late, say(`${count(most)}번째 읽기`, `read number ${count(most)}`), 0, OK),
    row(
      late,
      say('한 번 더 읽습니다', 'one more'),
      0,
      `${ERRORS.rate_limited.status}, Retry-After: ${windowSeconds - late}`,
    ),
    row(windowSeconds, say('기다렸다가 다시 보냅니다', 'the same again, after waiting'), most - 1, OK),
  ],
)}`;
}

function obeying(guide: Guide): Html {
  const { say, baseUrl } = guide;
  return beside(
    html`${heading('limits-obey', say('한도를 지키는 코드', 'Code that obeys'))}
<p>${say(
      html`${AGAIN.join('와 ')}의 ${code('Retry-After')}만큼 기다렸다가 같은 요청을 다시 보내면 됩니다. 둘 다 처리되지 않은 요청이므로 쓰기도 그대로 다시 보낼 수 있습니다.`,
      html`Wait the ${code('Retry-After')} of ${AGAIN.join(' and ')} and send the same request again. Neither was processed, so writes may be sent again as well.`,
    )}</p>
<p>${say(
      html`${code('curl --retry')}도 ${code('Retry-After')}를 지키지만 ${ERRORS.internal_error.status}에서도 다시 보내므로 읽기에만 사용하십시오.`,
      html`${code('curl --retry')} obeys ${code('Retry-After')} too, but also resends after a ${ERRORS.internal_error.status}: use it for reads only.`,
    )}</p>`,
    sample(guide, {
      id: 'retry',
      title: say('한도를 지키며 읽기', 'A read that obeys'),
      codes: {
        curl: `curl -sS --fail --retry ${MOST_TRIES} \\
  "\${ROLLBOOK_URL:-${baseUrl}}/me/students" \\
  -H "Authorization: Bearer $ROLLBOOK_KEY"`,
        javascript: `const api = process.env.ROLLBOOK_URL ?? '${baseUrl}';

async function send(path, options = {}) {
  const headers = {
    Authorization: \`Bearer \${process.env.ROLLBOOK_KEY}\`,
    ...options.headers,
  };
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(api + path, { ...options, headers });
    const again = [${AGAIN.join(', ')}].includes(response.status);
    if (!again || tries === ${MOST_TRIES}) return response;
    const seconds = Number(response.headers.get('Retry-After') ?? 1);
    await new Promise((resume) => setTimeout(resume, seconds * 1000));
  }
}

const response = await send('/me/students');
console.log(await response.text());`,
        python: `import os, time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

api = os.environ.get("ROLLBOOK_URL", "${baseUrl}")

def send(path, tries=${MOST_TRIES}, **options):
    request = Request(api + path, **options)
    request.add_header("Authorization", "Bearer " + os.environ["ROLLBOOK_KEY"])
    for left in range(tries - 1, -1, -1):
        try:
            return urlopen(request)
        except HTTPError as refused:
            if refused.status not in (${AGAIN.join(', ')}) or left == 0:
                raise
            time.sleep(int(refused.headers.get("Retry-After", "1")))

with send("/me/students") as response:
    print(response.read().decode())`,
      },
    }),
  );
}

const headers = ({ say, language }: Guide): Html => html`
${heading('headers', say('응답 헤더', 'Headers of answers'))}
${table(
  say('응답 헤더', 'Headers of answers'),
  [say('이름', 'Name'), say('뜻', 'Meaning')],
  HEADER_NAMES.map((name) => ({ id: `header-${name}`, cells: [code(name), HEADERS[name][language]] })),
)}`;
