import { OPERATIONS } from '../../contract/operations.ts';
import { KEY_PREFIX } from '../../server/auth/api-key.ts';
import { searchStudents } from '../../server/catalogue/search-handler.ts';
import { INTERACTIVE_PATH, OPENAPI_PATH } from '../docs-paths.ts';
import { code, html } from '../html.ts';
import { example } from './example.ts';
import { table } from './html-table.ts';
import { field, method } from './named-terms.ts';
import { request } from './request-samples.ts';
import { sample, shown } from './sample.ts';
import { beside, type Guide, heading, type Section } from './section.ts';

const FEW = 2;

export const start: Section = {
  id: 'start',
  title: { ko: '5분 만에 시작하기', en: 'Start in five minutes' },
  body: (guide) => html`${key(guide)}${search(guide)}${register(guide)}${change(guide)}${operations(guide)}`,
};

const key = ({ say, baseUrl }: Guide) =>
  beside(
    html`${heading('start-key', say('1. 키 준비하기', '1. Have a key'))}
<p>${say(
      html`모든 요청에는 API 키가 필요합니다. 키는 서비스 운영자에게서 발급받습니다. 서버를 직접 운영한다면 다음 명령으로 계정과 키를 만들고, ${code('npm start')}로 처음 띄웠다면 그때 출력된 키를 사용하면 됩니다.`,
      html`Every request needs an API key, which you get from whoever runs the service. If that is you, make an account and its key with this command, or take the one that the first ${code('npm start')} printed.`,
    )}</p>
<p>${say(
      '예제는 두 환경 변수에서 주소와 키를 읽습니다. 키를 코드에 적지 않는 습관이기도 합니다.',
      'The samples read the address and the key from two environment variables, so that no key is ever written into code.',
    )}</p>`,
    html`${shown(say('키 발급', 'Issue a key'), 'npx rollbook account create arona --keys write')}${shown(
      say('환경 변수', 'Environment'),
      `export ROLLBOOK_URL=${baseUrl}
export ROLLBOOK_KEY=${KEY_PREFIX}…`,
    )}`,
  );

function search(guide: Guide) {
  const { say, baseUrl, served } = guide;
  const { name } = example(guide);
  const query = { query: name, limit: FEW };
  return beside(
    html`${heading('start-search', say('2. 학생 찾기', '2. Find a student'))}
<p>${say(
      html`이름으로 검색하여 ${field('studentUid')}를 얻습니다. 이후의 요청에는 언제나 이 UID를 사용합니다.`,
      html`Search by name for the ${field('studentUid')}. All requests that follow use this UID.`,
    )}</p>`,
    sample(guide, {
      id: 'search',
      title: say('학생 찾기', 'Find a student'),
      codes: request(baseUrl, { ...OPERATIONS.findStudents, query }),
      prints: JSON.parse(searchStudents(served.catalogue, { query: name, limit: String(FEW) })),
    }),
  );
}

function register(guide: Guide) {
  const { say, baseUrl } = guide;
  const { registration, registered } = example(guide);
  return beside(
    html`${heading('start-register', say('3. 모집한 학생 등록하기', '3. Register a recruited student'))}
<p>${say(
      html`성급(${field('tier')})과 고유무기 성급(${field('weaponTier')})은 반드시 보내야 합니다. 보내지 않은 나머지 값은 ${code('null')}로 저장됩니다. 다만 인연 랭크와 누적 인연 경험치는 이미 기록된 값이 있으면 그대로 유지됩니다.`,
      html`Stars (${field('tier')}) and unique-weapon stars (${field('weaponTier')}) must be sent. What is not sent is stored as ${code('null')}, except a bond rank and experience recorded before, which are kept.`,
    )}</p>
<p>${say(
      html`성공하면 ${code(String(OPERATIONS.registerRecruitedStudent.success))}과 함께 저장된 상태 전체가 돌아옵니다.`,
      html`The answer is ${code(String(OPERATIONS.registerRecruitedStudent.success))} with the whole state as it is now.`,
    )}</p>`,
    sample(guide, {
      id: 'register',
      title: say('모집한 학생 등록하기', 'Register a recruited student'),
      codes: request(baseUrl, { ...OPERATIONS.registerRecruitedStudent, body: registration }),
      prints: registered,
    }),
  );
}

function change(guide: Guide) {
  const { say, baseUrl } = guide;
  const { uid, change, changed } = example(guide);
  return beside(
    html`${heading('start-change', say('4. 성장 상태 바꾸기', '4. Change the state'))}
<p>${say(
      html`바꿀 필드만 ${method('patchRecruitedStudent')}로 보냅니다. 보내지 않은 필드는 바뀌지 않고, ${code('null')}을 보내면 값을 지웁니다. 이제 첫 학생의 상태가 서버에 저장되었습니다.`,
      html`Send only what changes with ${method('patchRecruitedStudent')}. Fields that are not sent stay as they are; ${code('null')} clears one. That is all: your first student is kept on the server.`,
    )}</p>`,
    sample(guide, {
      id: 'change',
      title: say('성장 상태 바꾸기', 'Change the state'),
      codes: request(baseUrl, { ...OPERATIONS.patchRecruitedStudent, uid, body: change }),
      prints: changed,
    }),
  );
}

const operations = ({ say, language, to }: Guide) => html`
${heading('operations', say('요청 한눈에 보기', 'All requests'))}
${table(
  say('요청 목록', 'Requests'),
  [say('요청', 'Request'), say('하는 일', 'What it does'), say('권한', 'Permission')],
  Object.entries(OPERATIONS).map(([id, { method, path, access, [language]: what }]) => ({
    id,
    cells: [html`<code><b class="${method}">${method}</b> ${path}</code>`, what, code(access)],
  })),
)}
<p>${say(
  html`<a href="${to(INTERACTIVE_PATH)}">대화형 API 문서</a>에서는 브라우저에서 바로 요청을 보내 볼 수 있습니다. 기계가 읽는 설명은 <a href="${to(OPENAPI_PATH)}">openapi.json</a>에 있습니다.`,
  html`The <a href="${to(INTERACTIVE_PATH)}">interactive reference</a> sends requests right from your browser. The description for machines is <a href="${to(OPENAPI_PATH)}">openapi.json</a>.`,
)}</p>
<p>${say(
  html`${method('deleteRecruitedStudent')}는 등록과 성장 상태, 인연 랭크와 누적 인연 경험치를 지웁니다. 성장 목표와 선물 계획, 플래너는 남습니다.`,
  html`${method('deleteRecruitedStudent')} removes the registration, the growth state, the bond and its experience; growth goals, gift plans and planners stay.`,
)}</p>`;
