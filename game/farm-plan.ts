import type { GrowthCost } from './cost-sum.ts';
import type { GrowthFacts, ItemKind, Materials } from './growth-facts.ts';
import { findLeastCost } from './least-cost.ts';

/** One run of a stage of the campaign: what it takes and, on average, drops. */
export interface Stage {
  /** Area and number: `28-1`. */
  readonly stage: string;
  /** At most three runs a day. */
  readonly hard?: boolean;
  readonly ap: number;
  readonly drops: Materials;
}

/** The stages of the campaign, as GET /stages.json serves them. */
export interface Stages {
  /** How to read them. */
  readonly read: string;
  /** The day of which they are, as YYYY-MM-DD. */
  readonly asOf: string;
  readonly stages: readonly Stage[];
}

/** Where to farm what is short. */
export interface FarmPlan {
  /** Of all runs together. */
  readonly ap: number;
  /** The normal stages that bring what any of them drops by the fewest AP on average; most AP first. */
  readonly runs: readonly FarmRuns[];
  /** The elephs that hard stages drop; those that take longest first. */
  readonly elephs: readonly FarmedEleph[];
  /** Everything else that is short, with `credits`. */
  readonly notDropped: Materials;
  /** The day of which the stages are. */
  readonly stagesAsOf: string;
}

export interface FarmRuns {
  readonly stage: string;
  readonly runs: number;
  readonly ap: number;
  /** What the runs drop on average of what is short. */
  readonly drops: Materials;
}

export interface FarmedEleph {
  readonly studentUid: string;
  readonly missing: number;
  readonly stages: readonly string[];
  /** How long it takes on average with three runs a day of each. */
  readonly days: number;
}

export interface FarmOptions {
  /** The furthest area whose normal stages are open; all by default. */
  readonly area?: number | undefined;
  /** What to farm in normal stages, beside which all else is `notDropped`; all kinds of items by default. */
  readonly kinds?: readonly ItemKind[] | undefined;
}

export const HARD_RUNS_A_DAY = 3;

export const areaOf = ({ stage }: Pick<Stage, 'stage'>): number => Number.parseInt(stage, 10);

/** Where to farm a shortage, as `findShortage` and GET /beta/plan tell it. */
export function farmPlan(
  facts: GrowthFacts,
  { stages, asOf }: Stages,
  { credits, items }: GrowthCost,
  { area = Number.POSITIVE_INFINITY, kinds }: FarmOptions = {},
): FarmPlan {
  const short = new Map(Object.entries({ ...items, credits }).filter(([, count]) => count > 0));
  const hard = stages.filter((stage) => stage.hard);
  const open = stages.filter((stage) => !stage.hard && areaOf(stage) <= area);
  const takeDropped = (of: readonly Stage[], isWanted: (kind: ItemKind) => boolean) => {
    const dropped = [...short].filter(([itemId]) => {
      const { kind } = facts.items[itemId] ?? {};
      return kind !== undefined && isWanted(kind) && of.some(({ drops }) => Object.hasOwn(drops, itemId));
    });
    for (const [itemId] of dropped) short.delete(itemId);
    return new Map(dropped);
  };
  const farmed = takeDropped(open, (kind) => kinds?.includes(kind) ?? true);
  const elephs = takeDropped(hard, (kind) => kind === 'eleph');
  const runs = findRuns(open, farmed);
  return {
    ap: runs.reduce((sum, { ap }) => sum + ap, 0),
    runs: runs.sort((one, other) => other.ap - one.ap),
    elephs: Array.from(elephs, ([studentUid, missing]) => farmEleph(hard, studentUid, missing)).sort(
      (one, other) => other.days - one.days,
    ),
    notDropped: Object.fromEntries(short),
    stagesAsOf: asOf,
  };
}

function findRuns(open: readonly Stage[], farmed: ReadonlyMap<string, number>): FarmRuns[] {
  const itemIds = [...farmed.keys()];
  const useful = open.filter(({ drops }) => itemIds.some((itemId) => Object.hasOwn(drops, itemId)));
  const amounts = findLeastCost(
    useful.map(({ ap, drops }) => ({ cost: ap, gains: itemIds.map((itemId) => drops[itemId] ?? 0) })),
    [...farmed.values()],
  );
  return useful.flatMap(({ stage, ap, drops }, i) => {
    // An amount that is whole but for its last digits stays so.
    const runs = Math.ceil((amounts[i] ?? 0) - 1e-6);
    if (runs <= 0) return [];
    const dropped = itemIds.filter((itemId) => Object.hasOwn(drops, itemId));
    return {
      stage,
      runs,
      ap: runs * ap,
      drops: Object.fromEntries(dropped.map((itemId) => [itemId, round((drops[itemId] ?? 0) * runs)])),
    };
  });
}

const round = (count: number): number => Math.round(count * 100) / 100;

function farmEleph(hard: readonly Stage[], studentUid: string, missing: number): FarmedEleph {
  const dropping = hard.filter(({ drops }) => Object.hasOwn(drops, studentUid));
  const daily = dropping.reduce((sum, { drops }) => sum + HARD_RUNS_A_DAY * (drops[studentUid] ?? 0), 0);
  return {
    studentUid,
    missing,
    stages: dropping.map(({ stage }) => stage),
    days: Math.ceil(missing / daily - 1e-6),
  };
}
