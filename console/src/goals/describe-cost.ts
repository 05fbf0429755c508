import type { GrowthCost } from '../../../game/cost-sum.ts';
import type { GrowthFacts } from '../../../game/growth-facts.ts';
import { formatCount } from '../components/format-count.ts';
import { groupItems } from '../stock/item-groups.ts';
import { nameOfItem } from '../stock/item-names.ts';
import { GOALS } from '../texts/goal-texts.ts';
import { EXPERIENCE_LABELS, KIND_LABELS } from '../texts/plan-texts.ts';
import { translate } from '../texts/translate.ts';

/** The first `shown` of what `describeCost` returns, in a line that begins with no dot where it is broken. */
export function listCosts(texts: readonly string[], shown = texts.length): string {
  const more = texts.length - shown;
  return [...texts.slice(0, shown), ...(more > 0 ? [`+${more}`] : [])].join('\u00a0· ');
}

/** Each thing that it takes, with its amount. */
export function describeCost(facts: GrowthFacts, { credits, exp, items, unknown }: GrowthCost): string[] {
  const amounts: [string, number][] = [
    [translate(KIND_LABELS.currency), credits],
    ...(['level', 'equip', 'weapon', 'bond'] as const).map((kind): [string, number] => [
      translate(EXPERIENCE_LABELS[kind]),
      exp[kind],
    ]),
    ...groupItems(facts, Object.keys(items)).flatMap(({ groups }) =>
      groups.flatMap(({ itemIds }) =>
        itemIds.map((id): [string, number] => [nameOfItem(facts, id), items[id] ?? 0]),
      ),
    ),
  ];
  return [
    ...amounts.filter(([, amount]) => amount > 0).map(([name, amount]) => `${name} ${formatCount(amount)}`),
    ...(unknown ? [translate(GOALS.unknownPart)] : []),
  ];
}
