import { type FarmPlan, HARD_RUNS_A_DAY } from '../../game/farm-plan.ts';
import type { GrowthFacts, Materials } from '../../game/growth-facts.ts';

const MAX_LINES = 5;
const MAX_STAGES = 2;
const MAX_NAMES = 4;

/** Where to farm, in five lines at most. */
export function describeFarm({ ap, runs, elephs, notDropped }: FarmPlan, facts: GrowthFacts): string[] {
  const stages = runs
    .slice(0, MAX_STAGES)
    .map((run) => `${run.stage} x ${run.runs} (${run.ap} AP): ${countItems(run.drops, facts)}`);
  const hard = elephs.map(
    ({ studentUid, missing, stages: from, days }) =>
      `${nameOf(studentUid, facts)} ${missing} (${from.join(', ')}; ${days} days)`,
  );
  const lines = [
    ...stages,
    ...(runs.length > MAX_STAGES
      ? [`${runs.length - MAX_STAGES} more stages; ${ap} AP in all, on average`]
      : []),
    ...(hard.length > 0 ? [`Hard stages, ${HARD_RUNS_A_DAY} runs a day each: ${shorten(hard)}`] : []),
    ...(Object.keys(notDropped).length > 0
      ? [
          `From bounties, scrimmages, commissions, shops, events or later areas: ${countItems(notDropped, facts)}`,
        ]
      : []),
  ];
  return lines.slice(0, MAX_LINES);
}

const countItems = (counts: Materials, facts: GrowthFacts): string =>
  shorten(
    Object.entries(counts)
      .sort(([, one], [, other]) => other - one)
      .map(([itemId, count]) => `${nameOf(itemId, facts)} ${Math.floor(count)}`),
  );

const shorten = (names: readonly string[]): string => {
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

const nameOf = (itemId: string, { items }: GrowthFacts): string =>
  items[itemId]?.names.en ?? items[itemId]?.names.ko ?? itemId;
