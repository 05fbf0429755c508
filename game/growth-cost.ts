import type { StateName } from '../contract/state-fields.ts';
import {
  addItem,
  addKnownItem,
  addKnownItems,
  addUnknown,
  emptySum,
  type GrowthCost,
  toCost,
} from './cost-sum.ts';
import { addEquipmentCosts } from './equipment-cost.ts';
import {
  type AbilityField,
  type ExperienceTable,
  type GrowthFacts,
  type Materials,
  studentFacts,
} from './growth-facts.ts';
import { type Growth, type GrowthValues, stepsBetween, sum } from './growth-steps.ts';

/**
 * What a student costs from one state to another. A field that `to` leaves out, or has null, stays as it is; one that
 * `from` leaves out, or has null, begins at its lowest: the tier at the student's own stars. Each field that is not above
 * `from` costs nothing. Recruiting is not counted. Throws for a UID that the facts lack.
 */
export function growthCost(
  facts: GrowthFacts,
  studentUid: string,
  from: GrowthValues,
  to: GrowthValues,
): GrowthCost {
  const student = studentFacts(facts, studentUid);
  const growth: Growth = { costs: facts.costs, studentUid, student, from, to, cost: emptySum() };
  addStarCosts(growth);
  addLevelCosts(growth);
  addSkillCosts(growth);
  addEquipmentCosts(growth);
  addFavouriteItemCosts(growth);
  addAbilityCosts(growth);
  addBondCosts(growth);
  return toCost(growth.cost);
}

function addStarCosts({ cost, costs, studentUid, student: { star }, from, to }: Growth): void {
  const addStars = (
    { eleph, credits }: { eleph: readonly number[]; credits: readonly number[] },
    lowest: number,
    start: number | null | undefined,
    end: number | null | undefined,
  ) => {
    addItem(cost, studentUid, sum(stepsBetween(eleph, lowest, start, end)));
    cost.credits += sum(stepsBetween(credits, lowest, start, end));
  };
  const stars = from.tier ?? star;
  if (stars !== undefined) addStars(costs.tier, 1, stars, to.tier);
  else if ((to.tier ?? 1) > 1) addUnknown(cost, 'tier');
  addStars(costs.weaponTier, 0, from.weaponTier, to.weaponTier);
}

function addLevelCosts({ cost, costs, from, to }: Growth): void {
  const addLevels = (kind: 'level' | 'weapon', { exp, creditsPerExp }: ExperienceTable, field: StateName) => {
    // A unique weapon has level 1 as soon as it is made: 0 is none.
    const needed = sum(stepsBetween(exp, 1, from[field], to[field]));
    cost.exp[kind] += needed;
    cost.credits += needed * creditsPerExp;
  };
  addLevels('level', costs.level, 'level');
  addLevels('weapon', costs.weaponLevel, 'weaponLevel');
}

function addSkillCosts({ cost, costs, student: { ex, skill }, from, to }: Growth): void {
  const addSkill = (
    field: StateName,
    { credits }: { credits: readonly number[] },
    materials: readonly Materials[] | undefined,
  ) => {
    const steps = credits.map((amount, step) => ({ amount, items: materials?.[step] }));
    for (const { amount, items } of stepsBetween(steps, 1, from[field], to[field])) {
      cost.credits += amount;
      addKnownItems(cost, field, items);
    }
  };
  addSkill('skillEx', costs.skillEx, ex);
  for (const field of ['skillNormal', 'skillEnhanced', 'skillSub'] as const)
    addSkill(field, costs.skill, skill);
}

function addFavouriteItemCosts({ cost, costs, student: { special }, from, to }: Growth): void {
  // There is nothing to buy for a student who has none.
  if (special === null) return;
  const steps = stepsBetween(costs.equipSpecial.credits, 0, from.equipSpecial, to.equipSpecial);
  cost.credits += sum(steps);
  // The first tier takes no materials.
  if (steps.length > 0 && (to.equipSpecial ?? 0) > 1) addKnownItems(cost, 'equipSpecial', special?.materials);
}

function addAbilityCosts({ cost, costs, student: { ability }, from, to }: Growth): void {
  for (const [field, book] of Object.entries(costs.ability.books) as [AbilityField, string][]) {
    const [first, second] = ability ?? [];
    const steps = stepsBetween(costs.ability.steps, 0, from[field], to[field]);
    if (steps.length === 0) continue;
    cost.credits += sum(steps.map(({ credits }) => credits));
    addItem(cost, book, sum(steps.map(({ books }) => books)));
    addKnownItem(cost, field, first, sum(steps.map(({ artifact1 }) => artifact1)));
    addKnownItem(cost, field, second, sum(steps.map(({ artifact2 }) => artifact2)));
  }
}

/** A rank that is named without experience means its start, whatever experience the other side has. */
function addBondCosts({ cost, costs, from, to }: Growth): void {
  const { rankStarts } = costs.bond;
  cost.exp.bond += Math.max(0, bondExperience(rankStarts, to) - bondExperience(rankStarts, from));
}

/** An experience outside of the rank that is named beside it counts for nothing, as where states are stored. */
export function bondExperience(rankStarts: readonly number[], { bond, bondExp }: GrowthValues): number {
  const rank = bond ?? 0;
  const start = rankStarts[Math.min(rank, rankStarts.length) - 1];
  const experience = bondExp ?? 0;
  if (start === undefined) return experience;
  return experience > start && experience < (rankStarts[rank] ?? 0) ? experience : start;
}
