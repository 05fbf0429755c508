import { MAX_PAGE_SIZE } from '../../../contract/limits.ts';
import { API_PREFIX, CATALOGUE_PATH } from '../../../contract/paths.ts';
import { jsLiteral, jsString, pythonLiteral } from '../../html/assets/request-samples.js';
import { code, type Html, html } from '../../html/html.ts';
import { clientCode } from './client-samples.ts';
import { exampleStudent } from './example.ts';
import { method, operation } from './named-terms.ts';
import { sample } from './sample.ts';
import { type GuideContext, type Section, twoColumns } from './section.ts';

export const sync: Section = {
  id: 'sync',
  title: { ko: '여러 학생 동기화하기', en: 'Sync a roster' },
  body: (guide) => twoColumns(text(guide), syncSample(guide)),
};

const text = ({ t }: GuideContext): Html => html`
<p>${t(
  '학생이 여러 명이면 한 명씩 조회하지 말고, 목록을 한 번에 조회하여 비교한 다음 다른 학생만 쓰십시오.',
  'For more than a few students, do not read them one by one: list them all, compare, and write only those that differ.',
)}</p>
<ol>
<li>${t(
  html`${code(`GET ${CATALOGUE_PATH}`)} 요청으로 <a href="#catalogue">카탈로그</a>를 받아 이름을 UID로 바꿉니다. 이름이 정확히 같은 학생이 한 명이 아니면 아무것도 쓰기 전에 멈추고 후보를 보여 줍니다.`,
  html`Get the <a href="#catalogue">catalogue</a> with ${code(`GET ${CATALOGUE_PATH}`)} and turn names into UIDs. Unless exactly one student has the name, stop before anything is written and show the candidates.`,
)}</li>
<li>${t(
  html`${operation('listRecruitedStudents')} 요청으로 목록을 ${code(`limit=${MAX_PAGE_SIZE}`)}씩 조회합니다.`,
  html`List the roster with ${operation('listRecruitedStudents')}, ${code(`limit=${MAX_PAGE_SIZE}`)} at a time.`,
)}</li>
<li>${t(
  html`목록에 없는 학생은 ${method('registerRecruitedStudent')}, 값이 다른 필드가 있는 학생은 그 필드만 ${method('patchRecruitedStudent')} 요청으로 보냅니다. 같은 학생은 보내지 않습니다.`,
  html`Send a ${method('registerRecruitedStudent')} for each student who is missing and a ${method('patchRecruitedStudent')} with the fields that differ. Send nothing for the others.`,
)}</li>
</ol>
<p>${t(
  html`학생 200명을 검색, 조회, 쓰기로 한 명씩 처리하면 읽기 400회가 필요하여, 1분에 60회인 한도에서 363초가 걸렸습니다. 목록부터 조회하면 읽기는 ${MAX_PAGE_SIZE}명마다 한 번이며 1.7초가 걸렸습니다. 한도는 계정의 모든 도구가 함께 쓰므로, 그동안 다른 도구도 기다리지 않습니다.`,
  html`To search, read and write 200 students one by one takes 400 reads and took 363 s at 60 reads a minute. Listing first takes one read per ${MAX_PAGE_SIZE} students and took 1.7 s. All tools of an account share its limits, so the others do not wait either.`,
)}</p>
<p>${t(
  html`JavaScript와 TypeScript에서는 클라이언트 ${code('@rollbook/client')}의, Python에서는 <a href="#python-package">패키지 ${code('rollbook')}</a>의 ${code('rollbook.roster.sync(wanted)')}가 이 과정을 한도 대기와 재시도까지 모두 처리합니다. ${code('@rollbook/client')}는 ${code('import')}와 ${code('require')}로 불러올 수 있습니다. 기록된 값은 ${code('lower')}가 참일 때만 낮추거나 지우고, 그 밖에는 ${code('kept')}로 알려 줍니다. 서버의 저장소를 받은 폴더에서 ${code('npm run pack')}을 실행하면 ${code('dist/')}에 설치할 파일이 만들어집니다.`,
  html`${code('rollbook.roster.sync(wanted)')} does all of this, waits for limits and retries: in ${code('@rollbook/client')} for JavaScript and TypeScript, which can be loaded with ${code('import')} and ${code('require')}, and in <a href="#python-package">the package ${code('rollbook')}</a> for Python. It lowers or clears recorded values only if ${code('lower')} is true, and otherwise reports them as ${code('kept')}. ${code('npm run pack')} in a checkout of the server writes both packages into ${code('dist/')}.`,
)}</p>
<p>${t(
  '중간에 멈추면 다시 실행하십시오. 이미 쓴 학생은 건너뜁니다. 오류 처리는 다음 절과 같습니다.',
  'If it is interrupted, run it again: it skips what is written already. The next section explains how it handles errors.',
)}</p>`;

function syncSample(guide: GuideContext): Html {
  const { t, baseUrl } = guide;
  const { roster } = exampleStudent(guide);
  const [known, ...missing] = roster.map(({ uid }) => uid);
  const client = clientCode(baseUrl);
  const entries = (name: (text: string) => string, literal: (value: object) => string, indent: string) =>
    roster.map((one) => `${indent}${name(one.name)}: ${literal(one.target)},\n`).join('');
  return sample(guide, {
    id: 'sync',
    title: t('여러 학생 동기화하기', 'Sync a roster'),
    output: { written: missing, unchanged: [known] },
    code: {
      javascript: `${client.javascript}

const catalogueUrl = api.replace(/\\${API_PREFIX}$/, '${CATALOGUE_PATH}');
const catalogue = await (await fetch(catalogueUrl)).json();

function uidOf(name) {
  const find = (matches) => catalogue.students
    .filter(({ names }) => Object.values(names).some(matches));
  const exact = find((each) => each === name);
  if (exact.length === 1) return exact[0].studentUid;
  const similar = find((each) => each.includes(name))
    .map(({ names }) => names.ko).join(', ');
  throw new Error(\`No single student is called \${name}: \${similar}\`);
}

async function listRoster() {
  const roster = new Map();
  const query = new URLSearchParams({ limit: ${MAX_PAGE_SIZE} });
  for (;;) {
    const page = await call('GET', \`/me/students?\${query}\`);
    for (const state of page.students) roster.set(state.studentUid, state);
    if (page.nextCursor === null) return roster;
    query.set('cursor', page.nextCursor);
  }
}

const wanted = {
${entries(jsString, jsLiteral, '  ')}};
const targets = Object.entries(wanted)
  .map(([name, target]) => [uidOf(name), target]);
const roster = await listRoster();
const report = { written: [], unchanged: [] };
for (const [uid, target] of targets) {
  const state = roster.get(uid) ?? null;
  const saved = await save(uid, target, state);
  report[saved === state ? 'unchanged' : 'written'].push(uid);
}
console.log(JSON.stringify(report));`,
      python: `${client.python}

wanted = {
${entries((name) => JSON.stringify(name), pythonLiteral, '    ')}}
uids = {name: rollbook.students.resolve(name)["studentUid"] for name in wanted}
report = rollbook.roster.sync(
    {"studentUid": uids[name], **target} for name, target in wanted.items()
)
for failed in report.failed:
    print(failed.student_uid, failed.error)
print(json.dumps({
    "written": report.registered + report.changed,
    "unchanged": report.unchanged,
}))`,
    },
  });
}
