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

export const emptyCost = (): GrowthCost => ({
  credits: 0,
  exp: { level: 0, weapon: 0, equip: 0, bond: 0 },
  items: {},
});

export function addItems({ items }: GrowthCost, materials: Materials): void {
  for (const [item, count] of Object.entries(materials))
    if (count > 0) items[item] = (items[item] ?? 0) + count;
}

export function addUnknown(cost: GrowthCost, ...fields: StateName[]): void {
  if (fields.length > 0) cost.unknown = [...new Set([...(cost.unknown ?? []), ...fields])];
}

/** Adds what a step of a field takes, or notes that nobody knows what it takes. */
export function addKnownItems(cost: GrowthCost, field: StateName, materials: Materials | undefined): void {
  if (materials === undefined) addUnknown(cost, field);
  else addItems(cost, materials);
}

export const addKnownItem = (
  cost: GrowthCost,
  field: StateName,
  item: string | undefined,
  count: number,
): void => addKnownItems(cost, field, item === undefined ? undefined : { [item]: count });

/** The sum of costs, or of what is missing. */
export function addCosts(costs: Iterable<GrowthCost>): GrowthCost {
  const sum = emptyCost();
  for (const { credits, exp, items, unknown = [] } of costs) {
    sum.credits += credits;
    for (const kind of EXPERIENCE_KINDS) sum.exp[kind] += exp[kind];
    addItems(sum, items);
    addUnknown(sum, ...unknown);
  }
  return sum;
}
