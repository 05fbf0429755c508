import { KEY_PREFIX } from '../../../contract/api-key-format.ts';
import { API_PREFIX, MCP_PATH } from '../../../contract/paths.ts';
import { code, type Html, html } from '../../html/html.ts';
import { TOOL_LIST, TOOL_NAMES } from '../../mcp/tool-list.ts';
import { table } from './html-table.ts';
import { codeBlock } from './sample.ts';
import { type GuideContext, type Section, twoColumns } from './section.ts';

export const agents: Section = {
  id: 'agents',
  title: { ko: 'AI 에이전트와 MCP', en: 'AI agents and MCP' },
  body: (guide) => html`${twoColumns(overview(guide), configurations(guide))}${rules(guide)}`,
};

const overview = ({ t }: GuideContext): Html => html`
<p>${t(
  html`Model Context Protocol을 지원하는 프로그램은 API 호출을 직접 작성하지 않고 학생 목록을 읽고 쓸 수 있습니다. 원격 서버에 연결하는 프로그램은 ${code(MCP_PATH)} 주소에 API 키로 연결합니다. 컴퓨터에서 명령을 실행하는 데스크톱 프로그램은 ${code('rollbook mcp')} 명령을 사용합니다.`,
  html`Programs that speak the Model Context Protocol can read and write a roster without code of their own. A program that connects to a remote server uses ${code(MCP_PATH)} with an API key. A desktop program that starts commands uses ${code('rollbook mcp')}.`,
)}</p>
${table(
  t('도구', 'Tools'),
  [t('도구', 'Tool'), t('하는 일', 'What it does'), t('권한', 'Permission')],
  TOOL_NAMES.map((name) => ({
    cells: [code(name), t(TOOL_LIST[name].ko, TOOL_LIST[name].en), code(TOOL_LIST[name].permission)],
  })),
)}`;

const configurations = ({ t, baseUrl }: GuideContext): Html => {
  const url = baseUrl.slice(0, -API_PREFIX.length) + MCP_PATH;
  return html`${codeBlock(
    t('데스크톱 프로그램의 설정 (stdio)', 'Configuration of a desktop program (stdio)'),
    configuration({
      command: '/opt/rollbook/node_modules/.bin/rollbook',
      args: ['mcp'],
      env: { ROLLBOOK_URL: baseUrl, ROLLBOOK_KEY: `${KEY_PREFIX}…` },
    }),
  )}${codeBlock(
    t('HTTP로 연결하는 프로그램의 설정', 'Configuration of a program that connects over HTTP'),
    configuration({ type: 'http', url, headers: { Authorization: `Bearer ${KEY_PREFIX}…` } }),
  )}${codeBlock(
    t('연결 확인', 'Check the connection'),
    `curl ${url} -H "Authorization: Bearer $ROLLBOOK_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`,
  )}`;
};

const configuration = (server: object): string =>
  JSON.stringify({ mcpServers: { rollbook: server } }, null, 2);

const rules = ({ t }: GuideContext): Html => html`
<ul>
<li>${t(
  html`${code('search_students')}와 ${code('list_roster')}는 학생을 <a href="#attributes">속성</a>으로 거릅니다. 예를 들어 ${code('attributes: {"school": ["millennium"], "role": ["support"]}')}와 ${code('filters: [{"field": "level", "max": 79, "isNull": true}]')}를 받은 ${code('list_roster')}는 레벨이 80 미만이거나 기록되지 않은 밀레니엄 서포터를 반환합니다. 코드 대신 한국어, 일본어, 영어 이름도 받으며, 모르는 값이면 사용할 수 있는 코드를 오류에 담아 알려 줍니다. 속성만으로 하는 검색은 읽기로 집계하지 않습니다.`,
  html`${code('search_students')} and ${code('list_roster')} filter students by <a href="#attributes">attributes</a>. With ${code('attributes: {"school": ["millennium"], "role": ["support"]}')} and ${code('filters: [{"field": "level", "max": 79, "isNull": true}]')}, ${code('list_roster')} returns the Millennium supports below level 80 or of unknown level. Korean, Japanese and English names are taken in place of codes, and the error for an unknown value lists the codes that exist. A search by attributes alone counts no read.`,
)}</li>
<li>${t(
  html`키의 권한에 따라 도구가 달라집니다. ${code('read')} 권한의 키에는 읽는 도구만 표시됩니다. 에이전트가 답만 하면 된다면 ${code('read')} 권한의 키를 사용하십시오.`,
  html`The tools depend on the key: a ${code('read')} key is offered only those that read. Use one if the agent only answers questions.`,
)}</li>
<li>${t(
  html`도구는 같은 일을 하는 API 요청과 똑같이 <a href="#limits">한도</a>에 집계됩니다. 저장한 학생 한 명이 쓰기 한 번입니다. ${code(MCP_PATH)}에 보내는 메시지에는 별도의 한도가 있습니다. 한도에 도달하면 기다리지 않고, 끝낸 일과 다시 호출할 때까지의 시간(${code('retryAfterSeconds')})을 반환합니다.`,
  html`Tools count towards the <a href="#limits">limits</a> like the API requests that do the same: each student saved is one write. Messages to ${code(MCP_PATH)} have a limit of their own besides. When a limit is met they do not wait, but return what was done and when to go on (${code('retryAfterSeconds')}).`,
)}</li>
<li>${t(
  html`학생을 삭제하기 전에는 프로그램이 플레이어에게 확인을 요청합니다. 프로그램이 이 기능을 지원하지 않으면 ${code('confirm: true')}를 보내야 합니다. 가져오기는 학생을 삭제하지 않으며, ${code('lower: true')}일 때만 기록된 값을 낮추거나 지웁니다. 그대로 둔 값은 ${code('kept')}로 반환합니다.`,
  html`Before a student is removed, the program asks the player. Where it cannot, ${code('confirm: true')} is needed. An import never removes students, and lowers or clears values only with ${code('lower: true')}; the answer lists what it leaves alone as ${code('kept')}.`,
)}</li>
<li>${t(
  html`쓰는 도구는 변경의 묶음을 ${code('group')}으로 알립니다. ${code('undo_changes')}는 그 묶음을 되돌립니다. 먼저 바뀔 내용만 보여 주고 ${code('confirm: true')}일 때 쓰며, 그 뒤에 바뀐 값은 ${code('force: true')}일 때만 되돌립니다. ${code('recent_changes')}는 누가 무엇을 바꿨는지 묶음별로 알려 줍니다.`,
  html`A tool that writes names its changes as a ${code('group')}, and ${code('undo_changes')} takes that group back. It shows what it would write first and writes it with ${code('confirm: true')}; what was changed since stays, unless ${code('force: true')}. ${code('recent_changes')} lists the groups: who changed what.`,
)}</li>
<li>${t(
  html`${code('plan_growth')}는 학생 한 명 또는 저장한 <a href="#goals">목표</a>의 비용과 모자라는 아이템을 반환합니다. ${code('save_goals')}에서 목표 하나가 쓰기 한 번이고, ${code('save_stock')}은 아이템의 이름도 받습니다.`,
  html`${code('plan_growth')} returns what one student or the saved <a href="#goals">goals</a> cost, and what the stock lacks. Each goal of ${code('save_goals')} is one write; ${code('save_stock')} takes names of items too.`,
)}</li>
<li>${t(
  html`${code(MCP_PATH)}는 서버 자신의 주소로만 연결할 수 있습니다. 서버의 공개 주소가 있으면 운영자가 ${code('ROLLBOOK_PUBLIC_URL')}을 설정해야 합니다. 다른 출처의 웹 페이지는 ${code('ROLLBOOK_CORS_ORIGINS')} 설정과 관계없이 사용할 수 없습니다.`,
  html`${code(MCP_PATH)} answers only under the server's own address; an operator with a public one sets ${code('ROLLBOOK_PUBLIC_URL')}. Pages of other origins cannot use it, whatever ${code('ROLLBOOK_CORS_ORIGINS')} says.`,
)}</li>
</ul>`;
