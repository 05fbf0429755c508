import type { Bilingual } from '../../contract/bilingual.ts';
import { STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { PARTICLE_FORMS, particleAfter } from './korean-particles.ts';
import { FIELD_LABELS } from './texts/field-texts.ts';

export const FIELD_NAME = new RegExp(
  `\`?\\b(${STATE_NAMES.toSorted((a, b) => b.length - a.length).join('|')})\\b\`?([${PARTICLE_FORMS}](?![가-힣]))?`,
  'g',
);

/** What the sentences of the API add for programs. */
const API_DETAILS = / \(요청을 적용한 값: [^)]*\)|\(weaponTier 0\)/g;
const OR_NULL_ENGLISH = /,? or null\b/g;
/** The API ends its sentences formally, the console does not. */
const KOREAN_ENDINGS: readonly [RegExp, string][] = [
  [/ 또는 null이어야 합니다/g, '이거나 비어 있어야 해요'],
  [/합니다/g, '해요'],
  [/항목입니다/g, '항목이에요'],
  [/까지입니다/g, '까지예요'],
  [/(?<=[있없])습니다/g, '어요'],
  [/십시오/g, '세요'],
];
const STAR_COUNT = /\b(tier|weaponTier) (\d+)/g;

/** A sentence of the client or the API, which have the names of the API, in the words of the console. */
export const nameFields = ({ ko, en }: Bilingual): Bilingual => ({
  ko: KOREAN_ENDINGS.reduce((text, [ending, ours]) => text.replace(ending, ours), ko)
    .replace(API_DETAILS, '')
    .replace(FIELD_NAME, (_, name: StateName, particle?: string) => {
      const label = FIELD_LABELS[name].ko;
      return label + (particle === undefined ? '' : particleAfter(label, particle));
    }),
  en: en
    .replace(OR_NULL_ENGLISH, ' or empty')
    .replace(
      STAR_COUNT,
      (_, name: StateName, count: string) =>
        `${count} ${name === 'tier' ? '' : 'weapon '}${count === '1' ? 'star' : 'stars'}`,
    )
    .replace(FIELD_NAME, (_, name: StateName, __, at: number) => {
      const label = FIELD_LABELS[name].en;
      return at === 0 || /^[A-Z]{2}/.test(label) ? label : label[0]?.toLowerCase() + label.slice(1);
    }),
});
