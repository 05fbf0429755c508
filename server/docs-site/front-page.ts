import type { Bilingual, Language } from '../../contract/bilingual.ts';
import { CONSOLE_PATH } from '../../contract/console-paths.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import {
  API_PREFIX,
  FRONT_PATHS,
  GUIDE_PATHS,
  LLMS_PATH,
  OPENAPI_PATH,
  REFERENCE_PATHS,
} from '../../contract/paths.ts';
import { STATE_FIELDS } from '../../contract/state-fields.ts';
import type { Config } from '../config.ts';
import { code, type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page-frame.ts';
import { documentContext } from './document-page.ts';
import { exampleStudent } from './guide/example.ts';
import { highlight } from './guide/highlight.ts';
import type { GuideContext, ServiceInfo } from './guide/section.ts';

/** What the front page says of the service. */
export interface ServiceStatus {
  ready: boolean;
  catalogue: { version: string; students: number };
}

interface FrontPageOptions {
  language: Language;
  /** `/`, or the address of this language. */
  path: string;
  status: ServiceStatus;
  service: ServiceInfo;
  signup: Config['signup'];
}

/** What the parts of the page need: the service, and texts and links of one language. */
interface FrontContext extends GuideContext {
  signup: Config['signup'];
}

/** The page at `/`: what this is, the ways in, the state of the service. */
export function frontPage({ language, path, status, service, signup }: FrontPageOptions): string {
  const front: FrontContext = { ...documentContext(service, language, path), signup };
  const { t } = front;
  return renderPage({
    path,
    language,
    title: 'Rollbook (출석부)',
    languages: { docsUrl: service.docsUrl, paths: FRONT_PATHS },
    style: 'front.css',
    script: 'none',
    body: html`<main id="content" tabindex="-1">
<header>
<h1>${t('블루 아카이브 학생들의 출석부', 'A rollbook for your Blue Archive students')} <small>beta</small></h1>
<p class="lead">${t(
      '모집한 학생의 성장 상태를 한곳에 기록해 두면 플래너, 스캐너, 봇이 함께 사용할 수 있습니다.',
      'Keep your students in one place, so that planners, scanners and bots can share them.',
    )}</p>
</header>
<div class="ways">
${playerWay(front)}
${toolAuthorWay(front)}
${agentWay(front)}
</div>
${statusLine(front, status)}
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

const playerWay = ({ t, to, language, signup, ...service }: FrontContext) =>
  way({
    id: 'players',
    audience: t('플레이어', 'Players'),
    title: t('브라우저에서 내 학생 보기', 'Your students in the browser'),
    picture: rosterPicture(service, language),
    text: t(
      '콘솔에서 학생의 성장 상태를 보고 고치고, 도구에 사용할 API 키를 발급하거나 폐기합니다.',
      'In the console you see and change your students, and issue or revoke the API keys of your tools.',
    ),
    note: SIGNUP_NOTES[signup][language],
    links: html`<a class="button" href="${to(CONSOLE_PATH)}">${t('콘솔 열기', 'Open the console')}</a>`,
  });

const toolAuthorWay = ({ t, to, language, ...service }: FrontContext) =>
  way({
    id: 'tools',
    audience: t('도구 제작자', 'Tool authors'),
    title: t('HTTP API로 도구 연결하기', 'Your tool, over HTTP'),
    picture: requestPicture(service),
    text: t(
      '학생을 이름으로 검색하고, 계정이 모집한 학생을 조회하고 저장합니다.',
      'Search students by name, and read and write those that an account has recruited.',
    ),
    note: t(
      '안내에는 curl, JavaScript, Python 예제가 있습니다.',
      'The guide has samples for curl, JavaScript and Python.',
    ),
    links: html`<a class="button" href="${to(GUIDE_PATHS[language])}">${t('안내 읽기', 'Read the guide')}</a>
<a href="${to(REFERENCE_PATHS[language])}">${t('API 레퍼런스', 'API reference')}</a>`,
  });

const agentWay = ({ t, to, language, ...service }: FrontContext) =>
  way({
    id: 'agents',
    audience: t('AI 에이전트', 'AI agents'),
    title: t('대화로 학생 기록하기', 'Your roster in a chat'),
    picture: chatPicture(service, language),
    text: t(
      'MCP를 지원하는 프로그램은 학생을 찾고, 기록하고, 다른 도구의 목록을 옮길 수 있습니다.',
      'Programs that speak MCP can search and save students, and bring in the rosters of other tools.',
    ),
    note: t(
      '글로 읽는 프로그램을 위한 llms.txt와 Markdown 안내도 있습니다.',
      'For programs that read text, there are llms.txt and the guide in Markdown.',
    ),
    links: html`<a class="button" href="${to(`${GUIDE_PATHS[language]}#agents`)}">${t('연결 방법', 'How to connect')}</a>
<a href="${to(LLMS_PATH)}">llms.txt</a>`,
  });

interface Way {
  id: string;
  audience: string;
  title: string;
  picture: Html;
  text: string;
  note: string;
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
<p class="audience">${audience}</p>
<h2 id="${id}">${title}</h2>
${picture}
<p class="text">${text}</p>
<p class="note">${note}</p>
<p class="actions">${links}</p>
</section>`;

/** The student that the request beside it changes, and others. Hidden from screen readers, as the text says the same. */
function rosterPicture(service: ServiceInfo, language: Language): Html {
  const { uid, changed, roster } = exampleStudent(service);
  const recruited = roster.map((student) => ({
    name: nameOf(service, student.uid, language),
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
)}${other && html`<li class="absent">${BOX}<b>${other.names[language]}</b></li>`}
</ul>`;
}

const nameOf = ({ served: { catalogue } }: ServiceInfo, uid: string, language: Language): string =>
  catalogue.entries.find((entry) => entry.uid === uid)?.names[language] ?? uid;

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

function chatPicture(service: ServiceInfo, language: Language): Html {
  const { uid, change } = exampleStudent(service);
  const name = nameOf(service, uid, language);
  const state = JSON.stringify({ studentUid: uid, level: change.level }).replaceAll(/([:,])/g, '$1 ');
  return html`<div class="picture chat" aria-hidden="true">
<p>${language === 'ko' ? `${name} 레벨 ${change.level} 찍었어` : `${name} just reached level ${change.level}`}</p>
<pre><b>save_students</b>
${highlight(state)}</pre>
</div>`;
}

const statusLine = (
  { t, to }: FrontContext,
  { ready, catalogue: { version, students } }: ServiceStatus,
): Html => html`<footer>
<p class="state" data-ready="${String(ready)}"><i></i>${
  ready
    ? t('지금 요청을 처리할 수 있습니다.', 'Ready for requests.')
    : t(
        '지금은 요청을 처리할 수 없습니다. 잠시 후 다시 확인하십시오.',
        'Not ready for requests. Check again in a moment.',
      )
}</p>
<ul>
<li>${t(`학생 ${students}명`, `${students} students`)}</li>
<li>${t('카탈로그', 'Catalogue')} ${code(version)}</li>
<li><a href="${to(OPENAPI_PATH)}">openapi.json</a></li>
<li><a href="${to('/healthz')}">healthz</a></li>
<li><a href="${to('/readyz')}">readyz</a></li>
</ul>
</footer>`;
