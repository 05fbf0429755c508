import type { StudentRegistration } from '../../contract/state-fields.ts';
import {
  ABILITY_FIELDS,
  applyRegistration,
  checkStateRules,
  WEAPON_LEVEL_CAPS,
  WEAPON_REQUIRED_TIER,
} from '../../contract/state-rules.ts';
import { invalidRequest } from '../../server/http/api-error.ts';
import { code, type Html, html } from '../html.ts';
import { responseText } from './error-examples.ts';
import { exampleStudent } from './example.ts';
import { table } from './html-table.ts';
import { errorCode, field } from './named-terms.ts';
import { codeBlock, json } from './sample.ts';
import { type GuideContext, heading, type Section, twoColumns } from './section.ts';

export const rules: Section = {
  id: 'rules',
  title: { ko: '필드 간 규칙', en: 'Cross-field rules' },
  body: (guide) => {
    const { t } = guide;
    return html`
<p>${t(
      '게임에서 불가능한 상태는 저장할 수 없습니다. 규칙은 요청을 적용한 결과 전체를 기준으로 검사합니다. 규칙을 하나라도 위반하면 요청 전체가 거부되고 아무것도 바뀌지 않습니다. 서버는 규칙에 맞추려고 다른 필드를 수정하지 않습니다.',
      'You cannot store a state that is impossible in the game. The rules apply to the whole state as it would be after the request. If it breaks a rule, the whole request is rejected and nothing changes. The server does not change other fields to make a request valid.',
    )}</p>
${rulesTable(guide)}
${caps(guide)}
${twoColumns(
  html`${heading('rules-example', t('예시', 'Example'))}
<p>${t(
    html`${code('fields')}에는 위반한 규칙과 관련된 필드 중 요청에 포함된 필드만 담깁니다.`,
    html`${code('fields')} lists the fields of a broken rule that were in the request.`,
  )}</p>`,
  examples(guide),
)}`;
  },
};

const rulesTable = ({ t }: GuideContext): Html =>
  table(
    t('규칙', 'Rules'),
    [t('규칙', 'Rule'), t('조건', 'Condition'), t('위반 시', 'If broken')],
    [
      {
        id: 'rule-weapon',
        cells: [
          t(
            `고유무기는 ${WEAPON_REQUIRED_TIER}성 학생만 가질 수 있습니다.`,
            `Only ${WEAPON_REQUIRED_TIER}-star students can have a unique weapon.`,
          ),
          t(
            html`${code('weaponTier ≥ 1')}일 때 ${code(`tier = ${WEAPON_REQUIRED_TIER}`)}`,
            html`${code('weaponTier ≥ 1')} requires ${code(`tier = ${WEAPON_REQUIRED_TIER}`)}`,
          ),
          errorCode('invalid_request'),
        ],
      },
      {
        id: 'rule-weapon-level',
        cells: [
          t(
            '고유무기의 최대 레벨은 고유무기 성급에 따라 다릅니다.',
            'The maximum level of a unique weapon depends on its tier.',
          ),
          t(
            html`${field('weaponLevel')} ≤ <a href="#weapon-levels">아래 표의 최대 레벨</a>`,
            html`${field('weaponLevel')} ≤ <a href="#weapon-levels">the maximum below</a>`,
          ),
          errorCode('invalid_request'),
        ],
      },
      {
        id: 'rule-ability',
        cells: [
          t('능력 개방에는 고유무기가 필요합니다.', 'Ability unlocks require a unique weapon.'),
          t(
            html`${ABILITY_FIELDS.map((name, i) => html`${i > 0 ? ', ' : ''}${code(`${name} ≥ 1`)}`)} 중 하나라도 성립하면 ${code('weaponTier ≥ 1')}`,
            html`${ABILITY_FIELDS.map((name, i) => html`${i > 0 ? ' or ' : ''}${code(`${name} ≥ 1`)}`)} requires ${code('weaponTier ≥ 1')}`,
          ),
          errorCode('invalid_request'),
        ],
      },
      {
        id: 'rule-bond',
        cells: [
          t(
            '누적 인연 경험치는 인연 랭크의 경험치 구간 안에 있어야 합니다.',
            'Bond experience must lie within the interval of the bond rank.',
          ),
          t(
            html`${field('bondExp')} ∈ <a href="#bond">${field('bond')}의 구간</a>`,
            html`${field('bondExp')} ∈ <a href="#bond">the interval of ${field('bond')}</a>`,
          ),
          t(
            html`<strong>요청은 성공</strong>하고 ${field('bondExp')} 값은 ${code('null')}로 저장됩니다`,
            html`<strong>The request succeeds</strong>; ${field('bondExp')} is stored as ${code('null')}`,
          ),
        ],
      },
    ],
  );

const caps = ({ t }: GuideContext): Html => html`
${heading('weapon-levels', t('고유무기 성급별 최대 레벨', 'Maximum weapon levels'))}
${table(
  t('weaponTier별 weaponLevel 범위', 'weaponLevel range by weaponTier'),
  [field('weaponTier'), field('weaponLevel'), t('능력 개방', 'Ability unlocks')],
  WEAPON_LEVEL_CAPS.map((cap, tier) => ({
    cells: [
      tier === 0 ? t('0 (고유무기 없음)', '0 (no unique weapon)') : tier,
      cap === 0
        ? t(html`${code('0')} 또는 ${code('null')}`, html`${code('0')} or ${code('null')}`)
        : `0–${cap}`,
      tier === 0
        ? t(html`${code('0')} 또는 ${code('null')}`, html`${code('0')} or ${code('null')}`)
        : t('가능', 'Allowed'),
    ],
  })),
)}`;

function examples(guide: GuideContext): Html {
  const { t, docsUrl } = guide;
  const { uid } = exampleStudent(guide);
  const invalid: StudentRegistration = {
    studentUid: uid,
    tier: WEAPON_REQUIRED_TIER - 1,
    weaponTier: 1,
    weaponLevel: WEAPON_LEVEL_CAPS[1] + 1,
  };
  const valid: StudentRegistration = {
    ...invalid,
    tier: WEAPON_REQUIRED_TIER,
    weaponLevel: WEAPON_LEVEL_CAPS[1],
    abilityHp: 1,
  };
  const error = invalidRequest(checkStateRules(applyRegistration(undefined, invalid), invalid));
  return html`${codeBlock(t('규칙을 위반한 요청', 'Invalid request'), html`<code>${json(invalid)}</code>`)}
${codeBlock(t('응답', 'Response'), responseText(error, docsUrl))}
${codeBlock(t('올바른 요청', 'Valid request'), html`<code>${json(valid)}</code>`)}`;
}
