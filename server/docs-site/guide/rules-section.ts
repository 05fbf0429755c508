import type { StudentRegistration } from '../../../contract/state-fields.ts';
import { STATE_RULES, WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../../../contract/state-rules.ts';
import { code, type Html, html, inlineCode } from '../../html/html.ts';
import { exampleError, responseText } from './error-examples.ts';
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
      html`서버는 각 필드의 <a href="#fields">범위</a>와 아래 규칙을 검사합니다. 규칙은 요청을 적용한 결과 전체를 기준으로 검사합니다. 규칙을 위반하면 요청 전체가 거부되고 아무것도 바뀌지 않습니다. 서버는 규칙에 맞추려고 다른 필드를 수정하지 않습니다.`,
      html`The server checks the <a href="#fields">range</a> of each field and the rules below. The rules apply to the whole state as it would be after the request. If it breaks a rule, the whole request is rejected and nothing changes. The server does not change other fields to make a request valid.`,
    )}</p>
${rulesTable(guide)}
${unchecked(guide)}
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

const rulesTable = ({ t, language }: GuideContext): Html =>
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
          inlineCode(STATE_RULES.weapon[language]),
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
          inlineCode(STATE_RULES.weaponLevel[language]),
          errorCode('invalid_request'),
        ],
      },
      {
        id: 'rule-ability',
        cells: [
          t('능력 개방에는 고유무기가 필요합니다.', 'Ability unlocks require a unique weapon.'),
          inlineCode(STATE_RULES.ability[language]),
          errorCode('invalid_request'),
        ],
      },
      {
        id: 'rule-bond',
        cells: [
          t(
            html`누적 인연 경험치는 <a href="#bond">인연 랭크의 경험치 구간</a> 안에 있어야 합니다.`,
            html`Bond experience must lie within <a href="#bond">the interval of the bond rank</a>.`,
          ),
          inlineCode(STATE_RULES.bond[language]),
          html`<strong>${t('없음', 'None')}</strong>`,
        ],
      },
    ],
  );

const unchecked = ({ t }: GuideContext): Html => html`
${heading('rules-unchecked', t('검사하지 않는 것', 'What is not checked'))}
<p>${t(
  html`그 밖의 조합은 게임에서 불가능하더라도 보낸 그대로 저장됩니다. 예를 들어 장비 티어 없이 레벨만 있는 ${code('{"equip1": null, "equip1Level": 70}')}, 레벨이나 성급보다 높은 스킬과 장비, 애용품이 없는 학생의 ${field('equipSpecial')} 값도 저장됩니다. 다른 도구가 기록한 상태를 읽을 때 이런 조합도 처리하십시오.`,
  html`Any other combination is stored as it was sent, even if the game does not allow it: ${code('{"equip1": null, "equip1Level": 70}')}, a level of equipment without its tier; skills and equipment above what the level or the stars allow; ${field('equipSpecial')} for a student who has no favourite item. Expect such states when you read what other tools have written.`,
)}</p>`;

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
  const { invalid } = exampleStudent(guide);
  const valid: StudentRegistration = {
    ...invalid,
    tier: WEAPON_REQUIRED_TIER,
    weaponLevel: WEAPON_LEVEL_CAPS[1],
    abilityHp: 1,
  };
  const error = exampleError('invalid_request', 'registerRecruitedStudent', guide);
  return html`${codeBlock(t('규칙을 위반한 요청', 'Invalid request'), html`<code>${json(invalid)}</code>`)}
${codeBlock(t('응답', 'Response'), responseText(error, docsUrl))}
${codeBlock(t('올바른 요청', 'Valid request'), html`<code>${json(valid)}</code>`)}`;
}
