import { BOND_RANK_STARTS, bondInterval } from '../../contract/bond.ts';
import { STATE_FIELDS } from '../../contract/state-fields.ts';
import { code, html } from '../html.ts';
import { table } from './html-table.ts';
import { field } from './named-terms.ts';
import type { Section } from './section.ts';

export const bond: Section = {
  id: 'bond',
  title: { ko: '인연 랭크', en: 'Bond ranks' },
  body: ({ say }) => html`
<p>${say(
    html`${field('bondExp')}는 누적 인연 경험치이며, ${field('bond')} 랭크의 구간 안에 있어야 남습니다. 구간을 벗어나거나 랭크를 모르면 요청은 성공하고 ${code('null')}로 저장됩니다. 랭크 ${STATE_FIELDS.bond.max}은 ${number(STATE_FIELDS.bondExp.max)} 하나뿐입니다.`,
    html`${field('bondExp')} is cumulative and is kept as long as it lies within the interval of the ${field('bond')} rank. Outside it, or without a rank, the request succeeds and ${code('null')} is stored. Rank ${STATE_FIELDS.bond.max} is the single value ${number(STATE_FIELDS.bondExp.max)}.`,
  )}</p>
<p>${say(
    '인연은 모집과 따로 기록될 수 있습니다. 모집하기 전에 기록된 인연은 등록할 때 유지되고, 학생을 삭제하면 인연도 함께 지워집니다.',
    'A bond can be recorded apart from the recruitment: what was recorded before is kept by a registration, and removing the student removes the bond as well.',
  )}</p>
<details><summary>${say(`${BOND_RANK_STARTS.length}개 랭크의 누적 경험치 구간`, `The intervals of all ${BOND_RANK_STARTS.length} ranks`)}</summary>
${table(
  say('인연 랭크별 누적 경험치', 'Cumulative experience of each bond rank'),
  [say('랭크', 'Rank'), say('시작', 'From'), say('끝', 'To'), say('다음 랭크까지', 'To the next rank')],
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
