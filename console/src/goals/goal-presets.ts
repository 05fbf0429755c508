import type { Bilingual } from '../../../contract/bilingual.ts';
import type { WantedValues } from '../../../contract/goals.ts';
import { type GrowthState, STATE_FIELDS, type StateName } from '../../../contract/state-fields.ts';
import { EQUIPMENT } from '../../../game/equipment-slots.ts';
import { equipmentLevelCap, maximumGrowth } from '../../../game/growth-limits.ts';

export interface GoalPreset {
  readonly name: Bilingual;
  readonly hint: Bilingual;
  readonly wantedFor: (state: GrowthState | null) => WantedValues;
}

const SKILLS = ['skillEx', 'skillNormal', 'skillEnhanced', 'skillSub'] as const satisfies StateName[];

const skills = (...levels: readonly [number, number, number, number]): WantedValues =>
  Object.fromEntries(SKILLS.map((field, i) => [field, levels[i]]));
const equipment = (tier: number): WantedValues =>
  Object.fromEntries(
    EQUIPMENT.flatMap((slot) => [
      [slot.tier, tier],
      [slot.level, equipmentLevelCap(tier)],
    ]),
  );

const MAX_SKILLS = skills(
  STATE_FIELDS.skillEx.max,
  STATE_FIELDS.skillNormal.max,
  STATE_FIELDS.skillEnhanced.max,
  STATE_FIELDS.skillSub.max,
);
const MAX_GROWTH: WantedValues = {
  level: STATE_FIELDS.level.max,
  ...MAX_SKILLS,
  ...equipment(STATE_FIELDS.equip1.max),
};

/** What players often want, as one tap. */
export const GOAL_PRESETS: readonly GoalPreset[] = [
  {
    name: { ko: '레벨·스킬·장비 최대', en: 'Level, skills and gear' },
    hint: { ko: '레벨, 스킬, 장비를 끝까지', en: 'Level, skills and gear to the top' },
    wantedFor: () => MAX_GROWTH,
  },
  {
    name: { ko: '전부 최대', en: 'Everything' },
    hint: { ko: '성급, 고유무기, 능력 개방까지', en: 'Also stars, unique weapon and abilities' },
    wantedFor: (state) => maximumGrowth(state) as WantedValues,
  },
  {
    name: { ko: '스킬 5/10/10/10', en: 'Skills 5/10/10/10' },
    hint: { ko: '스킬을 끝까지', en: 'All skills to the top' },
    wantedFor: () => MAX_SKILLS,
  },
  {
    name: { ko: '스킬 3/7/7/7', en: 'Skills 3/7/7/7' },
    hint: { ko: '처음 쓸 만한 스킬', en: 'Skills that do for a start' },
    wantedFor: () => skills(3, 7, 7, 7),
  },
  {
    name: { ko: '장비 T9', en: 'Gear T9' },
    hint: { ko: '장비 세 칸을 T9 끝까지', en: 'All three slots to the top of T9' },
    wantedFor: () => equipment(9),
  },
];
