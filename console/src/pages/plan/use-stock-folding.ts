import { untracked, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { EXPERIENCE_KINDS } from '../../../../game/cost-sum.ts';
import type { ItemKind } from '../../../../game/growth-facts.ts';
import { kindOfNeed, needOf } from '../../goals/needs.ts';
import { growthFacts, totals } from '../../goals/plan-state.ts';
import { stock } from '../../stock/stock-store.ts';
import { STOCK } from '../../texts/stock-texts.ts';
import type { Folding } from './item-sections.tsx';

/** How many things of each kind the goals lack. Credits and each kind of experience are one. */
function countShort(): ReadonlyMap<ItemKind, number> {
  const facts = growthFacts.value;
  const found = totals.value;
  const counts = new Map<ItemKind, number>();
  if (facts === undefined || found === undefined) return counts;
  const ids = ['credits', ...EXPERIENCE_KINDS, ...Object.keys(found.shortage.items)];
  for (const id of ids.filter((one) => needOf(one, facts, found).short > 0)) {
    const kind = kindOfNeed(id, facts);
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

const kindsInStock = (): ItemKind[] =>
  Object.keys(stock.value).flatMap((id) => growthFacts.value?.items[id]?.kind ?? []);

/** Unfolds what was short when the stock was opened, or what it has where nothing is; nothing folds while one types. */
export function useStockFolding(): Folding & { readonly isShort: (kind: ItemKind) => boolean } {
  const first = useMemo(() => untracked(countShort), []);
  const initial = useMemo(
    () => new Set<ItemKind>(first.size > 0 ? first.keys() : ['currency', ...untracked(kindsInStock)]),
    [],
  );
  // The elephs of all students would push everything else out of sight.
  const opened = useSignal<ReadonlySet<ItemKind>>(initial.difference(new Set<ItemKind>(['eleph'])));
  const short = useComputed(countShort);
  return {
    isShort: (kind) => first.has(kind),
    isOpen: (kind) => opened.value.has(kind),
    toggle: (kind) => {
      opened.value = opened.peek().symmetricDifference(new Set([kind]));
    },
    note(kind) {
      const count = short.value.get(kind);
      return count === undefined ? undefined : STOCK.short(count);
    },
  };
}
