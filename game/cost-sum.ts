import type { StateName } from '../contract/state-fields.ts';
import type { Materials } from './growth-facts.ts';

/** What a growth costs, or what of it is missing. */
export interface GrowthCost {
  credits: number;
  /** Experience of the student, the unique weapon, the equipment and the bond. */
  exp: Record<ExperienceKind, number>;
  /** Items by ID, without credits. */
  items: Record<string, number>;
  /** The fields that cost more than is counted here, because materials of the student are not known. */
  unknown?: StateName[];
}

export const EXPERIENCE_KINDS = ['level', 'weapon', 'equip', 'bond'] as const;
export type ExperienceKind = (typeof EXPERIENCE_KINDS)[number];

/** A cost under way. Most items have numeric IDs, which are slow as keys of an object, and are added often. */
export interface CostSum extends Omit<GrowthCost, 'items'> {
  readonly items: Map<string, number>;
}

export const emptySum = (): CostSum => ({
  credits: 0,
  exp: { level: 0, weapon: 0, equip: 0, bond: 0 },
  items: new Map(),
});

export const toCost = ({ credits, exp, items, unknown }: CostSum): GrowthCost => ({
  credits,
  exp,
  items: Object.fromEntries(items),
  ...(unknown && { unknown }),
});

export function addItem({ items }: CostSum, item: string, count: number): void {
  if (count > 0) items.set(item, (items.get(item) ?? 0) + count);
}

export function addItems(cost: CostSum, materials: Materials): void {
  // `Object.entries` takes four times as long.
  for (const item of Object.keys(materials)) addItem(cost, item, materials[item] ?? 0);
}

export function addUnknown(cost: CostSum, ...fields: StateName[]): void {
  if (fields.length > 0) cost.unknown = [...new Set([...(cost.unknown ?? []), ...fields])];
}

/** Adds what a step of a field takes, or notes that nobody knows what it takes. */
export function addKnownItems(cost: CostSum, field: StateName, materials: Materials | undefined): void {
  if (materials === undefined) addUnknown(cost, field);
  else addItems(cost, materials);
}

export function addKnownItem(cost: CostSum, field: StateName, item: string | undefined, count: number): void {
  if (item === undefined) addUnknown(cost, field);
  else addItem(cost, item, count);
}

/** Of nothing. */
export const emptyCost = (): GrowthCost => toCost(emptySum());

/** The sum of costs, or of what is missing. */
export function addCosts(costs: Iterable<GrowthCost>): GrowthCost {
  const sum = emptySum();
  for (const { credits, exp, items, unknown = [] } of costs) {
    sum.credits += credits;
    for (const kind of EXPERIENCE_KINDS) sum.exp[kind] += exp[kind];
    addItems(sum, items);
    addUnknown(sum, ...unknown);
  }
  return toCost(sum);
}
