import { bondInterval } from '../../../contract/bond.ts';
import { BOND_RANK_STARTS } from '../../../contract/bond-ranks.ts';
import { STATE_FIELDS } from '../../../contract/state-fields.ts';
import { code, html } from '../../html/html.ts';
import { table } from './html-table.ts';
import { field } from './named-terms.ts';
import type { Section } from './section.ts';

export const bond: Section = {
  id: 'bond',
  title: { ko: '인연 랭크', en: 'Bond rank' },
  body: ({ t }) => html`
<p>${t(
    html`${field('bondExp')} 필드는 누적 인연 경험치이며, ${field('bond')} 랭크의 경험치 구간 안에 있어야 합니다. 구간을 벗어나거나 랭크가 없으면 요청은 성공하지만 ${field('bondExp')} 값은 ${code('null')}로 저장됩니다. 랭크 ${STATE_FIELDS.bond.max} 구간의 값은 ${number(STATE_FIELDS.bondExp.max)} 하나뿐입니다.`,
    html`${field('bondExp')} is cumulative bond experience and must lie within the interval of the ${field('bond')} rank. If it does not, or if there is no rank, the request still succeeds and ${field('bondExp')} is stored as ${code('null')}. The interval of rank ${STATE_FIELDS.bond.max} is the single value ${number(STATE_FIELDS.bondExp.max)}.`,
  )}</p>
<p>${t(
    '인연 랭크와 경험치는 학생을 등록하기 전에도 기록되어 있을 수 있습니다. 이 값은 등록할 때 유지되고, 학생을 삭제하면 함께 삭제됩니다.',
    'A bond rank and experience may already be recorded before a student is registered. Registering keeps them; removing the student removes them too.',
  )}</p>
<details><summary>${t(`랭크 ${BOND_RANK_STARTS.length}개의 누적 경험치 구간`, `Experience intervals of all ${BOND_RANK_STARTS.length} ranks`)}</summary>
${table(
  t('인연 랭크별 누적 경험치', 'Cumulative experience by bond rank'),
  [t('랭크', 'Rank'), t('최소', 'From'), t('최대', 'To'), t('다음 랭크까지', 'To next rank')],
  BOND_RANK_STARTS.map((_, i) => {
    const { from, to } = bondInterval(i + 1);
    const last = i + 1 === BOND_RANK_STARTS.length;
    return {
      id: `bond-${i + 1}`,
      cells: [i + 1, number(from), number(to), last ? '–' : number(to + 1 - from)],
    };
  }),
)}</details>`,
};

const number = (value: number): string => value.toLocaleString('en');
