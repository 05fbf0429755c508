import { BOND_RANK_STARTS } from '../../contract/bond.ts';
import { docsAnchor, ERROR_CODES, ERRORS } from '../../contract/errors.ts';
import { WINDOWS } from '../../contract/limits.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { STATE_FIELDS, STATE_NAMES } from '../../contract/state-fields.ts';
import type { Served } from '../catalogue/served.ts';
import type { Config } from '../config.ts';

/** /docs: every table of the contract on one page, with the anchors to which errors point. */
export function page(
  baseUrl: string,
  { catalogue, importedAt }: Served,
  limits: Pick<Config, 'readLimit' | 'writeLimit'>,
): string {
  const operations = Object.values(OPERATIONS).map(({ method, path, needs, ko }) => [
    code(`${method} ${path}`),
    ko,
    code(needs),
  ]);
  const fields = STATE_NAMES.map((name) => {
    const { min, max, nullable, ko } = STATE_FIELDS[name];
    return [code(name), `${min}–${max}`, nullable ? '가능' : '불가', ko];
  });
  const errors = ERROR_CODES.map((name) => {
    const { status, when, act } = ERRORS[name];
    return `<section id="${docsAnchor(name)}"><h3>${status} ${code(name)}</h3><p>${prose(when.ko)} ${prose(act.ko)}</p></section>`;
  });
  const ranks = BOND_RANK_STARTS.map((exp, i) => [String(i + 1), exp.toLocaleString('en')]);
  return `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rollbook (출석부) API</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.65 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem; word-break: keep-all }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #8884 }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
pre { overflow-x: auto; padding: .8rem; background: #8881 }
section:target { outline: 2px solid; outline-offset: .4rem }
</style>
</head>
<body>
<h1>Rollbook (출석부) API <small>beta</small></h1>
<p>학생을 검색하고, 모집한 학생의 성장 상태를 읽고 쓰는 API입니다. 기본 주소는 ${code(baseUrl)}이며,
기계가 읽는 설명은 <a href="${baseUrl}/openapi.json">openapi.json</a>에 있습니다.</p>
<pre>curl -G -H "Authorization: Bearer $KEY" --data-urlencode 'query=시로코' ${baseUrl}/students</pre>
<h2>요청</h2>
${table(['요청', '하는 일', '권한'], operations)}
<h2>필드</h2>
${table(['이름', '범위', 'null', '뜻'], fields)}
<h2>한도</h2>
<p>읽기는 계정과 지역마다 ${WINDOWS.read.windowSeconds}초에 ${limits.readLimit}번, 쓰기는 계정마다 ${WINDOWS.write.windowSeconds / 60}분에 ${limits.writeLimit}번까지 보낼 수 있습니다.
집계 구간은 첫 요청부터 시작합니다. 서버를 한 대로 운영하는 경우, 서버를 다시 시작하면 집계 구간도 새로 시작합니다.</p>
<h2 id="catalogue">학생 카탈로그</h2>
<p>지금 제공하는 카탈로그에는 학생 ${catalogue.entries.length}명과 다른 형태 ${catalogue.otherForms}개가 있습니다.
버전은 ${code(catalogue.version)}이며, ${importedAt === null ? '프로그램에 포함된 것입니다' : `${new Date(importedAt).toISOString()}에 가져온 것입니다`}.</p>
<h2>오류</h2>
${errors.join('\n')}
<h2>인연 랭크</h2>
${table(['랭크', '시작하는 누적 경험치'], ranks)}
</body>
</html>
`;
}

const table = (heads: string[], rows: string[][]): string =>
  `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>
${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}
</tbody></table>`;

const escaped = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string,
  );
const code = (text: string): string => `<code>${escaped(text)}</code>`;
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
