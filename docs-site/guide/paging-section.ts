import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../contract/limits.ts';
import { code, type Html, html } from '../html.ts';
import { field, refusal } from './named-terms.ts';
import { sample } from './sample.ts';
import { beside, type Guide, type Section } from './section.ts';

const COMMON_NAME = '수영복';
const PAGE = 20;

export const paging: Section = {
  id: 'paging',
  title: { ko: '여러 페이지 읽기', en: 'Paging' },
  body: (guide) => beside(text(guide), pages(guide)),
};

const text = ({ say }: Guide): Html => html`
<p>${say(
  html`검색과 목록은 한 번에 ${DEFAULT_PAGE_SIZE}개까지 돌려줍니다. ${code('limit')}로 1부터 ${MAX_PAGE_SIZE}까지 정할 수 있습니다. 응답의 ${code('nextCursor')}를 그대로 ${code('cursor')}로 보내면 다음 페이지이고, ${code('null')}이면 마지막 페이지입니다.`,
  html`Searches and lists answer ${DEFAULT_PAGE_SIZE} at a time, or as many as ${code('limit')} says, from 1 to ${MAX_PAGE_SIZE}. Send ${code('nextCursor')} back as ${code('cursor')} for the next page; ${code('null')} is the last one.`,
)}</p>
<ul>
<li>${say(
  html`${code('cursor')}의 내용은 해석하거나 고치지 않습니다. 저장해 두어도 되며 서버를 다시 시작해도 유효합니다.`,
  html`Neither read nor change what is in a ${code('cursor')}. It may be kept, and outlives a restart of the server.`,
)}</li>
<li>${say(
  html`같은 목록, 같은 ${code('query')}에만 쓸 수 있습니다. ${code('limit')}는 페이지마다 바꿔도 됩니다.`,
  html`It is good for the same list or the same ${code('query')}; ${code('limit')} may differ from page to page.`,
)}</li>
<li>${say(
  html`목록은 ${field('studentUid')} 오름차순입니다. 페이지를 넘기는 동안 다른 학생이 등록되거나 삭제되어도, 계속 등록되어 있던 학생은 정확히 한 번 나옵니다.`,
  html`The list is in ascending order of ${field('studentUid')}. Whatever is written meanwhile, a student who is there throughout appears exactly once.`,
)}</li>
<li>${say(
  html`검색의 ${code('cursor')}는 학생 카탈로그가 바뀌면 ${refusal('invalid_request')}입니다. 처음부터 다시 검색하십시오.`,
  html`A search’s ${code('cursor')} ends with the catalogue: ${refusal('invalid_request')}. Search again from the start.`,
)}</li>
</ul>`;

function pages(guide: Guide): Html {
  const { say, baseUrl, served } = guide;
  return sample(guide, {
    id: 'pages',
    title: say(`"${COMMON_NAME}" 학생을 모두 세기`, `Count all students for "${COMMON_NAME}"`),
    prints: served.catalogue.search(COMMON_NAME).count,
    codes: {
      curl: `api="\${ROLLBOOK_URL:-${baseUrl}}"
count=0
cursor=
while
  page=$(curl -sS -G "$api/students" \\
    -H "Authorization: Bearer $ROLLBOOK_KEY" \\
    --data-urlencode 'query=${COMMON_NAME}' -d limit=${PAGE} \\
    \${cursor:+--data-urlencode "cursor=$cursor"})
  found=$(printf %s "$page" | grep -o '"studentUid"' | wc -l)
  count=$((count + found))
  cursor=$(printf %s "$page" | sed -nE 's/.*"nextCursor":"([^"]+)".*/\\1/p')
  [ -n "$cursor" ]
do :; done
echo "$count"`,
      javascript: `const api = process.env.ROLLBOOK_URL ?? '${baseUrl}';
const headers = {
  Authorization: \`Bearer \${process.env.ROLLBOOK_KEY}\`,
};

async function* search(query) {
  let cursor = null;
  do {
    const parameters = new URLSearchParams({ query, limit: ${PAGE} });
    if (cursor !== null) parameters.set('cursor', cursor);
    const response = await fetch(\`\${api}/students?\${parameters}\`, { headers });
    if (!response.ok) throw new Error(await response.text());
    const { students, nextCursor } = await response.json();
    yield* students;
    cursor = nextCursor;
  } while (cursor !== null);
}

let count = 0;
for await (const student of search('${COMMON_NAME}')) count += 1;
console.log(count);`,
      python: `import json, os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

api = os.environ.get("ROLLBOOK_URL", "${baseUrl}")
headers = {
    "Authorization": "Bearer " + os.environ["ROLLBOOK_KEY"],
}

def search(query):
    parameters = {"query": query, "limit": ${PAGE}}
    while True:
        url = f"{api}/students?{urlencode(parameters)}"
        with urlopen(Request(url, headers=headers)) as response:
            page = json.load(response)
        yield from page["students"]
        if page["nextCursor"] is None:
            return
        parameters["cursor"] = page["nextCursor"]

print(sum(1 for student in search("${COMMON_NAME}")))`,
    },
  });
}
