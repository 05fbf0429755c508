import { addCosts, type GrowthCost } from './cost-sum.ts';
import { type GrowthFacts, type Materials, studentFacts } from './growth-facts.ts';

export interface StudentCost {
  readonly studentUid: string;
  readonly cost: GrowthCost;
}

export interface PlanShortage {
  /** What all students cost together. */
  total: GrowthCost;
  /** What the stock lacks of it. */
  shortage: GrowthCost;
  /** What is missing for each student, in the order in which they were given. */
  students: { studentUid: string; shortage: GrowthCost }[];
}

/**
 * What a stock (items by ID, and `credits`) lacks for some students, who take from it in the order in which they are
 * given, each all that she needs.
 *
 * Reports, stones and weapon parts count by the experience that they are worth. Which of them are used first makes no
 * difference, because the rest of an item that is too large is left for the next student. A student takes the parts that
 * fit her weapon first, then firing pins, then the others, which are worth less to her, in the order of the facts.
 * Neither blueprints nor gifts are fed.
 */
export function findShortage(
  facts: GrowthFacts,
  students: readonly StudentCost[],
  stock: Materials,
): PlanShortage {
  const left = new RemainingStock(facts, stock);
  const shortages = students.map(({ studentUid, cost }) => ({
    studentUid,
    shortage: left.take(studentUid, cost),
  }));
  return {
    total: addCosts(students.map(({ cost }) => cost)),
    shortage: addCosts(shortages.map(({ shortage }) => shortage)),
    students: shortages,
  };
}

/** What is left of a stock. */
class RemainingStock {
  readonly #facts: GrowthFacts;
  readonly #items: Map<string, number>;
  /** The experience of the items by their kind, or by the group of weapon parts. */
  readonly #experience: Record<string, number> = {};

  constructor(facts: GrowthFacts, stock: Materials) {
    this.#facts = facts;
    this.#items = new Map(Object.entries(stock));
    for (const [id, { kind, group = kind, exp = 0 }] of Object.entries(facts.items))
      if (kind === 'report' || kind === 'stone' || kind === 'part')
        this.#experience[group] = (this.#experience[group] ?? 0) + exp * Math.max(stock[id] ?? 0, 0);
  }

  /** Takes what a student costs, and returns what is missing of it. */
  take(studentUid: string, { credits, exp, items, unknown }: GrowthCost): GrowthCost {
    const missingItems: Record<string, number> = {};
    for (const item of Object.keys(items)) {
      const missing = this.#takeItem(item, items[item] ?? 0);
      if (missing > 0) missingItems[item] = missing;
    }
    return {
      credits: this.#takeItem('credits', credits),
      exp: {
        level: this.#takeExperience('report', exp.level),
        weapon: this.#takeParts(studentUid, exp.weapon),
        equip: this.#takeExperience('stone', exp.equip),
        bond: exp.bond,
      },
      items: missingItems,
      ...(unknown && { unknown }),
    };
  }

  #takeItem(item: string, needed: number): number {
    const owned = Math.max(this.#items.get(item) ?? 0, 0);
    if (owned > 0) this.#items.set(item, Math.max(owned - needed, 0));
    return Math.max(needed - owned, 0);
  }

  #takeParts(studentUid: string, needed: number): number {
    let missing = needed;
    for (const [group, factor] of partGroups(this.#facts, studentUid))
      missing = this.#takeExperience(group, missing, factor);
    return missing;
  }

  /** Takes experience that is worth `factor` times as much to the student, and returns what is missing. */
  #takeExperience(group: string, needed: number, factor = 1): number {
    const owned = this.#experience[group] ?? 0;
    const taken = Math.min(needed, Math.floor(owned * factor));
    this.#experience[group] = owned - Math.ceil(taken / factor);
    return needed - taken;
  }
}

/** The groups of weapon parts in the order in which a student takes them, and how much more they are worth to her. */
export function partGroups(facts: GrowthFacts, studentUid: string): [group: string, factor: number][] {
  const { fits, fitFactor } = facts.costs.weaponLevel;
  const { weapon = '' } = studentFacts(facts, studentUid);
  const ranked = Object.entries(fits).map(([group, weapons]): [string, number] => [
    group,
    weapons === 'all' ? 1 : weapons.includes(weapon) ? 0 : 2,
  ]);
  return ranked.sort((a, b) => a[1] - b[1]).map(([group, rank]) => [group, rank < 2 ? fitFactor : 1]);
}
