import { KEY_PREFIX } from '../../../contract/api-key-format.ts';
import { CONSOLE_PATH } from '../../../contract/console-paths.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { OPENAPI_PATH, REFERENCE_PATHS } from '../../../contract/paths.ts';
import { searchStudents } from '../../catalogue/search-operation.ts';
import { requestSamples } from '../../html/assets/request-samples.js';
import { code, html, inlineCode } from '../../html/html.ts';
import { exampleStudent } from './example.ts';
import { table } from './html-table.ts';
import { field, method } from './named-terms.ts';
import { codeBlock, sample } from './sample.ts';
import { type GuideContext, heading, type Section, twoColumns } from './section.ts';

const SEARCH_LIMIT = 2;

export const start: Section = {
  id: 'start',
  title: { ko: '빠른 시작', en: 'Quickstart' },
  body: (guide) =>
    html`${getKey(guide)}${search(guide)}${register(guide)}${update(guide)}${endpoints(guide)}`,
};

const getKey = ({ t, to, baseUrl }: GuideContext) =>
  twoColumns(
    html`${heading('start-key', t('1. API 키 발급받기', '1. Get an API key'))}
<p>${t(
      html`모든 요청에는 API 키가 필요합니다. 키는 <a href="${to(CONSOLE_PATH)}">콘솔</a>에서 직접 발급하거나 서버 운영자에게 받습니다. 서버를 직접 운영한다면 다음 명령으로 계정과 키를 만들 수도 있고, ${code('npm start')} 명령으로 처음 시작할 때 출력된 키를 사용해도 됩니다. 압축 파일을 풀어 실행한 서버에서는 ${code('npx rollbook')} 대신 ${code('./rollbook')}, Windows에서는 ${code('.\\Rollbook.cmd')}를 사용합니다.`,
      html`Every request needs an API key. Issue one in the <a href="${to(CONSOLE_PATH)}">console</a>, or get one from the operator of the server. If you run the server yourself, you can also create an account and a key with this command, or use the key that ${code('npm start')} printed on its first run. For a server from an unpacked archive, type ${code('./rollbook')}, or ${code('.\\Rollbook.cmd')} on Windows, in place of ${code('npx rollbook')}.`,
    )}</p>
<p>${t(
      '이 문서의 예제는 서버 주소와 키를 환경 변수에서 읽습니다. 키를 코드에 직접 적지 마십시오.',
      'The samples in this guide read the server address and the key from environment variables. Do not write the key into your code.',
    )}</p>`,
    html`${codeBlock(t('계정과 키 만들기', 'Create an account and a key'), 'npx rollbook account create arona --keys write')}${codeBlock(
      t('환경 변수', 'Environment variables'),
      `export ROLLBOOK_URL=${baseUrl}
export ROLLBOOK_KEY=${KEY_PREFIX}…`,
    )}`,
  );

function search(guide: GuideContext) {
  const { t, baseUrl, served } = guide;
  const { name } = exampleStudent(guide);
  const query = { query: name, limit: SEARCH_LIMIT };
  return twoColumns(
    html`${heading('start-search', t('2. 학생 검색하기', '2. Search for a student'))}
<p>${t(
      html`이름으로 검색하여 학생의 ${field('studentUid')}를 확인합니다. 이후 요청에서는 이 UID로 학생을 지정합니다.`,
      html`Search by name to get the student’s ${field('studentUid')}. All later requests refer to the student by this UID.`,
    )}</p>`,
    sample(guide, {
      id: 'search',
      title: t('학생 검색하기', 'Search for a student'),
      code: requestSamples(baseUrl, { ...OPERATIONS.findStudents, query }),
      output: JSON.parse(searchStudents(served.catalogue, { query: name, limit: String(SEARCH_LIMIT) })),
    }),
  );
}

function register(guide: GuideContext) {
  const { t, baseUrl, language } = guide;
  const { registration, registered } = exampleStudent(guide);
  return twoColumns(
    html`${heading('start-register', t('3. 모집한 학생 등록하기', '3. Register a recruited student'))}
<p>${t(
      html`성급(${field('tier')})과 고유무기 성급(${field('weaponTier')})은 필수입니다.`,
      html`The star tier (${field('tier')}) and unique-weapon tier (${field('weaponTier')}) are required.`,
    )} ${inlineCode(OPERATIONS.registerRecruitedStudent.effect[language])}</p>
<p>${t(
      html`성공하면 ${code(String(OPERATIONS.registerRecruitedStudent.success))} 응답으로 저장된 전체 상태가 반환됩니다.`,
      html`On success, the API returns ${code(String(OPERATIONS.registerRecruitedStudent.success))} and the full stored state.`,
    )}</p>`,
    sample(guide, {
      id: 'register',
      title: t('모집한 학생 등록하기', 'Register a recruited student'),
      code: requestSamples(baseUrl, { ...OPERATIONS.registerRecruitedStudent, body: registration }),
      output: registered,
    }),
  );
}

function update(guide: GuideContext) {
  const { t, baseUrl, language } = guide;
  const { uid, change, changed } = exampleStudent(guide);
  return twoColumns(
    html`${heading('start-change', t('4. 성장 상태 변경하기', '4. Update the growth state'))}
<p>${t(
      html`${method('patchRecruitedStudent')} 요청에는 바꿀 필드만 보냅니다.`,
      html`Send only the fields to change with ${method('patchRecruitedStudent')}.`,
    )} ${inlineCode(OPERATIONS.patchRecruitedStudent.effect[language])}</p>`,
    sample(guide, {
      id: 'change',
      title: t('성장 상태 변경하기', 'Update the growth state'),
      code: requestSamples(baseUrl, { ...OPERATIONS.patchRecruitedStudent, uid, body: change }),
      output: changed,
    }),
  );
}

const endpoints = ({ t, language, to }: GuideContext) => html`
${heading('operations', t('엔드포인트', 'Endpoints'))}
${table(
  t('엔드포인트 목록', 'Endpoints'),
  [t('요청', 'Request'), t('설명', 'Description'), t('권한', 'Permission')],
  Object.entries(OPERATIONS).map(([id, { method, path, permission, [language]: description }]) => ({
    id,
    cells: [html`<code><b class="${method}">${method}</b> ${path}</code>`, description, code(permission)],
  })),
)}
<p>${t(
  html`<a href="${to(REFERENCE_PATHS[language])}">API 레퍼런스</a>에는 모든 요청의 매개변수, 응답, 오류가 있으며, 브라우저에서 바로 요청을 보내 볼 수 있습니다. OpenAPI 3.1 문서는 <a href="${to(OPENAPI_PATH)}">openapi.json</a> 파일로 제공합니다.`,
  html`The <a href="${to(REFERENCE_PATHS[language])}">API reference</a> has the parameters, responses and errors of every request, and sends requests from your browser. The OpenAPI 3.1 description is at <a href="${to(OPENAPI_PATH)}">openapi.json</a>.`,
)}</p>
<p>${method('deleteRecruitedStudent')}: ${inlineCode(OPERATIONS.deleteRecruitedStudent.effect[language])}</p>`;
