import { type Html, html } from '../html.ts';
import { example } from './example.ts';
import { flowPicture } from './flow-picture.ts';
import { method, operation, refusal } from './named-terms.ts';
import { inShell, literal, pythonic } from './request-samples.ts';
import { sample } from './sample.ts';
import { beside, type Guide, type Section } from './section.ts';

export const flow: Section = {
  id: 'flow',
  title: { ko: '권장 흐름', en: 'The suggested flow' },
  body: (guide) => html`
<p>${guide.say(
    '학생을 원하는 상태로 맞추는 도구라면 이 순서를 권합니다. 등록되어 있는지 몰라도 되고, 도중에 다른 도구가 먼저 등록해도 올바르게 끝납니다.',
    'A tool that brings a student to a wanted state does best in this order. It need not know whether the student is registered, and it ends well even if another tool registers the student meanwhile.',
  )}</p>
${beside(html`${flowPicture(guide)}${steps(guide)}`, asCode(guide))}`,
};

const steps = ({ say }: Guide): Html => html`<ol>
<li>${say(html`${operation('findStudents')}로 UID를 찾습니다.`, html`Find the UID with ${operation('findStudents')}.`)}</li>
<li>${say(html`${operation('getRecruitedStudent')}로 현재 상태를 읽습니다.`, html`Read the state with ${operation('getRecruitedStudent')}.`)}</li>
<li>${say(
  html`${refusal('student_not_recruited')}이면 ${operation('registerRecruitedStudent')}로 등록합니다.`,
  html`On ${refusal('student_not_recruited')}, register with ${operation('registerRecruitedStudent')}.`,
)}</li>
<li>${say(
  html`등록이 ${refusal('student_already_recruited')}로 끝나면, 바꿀 필드만 ${method('patchRecruitedStudent')}로 보냅니다.`,
  html`If that answers ${refusal('student_already_recruited')}, send what must change with ${method('patchRecruitedStudent')}.`,
)}</li>
<li>${say(
  html`2번에서 상태를 읽었다면 곧바로 ${method('patchRecruitedStudent')}를 보냅니다. 이미 원하는 상태라면 보내지 않아도 됩니다.`,
  html`If step 2 gave a state, ${method('patchRecruitedStudent')} it at once, or not at all if it is the wanted one.`,
)}</li>
</ol>`;

function asCode(guide: Guide): Html {
  const { say, baseUrl } = guide;
  const { name, wanted, set } = example(guide);
  const fields = JSON.stringify(wanted).slice(1, -1);
  return sample(guide, {
    id: 'set',
    title: say('학생을 원하는 상태로 맞추기', 'Bring a student to a wanted state'),
    prints: set,
    codes: {
      curl: `api="\${ROLLBOOK_URL:-${baseUrl}}"
name=${inShell(name)}
wanted='${fields}'

call() {
  curl -sS "$@" -H "Authorization: Bearer $ROLLBOOK_KEY" \\
    -H 'Content-Type: application/json'
}
change() {
  call -X PATCH "$api/me/students/$uid" -d "{$wanted}"
}

uid=$(call -G "$api/students" -d limit=1 --data-urlencode "query=$name" |
  sed -E 's/.*"studentUid":"([^"]+)".*/\\1/')
state=$(call "$api/me/students/$uid")
case $state in
  *'"code":"student_not_recruited"'*)
    state=$(call "$api/me/students" -d "{\\"studentUid\\":\\"$uid\\",$wanted}")
    case $state in
      *'"code":"student_already_recruited"'*) state=$(change) ;;
    esac ;;
  *) state=$(change) ;;
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
  const answer = await response.json();
  if (!response.ok) {
    throw Object.assign(new Error(answer.error.message), answer.error);
  }
  return answer;
}

async function setStudent(name, wanted) {
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
      return await call('POST', '/me/students', { studentUid, ...wanted });
    } catch (error) {
      if (error.code !== 'student_already_recruited') throw error;
    }
  }
  const changes = Object.entries(wanted)
    .filter(([field, value]) => state[field] !== value);
  if (changes.length === 0) return state;
  return call('PATCH', path, Object.fromEntries(changes));
}

const wanted = ${literal(wanted)};
console.log(JSON.stringify(await setStudent(${JSON.stringify(name)}, wanted)));`,
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
    except HTTPError as refused:
        return None, json.load(refused)["error"]

def expect(answer, error):
    if error:
        raise RuntimeError(error["message"])
    return answer

def set_student(name, wanted):
    query = urlencode({"query": name, "limit": 1})
    found = expect(*call("GET", f"/students?{query}"))
    uid = found["students"][0]["studentUid"]
    path = f"/me/students/{uid}"
    state, error = call("GET", path)
    if error and error["code"] == "student_not_recruited":
        answer, error = call("POST", "/me/students", {"studentUid": uid, **wanted})
        if not error or error["code"] != "student_already_recruited":
            return expect(answer, error)
        state = {}
    else:
        expect(state, error)
    changes = {field: value for field, value in wanted.items()
               if state.get(field) != value}
    return expect(*call("PATCH", path, changes)) if changes else state

wanted = ${pythonic(wanted)}
print(json.dumps(set_student(${JSON.stringify(name)}, wanted), ensure_ascii=False))`,
    },
  });
}
