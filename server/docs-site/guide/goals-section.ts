import { DEFAULT_PRIORITY, MAX_LABEL_LENGTH, MAX_LABELS, MAX_NOTE_LENGTH } from '../../../contract/limits.ts';
import { BETA_OPENAPI_PATH, BETA_PREFIX, GROWTH_PATH } from '../../../contract/paths.ts';
import { code, type Html, html } from '../../html/html.ts';
import { operationExamples } from '../openapi-examples.ts';
import { betaOperation } from './beta-operation.ts';
import { errorCode } from './named-terms.ts';
import { codeBlock, json } from './sample.ts';
import { type GuideContext, type Section, twoColumns } from './section.ts';

export const goals: Section = {
  id: 'goals',
  title: { ko: '성장 목표와 보유 아이템, 계획', en: 'Goals, stock and plan' },
  body: (guide) => twoColumns(overview(guide), examples(guide)),
};

const overview = ({ t, to }: GuideContext): Html => html`
<p>${t(
  html`플래너는 학생마다 목표 하나와 계정의 보유 아이템을 ${code(BETA_PREFIX)}에 저장하여 다른 도구와 함께 사용합니다. 스키마는 <a href="${to(BETA_OPENAPI_PATH)}">${BETA_OPENAPI_PATH}</a>에 있습니다.`,
  html`Planners keep one goal for each student and the account's items at ${code(BETA_PREFIX)}, and share them with other tools. The schemas are in <a href="${to(BETA_OPENAPI_PATH)}">${BETA_OPENAPI_PATH}</a>.`,
)}</p>
<ul>
<li>${t(
  html`${betaOperation('putGoal')}는 목표를 통째로 바꿉니다. ${code('wanted')}에 도달하려는 <a href="#fields">필드</a>만 담고, 나머지는 생략할 수 있습니다: ${code('labels')}(${MAX_LABEL_LENGTH}자까지, 서로 다른 ${MAX_LABELS}개까지), ${code('note')}(${MAX_NOTE_LENGTH}자까지), ${code('priority')}(${code('0')}이 가장 먼저, 기본값 ${DEFAULT_PRIORITY}), ${code('isPaused')}.`,
  html`${betaOperation('putGoal')} replaces a goal as a whole. Put only the <a href="#fields">fields</a> to reach into ${code('wanted')}; the rest may be left out: ${code('labels')} (${MAX_LABELS} different ones of up to ${MAX_LABEL_LENGTH} characters), ${code('note')} (up to ${MAX_NOTE_LENGTH} characters), ${code('priority')} (${code('0')} comes first, ${DEFAULT_PRIORITY} by default) and ${code('isPaused')}.`,
)}</li>
<li>${t(
  html`<a href="#rules">규칙</a>은 그 규칙의 필드를 모두 담았을 때만 확인합니다. ${code('bondExp')}가 함께 보낸 ${code('bond')} 랭크의 구간을 벗어나면 학생의 상태와 달리 ${errorCode('invalid_request')} 오류입니다.`,
  html`A <a href="#rules">rule</a> is checked where all of its fields are wanted. Unlike in a student's state, a ${code('bondExp')} outside the interval of the ${code('bond')} beside it is ${errorCode('invalid_request')}.`,
)}</li>
<li>${t(
  html`모집하지 않은 학생도 목표를 가질 수 있고, 학생을 삭제해도 목표는 남습니다. ${betaOperation('listGoals')}는 모든 목표를 ${code('priority')} 순으로, ${betaOperation('deleteGoal')}는 목표가 없으면 ${errorCode('not_found')} 오류를 반환합니다.`,
  html`The student need not be recruited, and the goal stays when the student is removed. ${betaOperation('listGoals')} returns all goals by ${code('priority')}; ${betaOperation('deleteGoal')} gets ${errorCode('not_found')} where there is none.`,
)}</li>
<li>${t(
  html`${betaOperation('patchStock')}은 보낸 아이템의 수만 바꾸고 전체를 반환합니다. ${code('null')}은 기록을 지웁니다. 동시에 보낸 변경은 모두 적용됩니다.`,
  html`${betaOperation('patchStock')} sets the counts of the items you send, and returns all. ${code('null')} forgets an item. Changes sent at once all take effect.`,
)}</li>
<li>${t(
  html`${betaOperation('getPlan')}은 미루지 않았고 아직 도달하지 않은 목표의 비용을 ${code('priority')} 순으로 반환합니다. ${code('shortage')}는 보유 아이템으로 모자라는 양입니다. ${code('label')}을 보내면 그 라벨의 목표만 계산합니다. 보고서, 강화석, 무기 부품은 그 경험치만큼 씁니다. ${code('unknown')}에 있는 필드는 재료를 알 수 없어 비용이 더 듭니다.`,
  html`${betaOperation('getPlan')} returns what the goals that are neither paused nor reached cost, by ${code('priority')}, and as ${code('shortage')} what the stock lacks; ${code('label')} limits it to the goals with that label. Reports, enhancement stones and weapon parts are spent by the experience they are worth. Fields in ${code('unknown')} cost more than is counted.`,
)}</li>
<li>${t(
  html`<a href="${to(GROWTH_PATH)}">${code(`GET ${GROWTH_PATH}`)}</a>은 비용 표와 아이템 이름을 API 키와 한도 없이 반환합니다. ${code('@rollbook/client/growth')}는 이 표로 서버와 같은 값을 계산합니다.`,
  html`<a href="${to(GROWTH_PATH)}">${code(`GET ${GROWTH_PATH}`)}</a> has the tables and the names of items, without a key or limit; ${code('@rollbook/client/growth')} computes with them what the server does.`,
)}</li>
<li>${t(
  html`목표와 아이템은 <a href="#history">변경 기록</a>에 남지 않습니다. 클라이언트 ${code('@rollbook/client')}에서는 ${code('rollbook.goals')}, ${code('rollbook.stock')}, ${code('rollbook.growthPlan()')}이며, ${code('readPlannerGoals')}와 ${code('writePlannerGoals')}로 BA-Resource-Planner의 목표와 아이템을 읽고 씁니다.`,
  html`Goals and items are not part of the <a href="#history">history</a>. In the client ${code('@rollbook/client')} they are ${code('rollbook.goals')}, ${code('rollbook.stock')} and ${code('rollbook.growthPlan()')}; ${code('readPlannerGoals')} and ${code('writePlannerGoals')} read and write those of BA-Resource-Planner.`,
)}</li>
</ul>`;

function examples(guide: GuideContext): Html {
  const { t } = guide;
  const { putGoal, patchStock } = operationExamples(guide);
  const block = (label: string, body: unknown) => codeBlock(label, html`<code>${json(body)}</code>`);
  return html`${block(t('목표의 본문', 'Body of a goal'), putGoal.body)}${block(t('아이템 변경의 본문', 'Body of a change of items'), patchStock.body)}`;
}
