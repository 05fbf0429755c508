import { computed } from '@preact/signals';
import { EXPERIENCE_KINDS, type ExperienceKind } from '../../../game/cost-sum.ts';
import type { GrowthFacts, ItemKind, Materials } from '../../../game/growth-facts.ts';
import { groupItems, type ItemSection } from '../stock/item-groups.ts';
import { stock } from '../stock/stock-store.ts';
import { filteredProgress, growthFacts, type PlanTotals, totals } from './plan-state.ts';
import { showsAllItems } from './plan-view.ts';

/** How much of something the goals take, the stock has and is missing. */
export interface Need {
  readonly need: number;
  readonly have: number;
  readonly short: number;
}

/** The items whose experience counts. */
export const EXPERIENCE_ITEMS: Record<ExperienceKind, ItemKind> = {
  level: 'report',
  weapon: 'part',
  equip: 'stone',
  bond: 'gift',
};

export const isExperience = (id: string): id is ExperienceKind =>
  EXPERIENCE_KINDS.some((kind) => kind === id);

/** Of an item, of `credits` or of a kind of experience: the kind of items that it is met with. */
export const kindOfNeed = (id: string, { items }: GrowthFacts): ItemKind | undefined => {
  if (id === 'credits') return 'currency';
  return isExperience(id) ? EXPERIENCE_ITEMS[id] : items[id]?.kind;
};

/** Of an item, of `credits` or of a kind of experience. */
export function needOf(id: string, facts: GrowthFacts, { total, shortage, gifts }: PlanTotals): Need {
  if (id === 'credits') return toNeed(total.credits, stock.value.credits ?? 0, shortage.credits);
  if (id === 'bond') {
    const short = [...gifts.missing.values()].reduce((sum, exp) => sum + exp, 0);
    return toNeed(total.exp.bond, total.exp.bond - short, short);
  }
  if (isExperience(id))
    return toNeed(total.exp[id], experienceIn(facts, EXPERIENCE_ITEMS[id], stock.value), shortage.exp[id]);
  return toNeed(total.items[id] ?? 0, stock.value[id] ?? 0, shortage.items[id] ?? 0);
}

const toNeed = (need: number, have: number, short: number): Need => ({ need, have, short });

/** What the items of a kind are worth that a stock has. */
const experienceIn = ({ items }: GrowthFacts, kind: ItemKind, counts: Materials): number =>
  Object.entries(counts).reduce(
    (sum, [id, count]) => sum + (items[id]?.kind === kind ? count * (items[id]?.exp ?? 0) : 0),
    0,
  );

export interface StudentNeed {
  readonly studentUid: string;
  readonly need: number;
  readonly short: number;
}

/** Who needs it, by priority. */
export function studentsNeeding(id: string, { students, gifts }: PlanTotals): StudentNeed[] {
  const shortages = new Map(students.map(({ studentUid, shortage }) => [studentUid, shortage]));
  return filteredProgress.value.flatMap(({ goal: { studentUid }, cost }) => {
    const shortage = shortages.get(studentUid);
    if (shortage === undefined) return [];
    const amountOf = ({ credits, exp, items }: typeof cost): number =>
      id === 'credits' ? credits : isExperience(id) ? exp[id] : (items[id] ?? 0);
    const need = amountOf(cost);
    const short = id === 'bond' ? (gifts.missing.get(studentUid) ?? 0) : amountOf(shortage);
    return need > 0 ? [{ studentUid, need, short }] : [];
  });
}

/** The items to show, in their groups: what is missing, or all that is needed. */
export const neededSections = computed<readonly ItemSection[]>(() => {
  const facts = growthFacts.value;
  if (facts === undefined || totals.value === undefined) return [];
  const { total, shortage } = totals.value;
  return groupItems(facts, Object.keys(showsAllItems.value ? total.items : shortage.items));
});
