import { REQUIRED_NAMES, STATE_FIELDS, STATE_NAMES } from '../../../contract/state-fields.ts';
import { code, html, type Part } from '../../html/html.ts';
import { table } from './html-table.ts';
import { field, method } from './named-terms.ts';
import type { Section } from './section.ts';

export const fields: Section = {
  id: 'fields',
  title: { ko: '필드', en: 'Fields' },
  body: ({ t, language }) => html`
<p>${t(
    html`모집한 학생 한 명의 상태를 나타내는 필드입니다. 응답에는 항상 모든 필드가 이 순서로 포함됩니다. ${code('null')}은 값이 기록되지 않았다는 뜻이며 ${code('0')}과 다릅니다.`,
    html`These fields hold the state of one recruited student. A response always has every field, in this order. ${code('null')} means that no value is recorded, which is different from ${code('0')}.`,
  )}</p>
<ul>
<li>${t(
    html`등록 요청에는 ${names(['studentUid', ...REQUIRED_NAMES])} 필드가 필수입니다. 변경 요청의 ${names(REQUIRED_NAMES)} 필드에는 ${code('null')}을 보낼 수 없습니다.`,
    html`Required when you register a student: ${names(['studentUid', ...REQUIRED_NAMES])}. Never ${code('null')}: ${names(REQUIRED_NAMES)}.`,
  )}</li>
<li>${t(
    html`${field('studentUid')}를 제외한 모든 필드는 정수입니다. ${code('5.0')} 같은 값은 정수로 처리되지만 ${code('"5"')}, ${code('5.5')}, ${code('true')} 같은 값은 오류입니다. 표에 없는 필드를 보내도 오류가 반환됩니다.`,
    html`All fields except ${field('studentUid')} are integers: ${code('5.0')} is accepted; ${code('"5"')}, ${code('5.5')} and ${code('true')} are rejected. So are fields that are not in the table.`,
  )}</li>
<li>${t(
    html`${method('patchRecruitedStudent')} 본문에는 필드를 하나 이상 넣고 ${field('studentUid')}는 넣지 않습니다.`,
    html`A ${method('patchRecruitedStudent')} body has at least one field, and never ${field('studentUid')}.`,
  )}</li>
</ul>
${table(
  t('모집한 학생의 필드', 'Fields of a recruited student'),
  [t('이름', 'Name'), t('범위', 'Range'), 'null', t('설명', 'Description')],
  [
    {
      id: 'field-studentUid',
      cells: [
        code('studentUid'),
        t('문자열, 1자 이상', 'string, at least 1 character'),
        notNullable(t),
        t('대표 학생 UID', 'representative student UID'),
      ],
    },
    ...STATE_NAMES.map((name) => {
      const { min, max, nullable, [language]: meaning } = STATE_FIELDS[name];
      return {
        id: `field-${name}`,
        cells: [
          code(name),
          html`<span class="whole">${min}–${max.toLocaleString('en')}</span>`,
          nullable ? t('가능', 'Yes') : notNullable(t),
          meaning,
        ],
      };
    }),
  ],
)}`,
};

const notNullable = (t: (ko: string, en: string) => string): Part =>
  html`<strong>${t('불가', 'No')}</strong>`;

const names = (list: readonly string[]): Part =>
  list.map((name, i) => html`${i > 0 ? ', ' : ''}${code(name)}`);
