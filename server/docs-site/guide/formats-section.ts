import {
  MERGEABLE_FORMATS,
  ROSTER_FORMATS,
  type RosterFormat,
  WRITABLE_FORMATS,
  type WritableFormat,
} from '../../../client/formats/index.ts';
import { STATE_NAMES } from '../../../contract/state-fields.ts';
import { code, html } from '../../html/html.ts';
import { table } from './html-table.ts';
import { heading, type Section } from './section.ts';

export const formats: Section = {
  id: 'formats',
  title: { ko: '다른 도구의 학생 목록', en: 'Rosters of other tools' },
  body: ({ t, baseUrl }) => html`
<p>${t(
    html`플레이어가 다른 도구에 저장해 둔 목록을 가져오고 내보낼 수 있습니다. JavaScript와 TypeScript에서는 ${code('@rollbook/client')}의 ${code('readRoster')}와 ${code('writeRoster')}를, 서버의 저장소를 받은 폴더에서는 ${code('npx rollbook roster')} 명령을 사용합니다.`,
    html`Players can bring in what they keep in other tools, and take it out again: with ${code('readRoster')} and ${code('writeRoster')} of ${code('@rollbook/client')} in JavaScript and TypeScript, or with ${code('npx rollbook roster')} in a checkout of the server.`,
  )}</p>
${table(
  t('형식', 'Formats'),
  [t('형식', 'Format'), code('format'), t('가져오기', 'Read'), t('내보내기', 'Write')],
  (Object.entries(ROSTER_FORMATS) as [RosterFormat, string][]).map(([format, title]) => ({
    cells: [title, code(format), t('예', 'yes'), writing(format, t)],
  })),
)}
<p>${t(
    html`형식은 내용으로 알아봅니다. 형식에 없는 필드는 바꾸지 않습니다. 올바르지 않은 값은 그 값만 빼고 읽으며, 성급이나 고유무기 성급이 올바르지 않은 학생은 이유와 함께 건너뜁니다. SchaleDB와 BA-Resource-Planner, YuzuTrends에는 모르는 값도 레벨 1처럼 가장 낮은 값으로 적혀 있으므로, 그런 값(${code('placeholders')})은 비어 있는 필드를 채우지 않습니다. SchaleDB와 BA-Resource-Planner는 가져올 때 자신의 데이터를 모두 바꾸므로, 그 도구에서 복사한 텍스트를 ${code('merge')}로 함께 보내면 나머지 내용이 유지됩니다.`,
    html`The format is detected from the text. Fields that it lacks stay as they are. A value that is invalid is left out and the others are read; a student whose stars or weapon stars are invalid is left out, with the reason. SchaleDB, BA-Resource-Planner and YuzuTrends have the lowest value, such as level 1, also where nothing is known, so these values (${code('placeholders')}) do not fill a field that is empty. SchaleDB and BA-Resource-Planner replace everything they hold when they import: pass the text copied from them as ${code('merge')}, and the rest of it is kept.`,
  )}</p>
<p>${t(
    html`BA-Resource-Planner와 YuzuTrends는 플레이어가 손대지 않은 학생도 기본 성급과 레벨 1로 채워 둡니다. 모든 값이 이런 기본값인 학생(${code('untouched')})은 알림과 함께 제외합니다. 막 모집한 학생도 똑같이 보이므로, 그런 학생은 직접 등록하거나 ${code('--lower')}로 가져오십시오.`,
    html`BA-Resource-Planner and YuzuTrends fill in base stars and level 1 for students whom the player has not touched. Students with nothing but such defaults (${code('untouched')}) are left out, with a note. A student who was just recruited looks the same: register that one yourself, or take such students with ${code('--lower')}.`,
  )}</p>
<pre tabindex="0"><code>${exampleCommands(baseUrl)}</code></pre>
<p>${t(
    html`${code('plan')}은 바뀔 내용을 보여 주기만 하고, ${code('apply')}는 새 학생과 더 높은 값만 씁니다. 기록된 값을 낮추거나 지우는 값은 그대로 두고 끝에 알려 주며, ${code('--lower')}를 붙였을 때만 씁니다. 장비는 티어와 레벨을 함께, 인연은 랭크와 경험치를 함께 비교합니다. 파일에 없는 학생은 ${code('--prune')}을 붙였을 때만 삭제하며, 이때 인연도 함께 삭제됩니다.`,
    html`${code('plan')} only shows what would change, ${code('apply')} writes new students and higher values. What would lower or clear a recorded value stays as it is, is listed at the end, and is written only with ${code('--lower')}. The tier and level of an equipment slot are compared together, and so are bond rank and experience. Students that the file lacks are removed only with ${code('--prune')}, and their bond with them.`,
  )}</p>
<p>${t(
    html`Rollbook account는 플레이어가 콘솔에서 저장한 계정 데이터 파일입니다. ${code('readRoster')}와 명령은 그 파일의 모집한 학생을 읽으며, 목표와 재고는 ${code('readAccountGoals')}로 읽거나 콘솔에서 가져옵니다. 키와 패스키처럼 접근 권한이 있는 내용은 가져오지 않습니다.`,
    html`Rollbook account is the file with account data that a player saves in the console. ${code('readRoster')} and the commands read its recruited students; goals and stock are read by ${code('readAccountGoals')} or imported in the console. Keys, passkeys and whatever else gives access are never brought.`,
  )}</p>
${heading('formats-json', t('JSON과 CSV', 'JSON and CSV'))}
<p>${t(
    html`JSON은 ${code('{"rollbook": 1, "students": […]}')} 형태이며, 각 학생은 <a href="#fields">상태 필드</a>를 모두 담은 객체입니다. 학생의 배열이나 API가 응답한 ${code('{"students": […]}')}도 읽으며, 없는 필드는 바꾸지 않습니다. CSV는 첫 줄이 ${code('studentUid,name')}과 필드 이름 ${STATE_NAMES.length}개인 UTF-8 파일입니다. 빈 칸은 ${code('null')}이고, 없는 열은 그 필드를 바꾸지 않는다는 뜻이며, ${code('name')}은 UID가 없는 행에서만 그 이름의 학생을 찾는 데 씁니다(${code('readRoster')}에는 ${code('catalogue')} 옵션이 필요합니다). 제목의 대소문자, ${code('90.0')} 같은 값, 구분 기호를 알리는 첫 줄 ${code('sep=,')}은 그대로 두어도 됩니다.`,
    html`JSON is ${code('{"rollbook": 1, "students": […]}')}, each student an object with all <a href="#fields">state fields</a>. An array of students and the API’s own ${code('{"students": […]}')} are read too; a field that is missing stays as it is. CSV is UTF-8 whose first line is ${code('studentUid,name')} and the ${STATE_NAMES.length} field names. An empty cell is ${code('null')}, a column that is missing leaves its field alone, and ${code('name')} is read only to find the student of a row without a UID (${code('readRoster')} needs the option ${code('catalogue')} for it). The case of the header, values like ${code('90.0')} and a first line ${code('sep=,')} do not matter.`,
  )}</p>`,
};

function writing(format: RosterFormat, t: (ko: string, en: string) => string): string {
  if (!isWritable(format)) return t('아니요', 'no');
  return MERGEABLE_FORMATS.includes(format) ? t('예, 병합 가능', 'yes, also merged') : t('예', 'yes');
}

const isWritable = (format: RosterFormat): format is WritableFormat =>
  (WRITABLE_FORMATS as readonly RosterFormat[]).includes(format);

const exampleCommands = (baseUrl: string): string => `export ROLLBOOK_URL=${baseUrl} ROLLBOOK_KEY=…
npx rollbook roster plan schaledb.txt
npx rollbook roster apply schaledb.txt
npx rollbook roster export --format planner --merge planner.json new-planner.json`;
