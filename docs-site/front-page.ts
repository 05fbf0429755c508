import type { Bilingual } from '../contract/bilingual.ts';
import { OPERATIONS } from '../contract/operations.ts';
import {
  API_PREFIX,
  CONSOLE_PATH,
  GUIDE_PATHS,
  LLMS_PATH,
  OPENAPI_PATH,
  REFERENCE_PATHS,
} from '../contract/paths.ts';
import { STATE_FIELDS } from '../contract/state-fields.ts';
import type { Config } from '../server/config.ts';
import { exampleStudent } from './guide/example.ts';
import { highlight } from './guide/highlight.ts';
import type { ServiceInfo } from './guide/section.ts';
import { code, type Html, html } from './html.ts';
import { relativeLinks, renderPage } from './page-frame.ts';

/** What the front page says of the service. */
export interface ServiceStatus {
  ready: boolean;
  catalogue: { version: string; students: number };
}

const to = relativeLinks('/');

/** The page at `/`, in Korean with English beside it: what this is, the ways in, the state of the service. */
export function frontPage(status: ServiceStatus, service: ServiceInfo, signup: Config['signup']): string {
  return renderPage({
    path: '/',
    language: 'ko',
    title: 'Rollbook (출석부)',
    style: 'front.css',
    hasScript: false,
    body: html`<main id="content" tabindex="-1">
<header>
<h1>블루 아카이브 학생들의 출석부 <small>beta</small></h1>
<p class="lead">모집한 학생의 성장 상태를 한곳에 기록해 두면 플래너, 스캐너, 봇이 함께 사용할 수 있습니다.</p>
<p lang="en">Rollbook keeps your Blue Archive students in one place, so that planners, scanners and bots can share them.</p>
</header>
<div class="ways">
${playerWay(service, signup)}
${toolAuthorWay(service)}
${agentWay(service)}
</div>
${statusLine(status)}
</main>`,
  });
}

const SIGNUP_NOTES: Record<Config['signup'], Bilingual> = {
  closed: {
    ko: '지금은 가입을 받지 않습니다. 계정이 있으면 로그인할 수 있습니다.',
    en: 'Sign-up is closed. If you have an account, you can sign in.',
  },
  invite: {
    ko: '처음이라면 운영자에게 받은 초대 링크로 가입합니다.',
    en: 'New here? Sign up with an invite link from the operator.',
  },
  open: {
    ko: '처음이라면 바로 가입할 수 있습니다.',
    en: 'New here? You can sign up right away.',
  },
};

const playerWay = (service: ServiceInfo, signup: Config['signup']) =>
  way({
    id: 'players',
    audience: { ko: '플레이어', en: 'Players' },
    title: { ko: '브라우저에서 내 학생 보기', en: 'Your students in the browser' },
    picture: rosterPicture(service),
    text: {
      ko: '콘솔에서 학생의 성장 상태를 보고 고치고, 도구에 사용할 API 키를 발급하거나 폐기합니다.',
      en: 'In the console you see and change your students, and issue or revoke the API keys of your tools.',
    },
    note: SIGNUP_NOTES[signup],
    links: html`<a class="button" href="${to(CONSOLE_PATH)}">콘솔 열기 <span lang="en">Open the console</span></a>`,
  });

const toolAuthorWay = (service: ServiceInfo) =>
  way({
    id: 'tools',
    audience: { ko: '도구 제작자', en: 'Tool authors' },
    title: { ko: 'HTTP API로 도구 연결하기', en: 'Your tool, over HTTP' },
    picture: requestPicture(service),
    text: {
      ko: '학생을 이름으로 검색하고, 계정이 모집한 학생을 조회하고 저장합니다.',
      en: 'Search students by name, and read and write those that an account has recruited.',
    },
    note: {
      ko: '안내에는 curl, JavaScript, Python 예제가 있습니다.',
      en: 'The guide has samples for curl, JavaScript and Python.',
    },
    links: html`<a class="button" href="${to(GUIDE_PATHS.ko)}">안내 읽기</a>
<a class="button plain" href="${to(GUIDE_PATHS.en)}" lang="en" hreflang="en">Read the guide</a>
<a href="${to(REFERENCE_PATHS.ko)}">API 문서 <span lang="en">API reference</span></a>`,
  });

const agentWay = (service: ServiceInfo) =>
  way({
    id: 'agents',
    audience: { ko: 'AI 에이전트', en: 'AI agents' },
    title: { ko: '대화로 학생 기록하기', en: 'Your roster in a chat' },
    picture: chatPicture(service),
    text: {
      ko: 'MCP를 지원하는 프로그램은 학생을 찾고, 기록하고, 다른 도구의 목록을 옮길 수 있습니다.',
      en: 'Programs that speak MCP can search and save students, and bring in the rosters of other tools.',
    },
    note: {
      ko: '글로 읽는 프로그램을 위한 llms.txt와 Markdown 안내도 있습니다.',
      en: 'For programs that read text, there are llms.txt and the guide in Markdown.',
    },
    links: html`<a class="button" href="${to(`${GUIDE_PATHS.ko}#agents`)}">연결 방법</a>
<a class="button plain" href="${to(`${GUIDE_PATHS.en}#agents`)}" lang="en" hreflang="en">How to connect</a>
<a href="${to(LLMS_PATH)}">llms.txt</a>`,
  });

interface Way {
  id: string;
  audience: Bilingual;
  title: Bilingual;
  picture: Html;
  text: Bilingual;
  note: Bilingual;
  links: Html;
}

const way = ({
  id,
  audience,
  title,
  picture,
  text,
  note,
  links,
}: Way): Html => html`<section aria-labelledby="${id}">
<p class="audience">${audience.ko} <span lang="en">${audience.en}</span></p>
<h2 id="${id}">${title.ko} <span lang="en">${title.en}</span></h2>
${picture}
<p class="text">${text.ko} <span lang="en">${text.en}</span></p>
<p class="note">${note.ko} <span lang="en">${note.en}</span></p>
<p class="actions">${links}</p>
</section>`;

/** The student that the request beside it changes, and others. Hidden from screen readers, as the text says the same. */
function rosterPicture(service: ServiceInfo): Html {
  const { uid, changed, roster } = exampleStudent(service);
  const recruited = roster.map((student) => ({
    name: student.name,
    tier: student.target.tier,
    level: student.target.level,
    bond: student.uid === uid ? changed.bond : null,
  }));
  const other = service.served.catalogue.entries.find((entry) =>
    roster.every((one) => one.uid !== entry.uid),
  );
  return html`<ul class="picture roster" aria-hidden="true">
${recruited.map(
  ({ name, tier, level, bond }) =>
    html`<li>${CHECK}<b>${name}</b> <span class="stars">${stars(tier)}<span>${stars(STATE_FIELDS.tier.max - tier)}</span></span> <span class="level">Lv ${level}</span> <span class="bond">${bond !== null && html`♥ ${bond}`}</span></li>
`,
)}${other && html`<li class="absent">${BOX}<b>${other.names.ko}</b></li>`}
</ul>`;
}

const stars = (count: number): string => '★'.repeat(count);
const BOX = html`<svg viewBox="0 0 24 24"><rect x="3" y="3" width="18" height="18" rx="4"/></svg>`;
const CHECK = html`<svg viewBox="0 0 24 24" class="checked"><rect x="3" y="3" width="18" height="18" rx="4"/><path d="m7.5 12.5 3 3 6-7"/></svg>`;

function requestPicture(service: ServiceInfo): Html {
  const { uid, change } = exampleStudent(service);
  const { method, path } = OPERATIONS.patchRecruitedStudent;
  const body = JSON.stringify(change, null, 2);
  return html`<pre class="picture" aria-hidden="true"><b>${method}</b> ${API_PREFIX}${path.replace('{studentUid}', uid)}
${highlight(body)}</pre>`;
}

function chatPicture(service: ServiceInfo): Html {
  const { uid, name, change } = exampleStudent(service);
  const state = JSON.stringify({ studentUid: uid, level: change.level }).replaceAll(/([:,])/g, '$1 ');
  return html`<div class="picture chat" aria-hidden="true">
<p>${name} 레벨 ${change.level} 찍었어</p>
<pre><b>save_students</b>
${highlight(state)}</pre>
</div>`;
}

const statusLine = ({ ready, catalogue: { version, students } }: ServiceStatus): Html => html`<footer>
<p class="state" data-ready="${String(ready)}"><i></i>${
  ready
    ? html`지금 요청을 처리할 수 있습니다. <span lang="en">Ready</span>`
    : html`지금은 요청을 처리할 수 없습니다. 잠시 후 다시 확인하십시오. <span lang="en">Not ready, check again in a moment</span>`
}</p>
<ul>
<li>학생 ${students}명 <span lang="en">Students</span></li>
<li>카탈로그 <span lang="en">Catalogue</span> ${code(version)}</li>
<li><a href="${to(OPENAPI_PATH)}">openapi.json</a></li>
<li><a href="${to('/healthz')}">healthz</a></li>
<li><a href="${to('/readyz')}">readyz</a></li>
</ul>
</footer>`;
