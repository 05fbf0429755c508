import { MAX_QUERY_LENGTH } from '../../contract/limits.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { searchStudents } from '../../server/catalogue/search-handler.ts';
import { code, html } from '../html.ts';
import { example } from './example.ts';
import { field } from './named-terms.ts';
import { request } from './request-samples.ts';
import { sample } from './sample.ts';
import { beside, type Guide, heading, type Section } from './section.ts';

export const students: Section = {
  id: 'students',
  title: { ko: '학생과 UID', en: 'Students and their UIDs' },
  body: (guide) => html`${identity(guide)}${search(guide)}${catalogue(guide)}`,
};

function identity(guide: Guide) {
  const { say, baseUrl, served } = guide;
  const { entries } = served.catalogue;
  const twoForms = entries.find(({ otherForms }) => otherForms !== undefined);
  const other = twoForms?.otherForms?.[0] ?? '';
  const text = html`<ul>
<li>${say(
    html`검색 결과의 ${field('studentUid')}는 <strong>대표 UID</strong>입니다. 이후의 요청에는 응답에서 받은 UID를 사용합니다.`,
    html`The ${field('studentUid')} of a search result is the <strong>representative UID</strong>. Use the one from the answer in the requests that follow.`,
  )}</li>
<li>${say(
    '형태가 바뀌는 학생은 학생 한 명입니다. 다른 형태의 UID를 보내도 대표 UID를 보낸 것과 같고, 응답에는 대표 UID가 담깁니다.',
    'A student who changes form is one student: the UID of another form counts as the representative one, and that is what the answer carries.',
  )}</li>
<li>${say(
    '수영복처럼 따로 모집하는 의상은 서로 다른 학생이며 UID도 다릅니다.',
    'Variants that are recruited separately, such as swimsuit versions, are different students with UIDs of their own.',
  )}</li>
</ul>${
    twoForms &&
    html`<p>${say(
      html`예를 들어 ${twoForms.names.ko}의 다른 형태인 ${code(other)}로 검색하면 대표 UID ${code(twoForms.uid)}가 돌아옵니다.`,
      html`A search for ${code(other)}, another form of ${twoForms.names.en}, gives the representative ${code(twoForms.uid)}.`,
    )}</p>`
  }`;
  if (twoForms === undefined) return text;
  return beside(
    text,
    sample(guide, {
      id: 'forms',
      title: say('다른 형태의 UID로 찾기', 'Search by the UID of another form'),
      codes: request(baseUrl, { ...OPERATIONS.findStudents, query: { query: other } }),
      prints: JSON.parse(searchStudents(served.catalogue, { query: other })),
    }),
  );
}

function search(guide: Guide) {
  const { say } = guide;
  const { uid, name } = example(guide);
  return html`${heading('search', say('검색', 'Search'))}
<p>${say(
    html`${code('query')}는 ${MAX_QUERY_LENGTH}자까지이며 UID 또는 이름입니다. 이름은 한국어, 일본어, 영어와 별칭에서 찾고, 대소문자, 공백, 괄호는 구별하지 않습니다. 잘 맞는 순서로 돌려주며 같은 검색어에는 언제나 같은 순서입니다.`,
    html`${code('query')} is a UID or a name of up to ${MAX_QUERY_LENGTH} letters. Names are looked for in Korean, Japanese and English and among aliases, whatever the case, spaces and brackets. Best matches come first, always in the same order.`,
  )}</p>
<ol>
<li>${say(html`UID가 같은 학생 (${code(uid)})`, html`the very UID (${code(uid)})`)}</li>
<li>${say(
    html`이름이나 별칭이 같은 학생 (${code(name)}), 검색어로 시작하는 학생, 단어의 처음이 맞는 학생, 중간이 맞는 학생`,
    html`the very name or alias (${code(name)}), then its start, the start of a word in it, its inside`,
  )}</li>
<li>${say(
    html`초성이 맞는 학생 (${code('ㅅㄹㅋ')}), 끝 글자를 쓰다 만 검색어 (${code('시롴')}), 한/영 전환을 잊은 검색어 (${code('tlfhzh')})`,
    html`Korean initial consonants (${code('ㅅㄹㅋ')}), an unfinished last syllable (${code('시롴')}), Korean typed on a Latin keyboard (${code('tlfhzh')})`,
  )}</li>
</ol>
<p>${say(
    html`맞는 학생이 없으면 오류가 아니라 ${code(String(OPERATIONS.findStudents.success))}과 빈 목록입니다.`,
    html`No match is no error: ${code(String(OPERATIONS.findStudents.success))} with an empty list.`,
  )}</p>`;
}

const catalogue = ({ say, served: { catalogue, importedAt } }: Guide) => html`
${heading('catalogue', say('학생 카탈로그', 'The catalogue'))}
<p>${say(
  html`지금 제공하는 카탈로그에는 학생 ${catalogue.entries.length}명과 다른 형태 ${catalogue.otherForms}개가 있습니다. 버전은 ${code(catalogue.version)}이며, ${importedAt === null ? '프로그램에 포함된 것입니다' : `${new Date(importedAt).toISOString()}에 가져온 것입니다`}.`,
  html`The catalogue served now has ${catalogue.entries.length} students and ${catalogue.otherForms} other forms. Its version is ${code(catalogue.version)}; it ${importedAt === null ? 'came with the program' : `was imported at ${new Date(importedAt).toISOString()}`}.`,
)}</p>`;
