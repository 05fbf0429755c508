import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../contract/limits.ts';
import { code, type Html, html } from '../../html/html.ts';
import { errorCode, field } from './named-terms.ts';
import { sample } from './sample.ts';
import { type GuideContext, type Section, twoColumns } from './section.ts';

const QUERY = '수영복';
const PAGE_SIZE = 20;

export const paging: Section = {
  id: 'paging',
  title: { ko: '페이지네이션', en: 'Pagination' },
  body: (guide) => twoColumns(text(guide), pagesSample(guide)),
};

const text = ({ t }: GuideContext): Html => html`
<p>${t(
  html`검색과 목록 조회는 한 번에 최대 ${DEFAULT_PAGE_SIZE}개를 반환합니다. 페이지 크기는 ${code('limit')} 매개변수로 1~${MAX_PAGE_SIZE} 범위에서 지정할 수 있습니다. 다음 페이지를 조회하려면 응답의 ${code('nextCursor')} 값을 ${code('cursor')} 매개변수로 그대로 보내십시오. ${code('nextCursor')} 값이 ${code('null')}이면 마지막 페이지입니다.`,
  html`Searches and lists return up to ${DEFAULT_PAGE_SIZE} items per page. Set ${code('limit')} to change the page size, from 1 to ${MAX_PAGE_SIZE}. To get the next page, send the ${code('nextCursor')} of the response as ${code('cursor')}. On the last page, ${code('nextCursor')} is ${code('null')}.`,
)}</p>
<ul>
<li>${t(
  html`${code('cursor')} 값을 해석하거나 수정하지 마십시오. 값을 저장해 두고 사용할 수 있으며, 서버가 다시 시작되어도 유효합니다.`,
  html`Do not parse or change a ${code('cursor')}. You can store it; it stays valid when the server restarts.`,
)}</li>
<li>${t(
  html`${code('cursor')} 값은 같은 목록 또는 같은 ${code('query')} 값에만 사용할 수 있습니다. ${code('limit')} 값은 페이지마다 바꿔도 됩니다.`,
  html`A ${code('cursor')} works only for the same list or the same ${code('query')}; ${code('limit')} may change between pages.`,
)}</li>
<li>${t(
  html`목록은 ${field('studentUid')} 오름차순으로 정렬됩니다. 페이지를 조회하는 동안 다른 학생이 등록되거나 삭제되어도, 그동안 계속 등록되어 있던 학생은 정확히 한 번 반환됩니다.`,
  html`The list is sorted by ${field('studentUid')} in ascending order. A student who stays registered while you page through it appears exactly once, even if others are added or removed.`,
)}</li>
<li>${t(
  html`학생 카탈로그가 바뀌면 검색 결과의 ${code('cursor')} 값은 무효가 되고 ${errorCode('invalid_request')} 오류가 반환됩니다. 처음부터 다시 검색하십시오.`,
  html`A search ${code('cursor')} becomes invalid when the student catalogue changes, and returns ${errorCode('invalid_request')}. Start the search again.`,
)}</li>
</ul>`;

function pagesSample(guide: GuideContext): Html {
  const { t, baseUrl, served } = guide;
  return sample(guide, {
    id: 'pages',
    title: t(`"${QUERY}" 검색 결과 모두 세기`, `Count all results for "${QUERY}"`),
    output: served.catalogue.search(QUERY).count,
    code: {
      curl: `api="\${ROLLBOOK_URL:-${baseUrl}}"
count=0
set --
while
  page=$(curl -sS -G "$api/students" \\
    -H "Authorization: Bearer $ROLLBOOK_KEY" \\
    --data-urlencode 'query=${QUERY}' -d limit=${PAGE_SIZE} \\
    "$@")
  found=$(printf %s "$page" | grep -o '"studentUid"' | wc -l)
  count=$((count + found))
  cursor=$(printf %s "$page" | sed -nE 's/.*"nextCursor":"([^"]+)".*/\\1/p')
  [ -n "$cursor" ]
do
  set -- --data-urlencode "cursor=$cursor"
done
echo "$count"`,
      javascript: `const api = process.env.ROLLBOOK_URL ?? '${baseUrl}';
const headers = {
  Authorization: \`Bearer \${process.env.ROLLBOOK_KEY}\`,
};

async function* search(query) {
  let cursor = null;
  do {
    const parameters = new URLSearchParams({ query, limit: ${PAGE_SIZE} });
    if (cursor !== null) parameters.set('cursor', cursor);
    const response = await fetch(\`\${api}/students?\${parameters}\`, { headers });
    if (!response.ok) throw new Error(await response.text());
    const { students, nextCursor } = await response.json();
    yield* students;
    cursor = nextCursor;
  } while (cursor !== null);
}

let count = 0;
for await (const student of search('${QUERY}')) count += 1;
console.log(count);`,
      python: `import os
from rollbook import Rollbook

rollbook = Rollbook(
    os.environ.get("ROLLBOOK_URL", "${baseUrl}"),
    os.environ["ROLLBOOK_KEY"],
)

# Reads page after page while the loop goes on.
print(sum(1 for student in rollbook.students.search("${QUERY}")))`,
    },
  });
}
