import { MAX_QUERY_LENGTH } from '../../../contract/limits.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { API_PREFIX, CATALOGUE_PATH } from '../../../contract/paths.ts';
import { CODE_ATTRIBUTES, GAME_SERVERS, TERRAIN_RANKS } from '../../../game/attributes.ts';
import { searchStudents } from '../../catalogue/search-operation.ts';
import { jsString, requestSamples } from '../../html/assets/request-samples.js';
import { code, html } from '../../html/html.ts';
import { exampleStudent } from './example.ts';
import { field } from './named-terms.ts';
import { sample } from './sample.ts';
import { type GuideContext, heading, type Section, twoColumns } from './section.ts';

export const students: Section = {
  id: 'students',
  title: { ko: '학생과 UID', en: 'Students and UIDs' },
  body: (guide) => html`${identity(guide)}${search(guide)}${catalogue(guide)}${attributes(guide)}`,
};

function identity(guide: GuideContext) {
  const { t, baseUrl, served } = guide;
  const { entries } = served.catalogue;
  const student = entries.find(({ otherForms }) => otherForms !== undefined);
  const otherForm = student?.otherForms?.[0] ?? '';
  const text = html`<ul>
<li>${t(
    html`검색 결과의 ${field('studentUid')} 값은 <strong>대표 UID</strong>입니다. 이후 요청에서는 응답에 담긴 UID를 사용하십시오.`,
    html`The ${field('studentUid')} of a search result is the <strong>representative UID</strong>. Use the UID from the response in later requests.`,
  )}</li>
<li>${t(
    '형태가 바뀌는 학생은 한 명의 학생입니다. 다른 형태의 UID를 보내면 대표 UID로 처리되고, 응답에는 대표 UID가 담깁니다.',
    'A student with several forms is one student. The UID of another form is treated as the representative UID, which is the one in the response.',
  )}</li>
<li>${t(
    '수영복처럼 따로 모집하는 의상은 UID가 다른 별개의 학생입니다.',
    'Variants that are recruited separately, such as swimsuit versions, are different students with their own UIDs.',
  )}</li>
</ul>${
    student &&
    html`<p>${t(
      html`예를 들어 ${student.names.ko} 학생의 다른 형태인 ${code(otherForm)} UID로 검색하면 대표 UID가 ${code(student.uid)}인 학생이 반환됩니다.`,
      html`For example, a search for ${code(otherForm)}, another form of ${student.names.en}, returns the representative UID ${code(student.uid)}.`,
    )}</p>`
  }`;
  if (student === undefined) return text;
  return twoColumns(
    text,
    sample(guide, {
      id: 'forms',
      title: t('다른 형태의 UID로 검색하기', 'Search by the UID of another form'),
      code: requestSamples(baseUrl, { ...OPERATIONS.findStudents, query: { query: otherForm } }),
      output: JSON.parse(searchStudents(served.catalogue, { query: otherForm })),
    }),
  );
}

function search(guide: GuideContext) {
  const { t } = guide;
  const { uid, name } = exampleStudent(guide);
  return html`${heading('search', t('검색', 'Search'))}
<p>${t(
    html`${code('query')} 매개변수에는 UID나 이름을 ${MAX_QUERY_LENGTH}자까지 넣을 수 있습니다. 한국어, 일본어, 영어 이름과 별칭을 검색하며 대소문자, 공백, 괄호는 무시합니다. 결과는 다음 순서로 정렬되며, 같은 검색어의 결과 순서는 항상 같습니다.`,
    html`${code('query')} is a UID or a name of up to ${MAX_QUERY_LENGTH} characters. The search covers Korean, Japanese and English names and aliases, and ignores case, spaces and brackets. Results are ranked as follows; the same query always returns the same order.`,
  )}</p>
<ol>
<li>${t(html`UID 일치 (${code(uid)})`, html`Same UID (${code(uid)})`)}</li>
<li>${t(
    html`이름이나 별칭 일치 (${code(name)}, ${code('수시노')}), 이름의 앞부분 일치, 단어의 앞부분 일치, 중간 일치`,
    html`Same name or alias (${code(name)}, ${code('수시노')}), then the start of a name, the start of a word, any part of a name`,
  )}</li>
<li>${t(
    html`초성 일치 (${code('ㅅㄹㅋ')}), 마지막 글자를 입력하는 중인 검색어 (${code('시롴')}), 한/영 전환 없이 입력한 검색어 (${code('tlfhzh')})`,
    html`Korean initial consonants (${code('ㅅㄹㅋ')}), an unfinished last syllable (${code('시롴')}), Korean typed with an English keyboard layout (${code('tlfhzh')})`,
  )}</li>
<li>${t(
    html`순서가 다른 여러 단어 (${code('수영복 시로코')}, ${code('swimsuit shiroko')})`,
    html`Several words in any order (${code('수영복 시로코')}, ${code('swimsuit shiroko')})`,
  )}</li>
</ol>
<p>${t(
    html`일치하는 학생이 없으면 오류가 아니라 ${code(String(OPERATIONS.findStudents.success))} 응답으로 빈 목록이 반환됩니다.`,
    html`A search without matches is not an error: it returns ${code(String(OPERATIONS.findStudents.success))} and an empty list.`,
  )}</p>`;
}

const catalogue = ({ t, to, served: { catalogue, importedAt } }: GuideContext) => html`
${heading('catalogue', t('학생 카탈로그', 'Student catalogue'))}
<p>${t(
  html`이 서버의 카탈로그에는 학생 ${catalogue.entries.length}명과 다른 형태 ${catalogue.otherForms}개가 있습니다. 카탈로그 버전은 ${code(catalogue.version)}입니다. ${importedAt === null ? '프로그램에 포함된 카탈로그입니다' : `가져온 시각은 ${new Date(importedAt).toISOString()}입니다`}.`,
  html`This server’s catalogue has ${catalogue.entries.length} students and ${catalogue.otherForms} other forms. Its version is ${code(catalogue.version)}, ${importedAt === null ? 'which ships with the program' : `imported at ${new Date(importedAt).toISOString()}`}.`,
)}</p>
<p>${t(
  html`<a href="${to(CATALOGUE_PATH)}">${code(`GET ${CATALOGUE_PATH}`)}</a> 요청은 카탈로그 전체를 반환합니다. API 키가 필요 없고, 요청 한도에 집계되지 않으며, 모든 출처의 웹 페이지에서 읽을 수 있습니다. 주소는 ${code(API_PREFIX)} 아래가 아니라 옆입니다.`,
  html`<a href="${to(CATALOGUE_PATH)}">${code(`GET ${CATALOGUE_PATH}`)}</a> returns the whole catalogue. It needs no API key, counts against no limit, and pages of any origin can read it. It lies beside ${code(API_PREFIX)}, not below.`,
)}</p>
<ul>
<li>${t(
  html`${code('version')}은 이름, 속성 등 카탈로그의 내용이 바뀔 때만 바뀝니다. ${code('ETag')} 값을 ${code('If-None-Match')} 헤더로 보내면 바뀌지 않은 카탈로그는 ${code('304')}로 응답합니다. ${code('Last-Modified')} 헤더는 카탈로그의 기준일이며, 그 뒤에 나온 학생은 카탈로그에 없습니다.`,
  html`${code('version')} changes only with what the catalogue holds, such as names and attributes. Send the ${code('ETag')} as ${code('If-None-Match')}: an unchanged catalogue is answered ${code('304')}. ${code('Last-Modified')} is the day of the catalogue, which lacks students that are newer.`,
)}</li>
<li>${t(
  html`${code('students')}의 각 항목에는 ${code('studentUid')}, ${code('names')}, ${code('aliases')}, 다른 형태의 UID 목록인 ${code('forms')}가 있습니다. ${code('names')}에는 언제나 ${code('ko')}, ${code('ja')}, ${code('en')} 이름이 모두 있으며, ${code('aliases')}와 ${code('forms')}는 빈 배열일 수 있습니다. ${code('attributes')}는 <a href="#attributes">아래</a>에 설명합니다.`,
  html`Each of ${code('students')} has ${code('studentUid')}, ${code('names')}, ${code('aliases')} and ${code('forms')}, the UIDs of its other forms. ${code('names')} always has ${code('ko')}, ${code('ja')} and ${code('en')}; ${code('aliases')} and ${code('forms')} may be empty. ${code('attributes')} are described <a href="#attributes">below</a>.`,
)}</li>
</ul>`;

function attributes(guide: GuideContext) {
  const { t } = guide;
  const names = (list: readonly string[]) =>
    html`${list.map((name, i) => html`${i > 0 ? ', ' : ''}${code(name)}`)}`;
  const text = html`<ul>
<li>${t(
    html`${names(CODE_ATTRIBUTES)}의 값은 바뀌지 않는 영어 코드입니다. 한국어, 일본어, 영어 이름은 응답의 ${code('labels')}에 속성과 코드별로 있습니다. 새 코드가 추가될 수 있습니다.`,
    html`${names(CODE_ATTRIBUTES)} are English codes, which stay the same. ${code('labels')} beside ${code('students')} has their names in Korean, Japanese and English, by attribute and code. New codes may be added.`,
  )}</li>
<li>${t(
    html`${code('star')}는 모집할 때의 성급, ${code('roleAlt')}는 다른 형태의 역할(${code('labels.role')}), ${code('equipment')}는 장비 칸 세 개의 종류(${code('labels.equipment')})입니다. ${code('terrain')}은 지형(${code('labels.terrain')})별 적성으로 ${names(TERRAIN_RANKS)} 순서로 높아지며, ${code('terrainUp')}은 고유무기가 적성을 높이는 지형입니다.`,
    html`${code('star')} is the stars with which the student is recruited, ${code('roleAlt')} the role of another form (${code('labels.role')}), ${code('equipment')} the kinds of the three slots (${code('labels.equipment')}). ${code('terrain')} has a rank for each terrain (${code('labels.terrain')}), from the worst: ${names(TERRAIN_RANKS)}. The unique weapon improves the rank in ${code('terrainUp')}.`,
  )}</li>
<li>${t(
    html`${code('released')}와 ${code('releasedGlobal')}은 일본과 그 밖의 서버에 나온 날짜(${code('YYYY-MM-DD')}), ${code('birthday')}는 생일(${code('MM-DD')})입니다. ${code('special.servers')}는 애용품이 나온 서버(${names(GAME_SERVERS)})입니다.`,
    html`${code('released')} and ${code('releasedGlobal')} are the days (${code('YYYY-MM-DD')}) on which the student came out in Japan and elsewhere, ${code('birthday')} is ${code('MM-DD')}. ${code('special.servers')} lists the servers that have her favourite item: ${names(GAME_SERVERS)}.`,
  )}</li>
<li>${t(
    html`없는 속성은 알 수 없다는 뜻입니다. 날짜의 ${code('null')}도 알 수 없다는 뜻이며, ${code('special')}의 ${code('null')}은 애용품이 없다는 뜻입니다.`,
    html`An attribute that is absent is not known. So is a day that is ${code('null')}; ${code('special')} is ${code('null')} if there is no favourite item.`,
  )}</li>
</ul>`;
  const title = heading('attributes', t('학생의 속성', 'Attributes of students'));
  const example = attributesSample(guide);
  return html`${title}${example === undefined ? text : twoColumns(text, example)}`;
}

/** An imported catalogue may know nothing of the student. */
function attributesSample(guide: GuideContext) {
  const { t, baseUrl, served } = guide;
  const { entries, data } = served.catalogue;
  const { school, role } = entries.find(({ uid }) => uid === exampleStudent(guide).uid)?.attributes ?? {};
  if (school === undefined || role === undefined) return;
  const found = entries.filter(({ attributes }) => attributes?.school === school && attributes.role === role);
  return sample(guide, {
    id: 'attributes',
    title: t('속성으로 학생 찾기', 'Find students by attributes'),
    code: {
      javascript: `const api = process.env.ROLLBOOK_URL ?? '${baseUrl}';
const url = api.replace(/\\${API_PREFIX}$/, '${CATALOGUE_PATH}');
const { students, labels } = await (await fetch(url)).json();

const found = students.filter(({ attributes }) =>
  attributes.school === ${jsString(school)} && attributes.role === ${jsString(role)});
console.log(JSON.stringify({
  school: labels.school[${jsString(school)}].ko,
  students: found.map(({ names }) => names.ko),
}));`,
      python: `import json, os
from rollbook import Rollbook

rollbook = Rollbook(os.environ.get("ROLLBOOK_URL", "${baseUrl}"))
catalogue = rollbook.students.catalogue()

found = [student for student in catalogue.students
         if student["attributes"].get("school") == ${JSON.stringify(school)}
         and student["attributes"].get("role") == ${JSON.stringify(role)}]
print(json.dumps({
    "school": catalogue.labels["school"][${JSON.stringify(school)}]["ko"],
    "students": [student["names"]["ko"] for student in found],
}))`,
    },
    output: { school: data.labels.school[school]?.ko, students: found.map(({ names }) => names.ko) },
  });
}
