import { jsLiteral, jsString, pythonLiteral, shellQuote } from '../../html/assets/request-samples.js';
import { code, type Html, html } from '../../html/html.ts';
import { clientCode } from './client-samples.ts';
import { exampleStudent } from './example.ts';
import { flowDiagram } from './flow-diagram.ts';
import { errorCode, method, operation } from './named-terms.ts';
import { sample } from './sample.ts';
import { type GuideContext, heading, type Section, twoColumns } from './section.ts';

export const flow: Section = {
  id: 'flow',
  title: { ko: '학생 한 명 설정하기', en: 'Set one student' },
  body: (guide) => html`
<p>${guide.t(
    '학생을 원하는 상태로 설정하려면 다음 순서를 권장합니다. 학생이 등록되어 있는지 미리 알 필요가 없고, 도중에 다른 도구가 먼저 등록해도 올바르게 처리됩니다.',
    'To set a student to a given state, follow these steps. You do not need to know whether the student is registered, and the result is correct even if another tool registers the student in between.',
  )}</p>
${twoColumns(html`${flowDiagram(guide)}${steps(guide)}${retries(guide)}`, flowSample(guide))}`,
};

const steps = ({ t }: GuideContext): Html => html`<ol>
<li>${t(
  html`${operation('findStudents')} 요청으로 UID를 찾습니다. ${code('하루')}를 검색하면 하루나와 하루카가 나오므로, 첫 번째 결과를 그대로 쓰지 말고 이름이 정확히 같은 학생을 고르십시오. 없으면 후보를 보여 주십시오.`,
  html`Find the UID with ${operation('findStudents')}. A search for Haru finds Haruna and Haruka: do not take the first result, but the one with exactly that name. If there is none, show the candidates.`,
)}</li>
<li>${t(html`${operation('getRecruitedStudent')} 요청으로 현재 상태를 조회합니다.`, html`Read the current state with ${operation('getRecruitedStudent')}.`)}</li>
<li>${t(
  html`${errorCode('student_not_recruited')} 오류가 반환되면 ${operation('registerRecruitedStudent')} 요청으로 등록합니다.`,
  html`On ${errorCode('student_not_recruited')}, register with ${operation('registerRecruitedStudent')}.`,
)}</li>
<li>${t(
  html`등록 요청에 ${errorCode('student_already_recruited')} 오류가 반환되면 바꿀 필드만 ${method('patchRecruitedStudent')} 요청으로 보냅니다.`,
  html`If the registration returns ${errorCode('student_already_recruited')}, send only the fields to change with ${method('patchRecruitedStudent')}.`,
)}</li>
<li>${t(
  html`2단계에서 상태가 조회되면 바꿀 필드만 ${method('patchRecruitedStudent')} 요청으로 보냅니다. 이미 원하는 상태라면 보내지 않아도 됩니다.`,
  html`If step 2 returned a state, send the fields to change with ${method('patchRecruitedStudent')}. Skip this if nothing has to change.`,
)}</li>
</ol>`;

const retries = ({ t }: GuideContext): Html => html`
${heading('flow-retries', t('오류가 나면', 'When a request fails'))}
<p>${t('예제의 코드는 그대로 복사하여 쓸 수 있으며, 다음 오류를 모두 처리합니다.', 'The sample is whole. It handles all of these:')}</p>
<ul>
<li>${t(
  html`${errorCode('rate_limited')}, ${errorCode('unavailable')}: 처리되지 않았으므로 ${code('Retry-After')} 헤더의 초만큼 기다린 뒤 같은 요청을 다시 보냅니다.`,
  html`${errorCode('rate_limited')}, ${errorCode('unavailable')}: not processed. Wait for the seconds in ${code('Retry-After')}, then send the same request again.`,
)}</li>
<li>${t(
  html`${errorCode('internal_error')} 또는 끊긴 연결: 처리되었는지 알 수 없습니다. 현재 상태를 조회하여 비교하고, 아직 다른 필드만 다시 보냅니다.`,
  html`${errorCode('internal_error')} or a lost connection: the outcome is unknown. Read the state, compare, and send only what still differs.`,
)}</li>
<li>${t(
  html`${errorCode('student_already_recruited')}, ${errorCode('student_not_recruited')}: 다른 도구가 먼저 바꾸었습니다. 조회한 상태에 따라 변경하거나 등록합니다.`,
  html`${errorCode('student_already_recruited')}, ${errorCode('student_not_recruited')}: another tool was faster. Change or register, as the state demands.`,
)}</li>
</ul>
<p id="python-package">${t(
  html`Python 예제는 표준 라이브러리 외에는 아무것도 필요 없는 패키지 ${code('rollbook')}을 사용하며, 위의 오류는 모두 이 패키지가 처리합니다. Python 3.11 이상이 필요합니다. 서버의 저장소를 받은 폴더에서 ${code('pip install ./python')}을 실행하면 설치됩니다. ${code('npm run pack')}은 같은 패키지를 ${code('dist/')}에 wheel 파일로 만듭니다.`,
  html`The Python samples use the package ${code('rollbook')}, which handles all of these and needs nothing beyond the standard library of Python 3.11 or later. ${code('pip install ./python')} in a checkout of the server installs it; ${code('npm run pack')} writes it into ${code('dist/')} as a wheel.`,
)}</p>`;

function flowSample(guide: GuideContext): Html {
  const { t, baseUrl } = guide;
  const { name, target, set } = exampleStudent(guide);
  const client = clientCode(baseUrl);
  return sample(guide, {
    id: 'set',
    title: t('학생을 원하는 상태로 설정하기', 'Set a student to a given state'),
    output: set,
    code: {
      curl: `${client.curl}

set_student() {
  found=$(call -G "$api/students" --data-urlencode "query=$name")
  uid=$(printf '%s\\n' "$found" | tr '{' '\\n' |
    awk -F '"' -v name="$name" '$8 == name { print $4 }')
  if [ "$(printf '%s' "$uid" | grep -c .)" -eq 1 ]; then
    save
  else
    printf 'No single student is called %s: %s\\n' "$name" "$found" >&2
    return 1
  fi
}

name=${shellQuote(name)}
target='${JSON.stringify(target).slice(1, -1)}'
set_student`,
      javascript: `${client.javascript}

async function findStudent(name) {
  const query = new URLSearchParams({ query: name });
  const { students } = await call('GET', \`/students?\${query}\`);
  const exact = students.filter((student) => student.name === name);
  if (exact.length === 1) return exact[0].studentUid;
  const names = students.map((student) => student.name).join(', ');
  throw new Error(\`No single student is called \${name}: \${names}\`);
}

const target = ${jsLiteral(target)};
const uid = await findStudent(${jsString(name)});
console.log(JSON.stringify(await save(uid, target)));`,
      python: `${client.python}

student = rollbook.students.resolve(${JSON.stringify(name)})
target = ${pythonLiteral(target)}
ensured = rollbook.roster.ensure({"studentUid": student["studentUid"], **target})
print(json.dumps(ensured.state, ensure_ascii=False))`,
    },
  });
}
