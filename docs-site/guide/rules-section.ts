import type { StudentRegistration } from '../../contract/state-fields.ts';
import {
  ABILITIES,
  applyRegistration,
  checkStateRules,
  WEAPON_LEVEL_CAPS,
  WEAPON_NEEDS_TIER,
} from '../../contract/state-rules.ts';
import { invalidRequest } from '../../server/http/api-error.ts';
import { code, type Html, html } from '../html.ts';
import { answerText } from './error-examples.ts';
import { example } from './example.ts';
import { table } from './html-table.ts';
import { field, refusal } from './named-terms.ts';
import { json, shown } from './sample.ts';
import { beside, type Guide, heading, type Section } from './section.ts';

export const rules: Section = {
  id: 'rules',
  title: { ko: '필드 사이의 규칙', en: 'Rules between fields' },
  body: (guide) => {
    const { say } = guide;
    return html`
<p>${say(
      '게임에서 있을 수 없는 상태는 저장하지 않습니다. 규칙은 요청을 적용한 뒤의 상태에 적용되며, 하나라도 어긋나면 요청 전체를 거절하고 아무것도 바꾸지 않습니다. 서버가 다른 필드를 대신 고쳐 주지도 않습니다.',
      'A state that the game does not know is not stored. The rules are those of the state as it would be after the request. If one is broken the whole request is refused and nothing changes; the service mends no other field to make it fit.',
    )}</p>
${theRules(guide)}
${caps(guide)}
${beside(
  html`${heading('rules-example', say('어긋나는 예와 맞는 예', 'One that breaks, one that holds'))}
<p>${say(
    html`${code('fields')}에는 어긋난 규칙의 필드 중 요청에서 보낸 것만 담깁니다.`,
    html`${code('fields')} names those of a broken rule’s fields that the request sent.`,
  )}</p>`,
  examples(guide),
)}`;
  },
};

const theRules = ({ say }: Guide): Html =>
  table(
    say('규칙', 'Rules'),
    [say('게임에서는', 'In the game'), say('필드로는', 'In fields'), say('어긋나면', 'Otherwise')],
    [
      {
        id: 'rule-weapon',
        cells: [
          say(
            `고유무기는 ${WEAPON_NEEDS_TIER}성 학생만 가집니다.`,
            `Only students of ${WEAPON_NEEDS_TIER} stars have a unique weapon.`,
          ),
          say(
            html`${code('weaponTier ≥ 1')}이면 ${code(`tier = ${WEAPON_NEEDS_TIER}`)}`,
            html`${code('weaponTier ≥ 1')} needs ${code(`tier = ${WEAPON_NEEDS_TIER}`)}`,
          ),
          refusal('invalid_request'),
        ],
      },
      {
        id: 'rule-weapon-level',
        cells: [
          say(
            '고유무기의 최대 레벨은 고유무기 성급이 정합니다.',
            'The stars of a unique weapon bound its level.',
          ),
          say(
            html`${field('weaponLevel')} ≤ <a href="#weapon-levels">아래 표의 상한</a>`,
            html`${field('weaponLevel')} ≤ <a href="#weapon-levels">the bound below</a>`,
          ),
          refusal('invalid_request'),
        ],
      },
      {
        id: 'rule-ability',
        cells: [
          say('능력 개방은 고유무기가 있어야 합니다.', 'Abilities are unlocked with a unique weapon.'),
          say(
            html`${ABILITIES.map((name) => html`${code(`${name} ≥ 1`)} `)}이면 ${code('weaponTier ≥ 1')}`,
            html`${ABILITIES.map((name) => html`${code(`${name} ≥ 1`)} `)} need ${code('weaponTier ≥ 1')}`,
          ),
          refusal('invalid_request'),
        ],
      },
      {
        id: 'rule-bond',
        cells: [
          say(
            '누적 인연 경험치는 인연 랭크의 구간 안에 있습니다.',
            'Bond experience lies within the interval of the bond rank.',
          ),
          say(
            html`${field('bondExp')} ∈ <a href="#bond">${field('bond')}의 구간</a>`,
            html`${field('bondExp')} ∈ <a href="#bond">the interval of ${field('bond')}</a>`,
          ),
          say(
            html`<strong>요청은 성공</strong>하고 ${field('bondExp')}를 ${code('null')}로 저장합니다`,
            html`<strong>the request succeeds</strong> and ${field('bondExp')} is stored as ${code('null')}`,
          ),
        ],
      },
    ],
  );

const caps = ({ say }: Guide): Html => html`
${heading('weapon-levels', say('고유무기 성급과 최대 레벨', 'Stars and levels of a unique weapon'))}
${table(
  say('고유무기 성급별 weaponLevel의 상한', 'The greatest weaponLevel at each weaponTier'),
  [field('weaponTier'), field('weaponLevel'), say('능력 개방', 'Abilities')],
  WEAPON_LEVEL_CAPS.map((cap, tier) => ({
    cells: [
      tier === 0 ? say('0 (고유무기 없음)', '0 (none)') : tier,
      cap === 0 ? say(html`0 또는 ${code('null')}`, html`0 or ${code('null')}`) : `0–${cap}`,
      tier === 0 ? say(html`0 또는 ${code('null')}`, html`0 or ${code('null')}`) : say('가능', 'yes'),
    ],
  })),
)}`;

function examples(guide: Guide): Html {
  const { say, docsUrl } = guide;
  const { uid } = example(guide);
  const breaking: StudentRegistration = {
    studentUid: uid,
    tier: WEAPON_NEEDS_TIER - 1,
    weaponTier: 1,
    weaponLevel: WEAPON_LEVEL_CAPS[1] + 1,
  };
  const holding: StudentRegistration = {
    ...breaking,
    tier: WEAPON_NEEDS_TIER,
    weaponLevel: WEAPON_LEVEL_CAPS[1],
    abilityHp: 1,
  };
  const answer = invalidRequest(checkStateRules(applyRegistration(undefined, breaking), breaking));
  return html`${shown(say('어긋나는 요청', 'This breaks them'), html`<code>${json(breaking)}</code>`)}
${shown(say('응답', 'The answer'), answerText(answer, docsUrl))}
${shown(say('맞는 요청', 'This holds'), html`<code>${json(holding)}</code>`)}`;
}
