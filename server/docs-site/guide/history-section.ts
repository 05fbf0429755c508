import { CHANGE_RETENTION_DAYS, MAX_CHANGES, SNAPSHOT_RETENTION_DAYS } from '../../../contract/history.ts';
import { MAX_CHANGES_PER_PAGE } from '../../../contract/limits.ts';
import { API_PREFIX, BETA_OPENAPI_PATH, BETA_PREFIX } from '../../../contract/paths.ts';
import { code, type Html, html } from '../../html/html.ts';
import { operationExamples } from '../openapi-examples.ts';
import { betaOperation } from './beta-operation.ts';
import { table } from './html-table.ts';
import { errorCode, method } from './named-terms.ts';
import { codeBlock, json, sample } from './sample.ts';
import { type GuideContext, heading, type Section, twoColumns } from './section.ts';

export const history: Section = {
  id: 'history',
  title: { ko: '변경 기록', en: 'History' },
  body: (guide) =>
    html`${twoColumns(overview(guide), example(guide))}${twoColumns(follow(guide), followSample(guide))}${undo(guide)}`,
};

const overview = ({ t, to }: GuideContext): Html => html`
<p>${t(
  html`모집한 학생의 모든 변경은 누가 했든 쓰기와 함께 기록됩니다. 기록은 ${code(API_PREFIX)} 옆의 ${code(BETA_PREFIX)}에서 같은 키, 오류, <a href="#limits">요청 한도</a>로 조회합니다. ${code(API_PREFIX)}와 달리 바뀔 수 있으며, 바뀌면 변경 로그에 적습니다. 설명은 <a href="${to(BETA_OPENAPI_PATH)}">${BETA_OPENAPI_PATH}</a>에 있습니다.`,
  html`Every change of a recruited student is recorded with its write, whoever makes it. Read the history at ${code(BETA_PREFIX)}, beside ${code(API_PREFIX)}, with the same keys, errors and <a href="#limits">rate limits</a>. Unlike ${code(API_PREFIX)} it may change, with a line in the changelog. It is described by <a href="${to(BETA_OPENAPI_PATH)}">${BETA_OPENAPI_PATH}</a>.`,
)}</p>
${table(
  t('조회 요청', 'Requests'),
  [t('요청', 'Request'), t('하는 일', 'What it does')],
  [
    {
      cells: [
        betaOperation('listChanges'),
        t('변경을 번호 순서로 반환합니다', 'Lists the changes by number'),
      ],
    },
    {
      cells: [
        betaOperation('getPastRoster'),
        t(
          html`${code('at')} 시점에 모집되어 있던 학생을 반환합니다`,
          html`Returns the students that were recruited at the time ${code('at')}`,
        ),
      ],
    },
    {
      cells: [
        betaOperation('getMe'),
        t(
          '키의 계정, 이름, 권한, 만료 시각과 남은 요청 한도를 반환합니다',
          'Returns the account, name, permission and expiry of the key, and what is left of the limits',
        ),
      ],
    },
  ],
)}
<ul>
<li>${t(
  html`${code('number')}는 계정의 변경마다 1씩 늘어납니다. ${code('fields')}에는 달라진 필드만 ${code('[이전, 이후]')}로 담깁니다. 아무것도 바꾸지 않은 쓰기는 기록하지 않습니다.`,
  html`${code('number')} goes up by one with each change of the account. ${code('fields')} has only the fields that differ, as ${code('[before, after]')}. A write that changes nothing is not recorded.`,
)}</li>
<li>${t(
  html`${code('kind')}: ${code('registered')}는 등록이며 이전 값이 모두 ${code('null')}입니다. ${code('changed')}는 변경, ${code('removed')}는 삭제이며 이후 값이 모두 ${code('null')}입니다. ${code('bond')}는 모집하지 않은 학생의 인연 기록입니다.`,
  html`${code('kind')}: ${code('registered')} has ${code('null')} before, ${code('removed')} has ${code('null')} after. ${code('changed')} is any other change of a recruited student, ${code('bond')} a bond recorded for a student who is not recruited.`,
)}</li>
<li>${t(
  html`${code('by')}는 변경한 쪽입니다: 키(ID와 당시의 이름), 콘솔(${code('console')}), 서버 운영자(${code('operator')}).`,
  html`${code('by')} is who made the change: a key with its ID and the name it had then, the player in the ${code('console')}, or the ${code('operator')}.`,
)}</li>
<li>${t(
  html`${code('group')}은 한 번에 이루어진 변경의 묶음이며, 묶음의 첫 번호입니다. 같은 키가 1분 안에 이어서 쓴 변경은 10분까지 한 묶음입니다. 쓰기 요청에 ${code('Bulk-Operation: import-2f6c')}처럼 같은 값의 헤더(영문자, 숫자, ${code('-')}, ${code('_')} 64자까지)를 넣으면 그 요청들만 한 묶음이 됩니다(15분 넘게 쉬거나 하루가 지나면 새 묶음이 됩니다). ${code('import-')}, ${code('bulk-')}, ${code('undo-')}, ${code('redo-')}, ${code('restore-')}로 시작하면 콘솔이 무엇을 한 것인지 보여 줍니다.`,
  html`${code('group')} is what one caller did at once, named by the number of its first change. What a key writes with less than a minute between is one group, for ten minutes at most. Writes that send one value in the header ${code('Bulk-Operation: import-2f6c')} (up to 64 letters, digits, ${code('-')} and ${code('_')}) are a group by themselves, until a pause of 15 minutes or for a day. If it begins with ${code('import-')}, ${code('bulk-')}, ${code('undo-')}, ${code('redo-')} or ${code('restore-')}, the console says what it was.`,
)}</li>
<li>${t(
  html`변경은 ${CHANGE_RETENTION_DAYS}일 동안, 계정마다 ${MAX_CHANGES.toLocaleString('en')}개까지 남고 오래된 것부터 삭제됩니다. 변경이 있던 날의 첫 상태는 ${SNAPSHOT_RETENTION_DAYS / 365}년 동안 남습니다. 운영자가 ${code('ROLLBOOK_HISTORY=off')}로 설정한 서버에서는 ${betaOperation('listChanges')}와 ${betaOperation('getPastRoster')} 요청에 ${errorCode('not_found')} 오류가 반환됩니다.`,
  html`Changes are kept for ${CHANGE_RETENTION_DAYS} days and ${MAX_CHANGES.toLocaleString('en')} of an account, the oldest are deleted first. The first state of each day with a change is kept for ${SNAPSHOT_RETENTION_DAYS / 365} years. On a server with ${code('ROLLBOOK_HISTORY=off')}, ${betaOperation('listChanges')} and ${betaOperation('getPastRoster')} get ${errorCode('not_found')}.`,
)}</li>
</ul>`;

const example = (guide: GuideContext): Html =>
  codeBlock(
    guide.t('변경 두 개', 'Two changes'),
    html`<code>${json(operationExamples(guide).listChanges.response)}</code>`,
  );

const follow = ({ t }: GuideContext): Html => html`
${heading('history-follow', t('변경 따라가기', 'Follow the changes'))}
<p>${t(
  html`마지막으로 처리한 ${code('number')}를 저장해 두고 다음 요청의 ${code('after')}로 보내십시오. 나중에 저장된 변경도 건너뛰지 않으며, 각 변경을 순서대로 한 번씩 받습니다. 한 번에 ${MAX_CHANGES_PER_PAGE}개까지 받고, 받은 마지막 번호가 ${code('lastNumber')}와 같으면 끝입니다.`,
  html`Keep the ${code('number')} that you handled last, and send it as ${code('after')}. You get each change once and in order, and none is skipped because it was stored later. A request returns up to ${MAX_CHANGES_PER_PAGE}; you have reached the end when the last number equals ${code('lastNumber')}.`,
)}</p>
<ul>
<li>${t(
  html`${code('after')} 필드의 ${errorCode('invalid_request')} 오류는 그 번호 바로 뒤의 변경이 없다는 뜻입니다. 오래되어 삭제되었거나, 서버가 백업으로 복원되었습니다. 학생 목록을 다시 조회하고 그때의 ${code('lastNumber')}부터 따라가십시오.`,
  html`${errorCode('invalid_request')} with the field ${code('after')} means that what followed this number is not there: it was deleted for its age, or the server was restored from a backup. Read ${code('lastNumber')}, list the students again, and follow from that number.`,
)}</li>
<li>${t(
  '새 변경이 있는지 확인하는 요청도 읽기 1회입니다. 1분에 한 번이면 충분합니다.',
  'Each look for new changes counts as one read. Once a minute is enough.',
)}</li>
<li>${t(
  html`클라이언트 ${code('@rollbook/client')}에서는 ${code('for await (const change of rollbook.roster.changes({ after }))')}, Python 패키지에서는 ${code('for change in rollbook.roster.changes(after=after)')}입니다.`,
  html`In ${code('@rollbook/client')}: ${code('for await (const change of rollbook.roster.changes({ after }))')}; in Python: ${code('for change in rollbook.roster.changes(after=after)')}.`,
)}</li>
</ul>`;

const undo = ({ t }: GuideContext): Html => html`
${heading('history-undo', t('변경 되돌리기', 'Take changes back'))}
<p>${t(
  html`플레이어는 콘솔에서, 에이전트는 MCP에서, 명령줄에서는 ${code('rollbook roster undo')}로 되돌립니다. 직접 되돌리려면 한 학생의 변경을 새것부터 거꾸로 적용하여 이전 값을 구합니다.`,
  html`Players take changes back in the console, agents by MCP, scripts with ${code('rollbook roster undo')}. To do it yourself, go through the changes of a student from the newest back to find the values before.`,
)}</p>
<ul>
<li>${t(
  html`지금 값이 기록의 이후 값과 같은 필드만 이전 값으로 ${method('patchRecruitedStudent')} 하십시오. 다르면 그 뒤에 누군가 바꾼 값입니다.`,
  html`${method('patchRecruitedStudent')} a field to its value before only while it still has the value after. Otherwise somebody has changed it since.`,
)}</li>
<li>${t(
  html`${code('removed')}는 이전 값으로 ${method('registerRecruitedStudent')}, ${code('registered')}는 ${method('deleteRecruitedStudent')}로 되돌립니다. 삭제하면 인연도 지워지니 주의하십시오.`,
  html`${method('registerRecruitedStudent')} the values before of a student that was ${code('removed')}; ${method('deleteRecruitedStudent')} one that was ${code('registered')}, which deletes the bond, too.`,
)}</li>
<li>${t(
  html`모든 쓰기에 같은 ${code('Bulk-Operation: undo-…')} 헤더를 보내면 되돌리기도 한 묶음으로 기록되어 다시 되돌릴 수 있습니다.`,
  html`Send the same header ${code('Bulk-Operation: undo-…')} with all of these writes: they become a group, which can be taken back in turn.`,
)}</li>
</ul>`;

function followSample(guide: GuideContext): Html {
  const { t, baseUrl } = guide;
  return sample(guide, {
    id: 'history',
    title: t('변경 따라가기', 'Follow the changes'),
    code: {
      curl: `api=\${ROLLBOOK_URL:-${baseUrl}}
curl -sS -G "\${api%${API_PREFIX}}${BETA_PREFIX}/changes" \\
  -H "Authorization: Bearer $ROLLBOOK_KEY" \\
  --data-urlencode "limit=${MAX_CHANGES_PER_PAGE}"`,
      javascript: `const api = process.env.ROLLBOOK_URL ?? '${baseUrl}';
const feed = api.replace(/\\${API_PREFIX}$/, '${BETA_PREFIX}/changes');
const headers = { Authorization: \`Bearer \${process.env.ROLLBOOK_KEY}\` };

let after; // Load the number that you have kept, if any.
for (;;) {
  const query = new URLSearchParams({ limit: ${MAX_CHANGES_PER_PAGE} });
  if (after !== undefined) query.set('after', after);
  const response = await fetch(\`\${feed}?\${query}\`, { headers });
  const page = await response.json();
  if (!response.ok) throw new Error(page.error.message);
  for (const { number, studentUid, fields } of page.changes) {
    console.error(number, studentUid, fields);
    after = number; // Keep it once the change is handled.
  }
  after ??= page.lastNumber; // Nothing is kept.
  if (after >= page.lastNumber) break;
}
console.log(JSON.stringify({ after }));`,
      python: `import json, os, sys
from rollbook import Rollbook

rollbook = Rollbook(
    os.environ.get("ROLLBOOK_URL", "${baseUrl}"),
    os.environ["ROLLBOOK_KEY"],
)

after = None  # Load the number that you have kept, if any.
for change in rollbook.roster.changes(after=after):
    print(change["number"], change["studentUid"], change["fields"], file=sys.stderr)
    after = change["number"]  # Keep it once the change is handled.
if after is None:  # Nothing is kept.
    after = rollbook.roster.changes().page(limit=1).last_number
print(json.dumps({"after": after}))`,
    },
  });
}
