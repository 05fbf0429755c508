import { type Html, html } from '../html.ts';
import { exampleStudent } from './example.ts';
import { flowDiagram } from './flow-diagram.ts';
import { errorCode, method, operation } from './named-terms.ts';
import { jsLiteral, pythonLiteral, shellQuote } from './request-samples.ts';
import { sample } from './sample.ts';
import { type GuideContext, type Section, twoColumns } from './section.ts';

export const flow: Section = {
  id: 'flow',
  title: { ko: '권장 흐름', en: 'Recommended flow' },
  body: (guide) => html`
<p>${guide.t(
    '학생을 원하는 상태로 설정하려면 다음 순서를 권장합니다. 학생이 등록되어 있는지 미리 알 필요가 없고, 도중에 다른 도구가 먼저 등록해도 올바르게 처리됩니다.',
    'To set a student to a given state, follow these steps. You do not need to know whether the student is registered, and the result is correct even if another tool registers the student in between.',
  )}</p>
${twoColumns(html`${flowDiagram(guide)}${steps(guide)}`, flowSample(guide))}`,
};

const steps = ({ t }: GuideContext): Html => html`<ol>
<li>${t(html`${operation('findStudents')} 요청으로 UID를 찾습니다.`, html`Find the UID with ${operation('findStudents')}.`)}</li>
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

function flowSample(guide: GuideContext): Html {
  const { t, baseUrl } = guide;
  const { name, target, set } = exampleStudent(guide);
  const fields = JSON.stringify(target).slice(1, -1);
  return sample(guide, {
    id: 'set',
    title: t('학생을 원하는 상태로 설정하기', 'Set a student to a given state'),
    output: set,
    code: {
      curl: `api="\${ROLLBOOK_URL:-${baseUrl}}"
name=${shellQuote(name)}
target='${fields}'

call() {
  curl -sS "$@" -H "Authorization: Bearer $ROLLBOOK_KEY" \\
    -H 'Content-Type: application/json'
}
update() {
  call -X PATCH "$api/me/students/$uid" -d "{$target}"
}

uid=$(call -G "$api/students" -d limit=1 --data-urlencode "query=$name" |
  sed -E 's/.*"studentUid":"([^"]+)".*/\\1/')
state=$(call "$api/me/students/$uid")
case $state in
  *'"code":"student_not_recruited"'*)
    state=$(call "$api/me/students" -d "{\\"studentUid\\":\\"$uid\\",$target}")
    case $state in
      *'"code":"student_already_recruited"'*) state=$(update) ;;
    esac ;;
  *) state=$(update) ;;
esac
echo "$state"`,
      javascript: `const api = process.env.ROLLBOOK_URL ?? '${baseUrl}';

async function call(method, path, body) {
  const response = await fetch(api + path, {
    method,
    headers: {
      Authorization: \`Bearer \${process.env.ROLLBOOK_KEY}\`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const data = await response.json();
  if (!response.ok) {
    throw Object.assign(new Error(data.error.message), data.error);
  }
  return data;
}

async function setStudent(name, target) {
  const query = new URLSearchParams({ query: name, limit: 1 });
  const { students } = await call('GET', \`/students?\${query}\`);
  const { studentUid } = students[0];
  const path = \`/me/students/\${studentUid}\`;
  let state = {};
  try {
    state = await call('GET', path);
  } catch (error) {
    if (error.code !== 'student_not_recruited') throw error;
    try {
      return await call('POST', '/me/students', { studentUid, ...target });
    } catch (error) {
      if (error.code !== 'student_already_recruited') throw error;
    }
  }
  const changes = Object.entries(target)
    .filter(([field, value]) => state[field] !== value);
  if (changes.length === 0) return state;
  return call('PATCH', path, Object.fromEntries(changes));
}

const target = ${jsLiteral(target)};
console.log(JSON.stringify(await setStudent(${JSON.stringify(name)}, target)));`,
      python: `import json, os
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

api = os.environ.get("ROLLBOOK_URL", "${baseUrl}")

def call(method, path, body=None):
    request = Request(api + path, method=method)
    request.add_header("Authorization", "Bearer " + os.environ["ROLLBOOK_KEY"])
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    try:
        with urlopen(request) as response:
            return json.load(response), None
    except HTTPError as error:
        return None, json.load(error)["error"]

def expect(data, error):
    if error:
        raise RuntimeError(error["message"])
    return data

def set_student(name, target):
    query = urlencode({"query": name, "limit": 1})
    found = expect(*call("GET", f"/students?{query}"))
    uid = found["students"][0]["studentUid"]
    path = f"/me/students/{uid}"
    state, error = call("GET", path)
    if error and error["code"] == "student_not_recruited":
        data, error = call("POST", "/me/students", {"studentUid": uid, **target})
        if not error or error["code"] != "student_already_recruited":
            return expect(data, error)
        state = {}
    else:
        expect(state, error)
    changes = {field: value for field, value in target.items()
               if state.get(field) != value}
    return expect(*call("PATCH", path, changes)) if changes else state

target = ${pythonLiteral(target)}
print(json.dumps(set_student(${JSON.stringify(name)}, target), ensure_ascii=False))`,
    },
  });
}
