import { REQUIRED_NAMES, STATE_FIELDS, STATE_NAMES } from '../../contract/state-fields.ts';
import { code, html, type Part } from '../html.ts';
import { table } from './html-table.ts';
import { field, method } from './named-terms.ts';
import type { Section } from './section.ts';

export const fields: Section = {
  id: 'fields',
  title: { ko: '필드', en: 'Fields' },
  body: ({ say, language }) => html`
<p>${say(
    html`모집한 학생 한 명의 상태입니다. 응답에는 언제나 모든 필드가 이 순서로 있고, ${code('null')}은 값을 모른다는 뜻입니다. ${code('0')}과는 다릅니다.`,
    html`The state of one recruited student. An answer always has every field, in this order. ${code('null')} means that the value is not known, which is not the same as ${code('0')}.`,
  )}</p>
<ul>
<li>${say(
    html`등록할 때 ${names(['studentUid', ...REQUIRED_NAMES])}는 반드시 보내야 하며, 변경할 때 ${names(REQUIRED_NAMES)}는 ${code('null')}일 수 없습니다.`,
    html`A registration must send ${names(['studentUid', ...REQUIRED_NAMES])}; no change may set ${names(REQUIRED_NAMES)} to ${code('null')}.`,
  )}</li>
<li>${say(
    html`${field('studentUid')}를 제외한 모든 필드는 정수입니다. ${code('"5"')}, ${code('5.5')}, ${code('true')}는 거절하고 ${code('5.0')}은 받습니다. 표에 없는 필드도 거절합니다.`,
    html`All but ${field('studentUid')} are integers: ${code('"5"')}, ${code('5.5')} and ${code('true')} are refused, ${code('5.0')} is fine. So is refused any field that is not in the table.`,
  )}</li>
<li>${say(
    html`${method('patchRecruitedStudent')}의 본문에는 ${field('studentUid')}를 넣지 않고, 필드를 하나 이상 보냅니다.`,
    html`The body of a ${method('patchRecruitedStudent')} has no ${field('studentUid')} and at least one field.`,
  )}</li>
</ul>
${table(
  say('학생 한 명의 필드', 'Fields of one student'),
  [say('이름', 'Name'), say('범위', 'Range'), 'null', say('뜻', 'Meaning')],
  [
    {
      id: 'field-studentUid',
      cells: [
        code('studentUid'),
        say('문자열, 1자 이상', 'text, 1 letter or more'),
        no(say),
        say('대표 학생 UID', 'representative student UID'),
      ],
    },
    ...STATE_NAMES.map((name) => {
      const { min, max, nullable, [language]: meaning } = STATE_FIELDS[name];
      return {
        id: `field-${name}`,
        cells: [
          code(name),
          html`<span class="whole">${min}–${max.toLocaleString('en')}</span>`,
          nullable ? say('가능', 'yes') : no(say),
          meaning,
        ],
      };
    }),
  ],
)}`,
};

const no = (say: (ko: string, en: string) => string): Part => html`<strong>${say('불가', 'no')}</strong>`;

const names = (all: readonly string[]): Part => all.map((name, i) => html`${i > 0 ? ', ' : ''}${code(name)}`);
