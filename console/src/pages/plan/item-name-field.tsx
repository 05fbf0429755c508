import { computed, type Signal, useSignal } from '@preact/signals';
import { ItemFinder } from '../../../../client/formats/find-item.ts';
import type { UnknownStockRow } from '../../../../client/formats/read-stock.ts';
import type { GrowthFacts } from '../../../../game/growth-facts.ts';
import { foldName } from '../../../../game/text-folding.ts';
import { Button } from '../../components/button.tsx';
import { Chips } from '../../components/chips.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { setTo, storeIn } from '../../components/set-to.ts';
import { growthFacts } from '../../goals/plan-state.ts';
import { catalogue } from '../../roster/catalogue-state.ts';
import { nameOfItem } from '../../stock/item-names.ts';
import { STOCK } from '../../texts/stock-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import styles from './item-name-field.module.css';
import type { PickedItems } from './use-stock-reading.ts';

const MAX_FOUND = 6;

/** Made once for all names. */
const finder = computed(
  () =>
    growthFacts.value && new ItemFinder({ ...growthFacts.value, students: catalogue.value?.students ?? [] }),
);

interface ItemNameFieldProps {
  facts: GrowthFacts;
  row: UnknownStockRow;
  picked: Signal<PickedItems>;
}

/** Asks which item is called so: one that may be meant, or any by a search. */
export function ItemNameField({ facts, row: { name, count, suggestions }, picked }: ItemNameFieldProps) {
  const query = useSignal<string | undefined>(undefined);
  const text = query.value?.trim() ?? '';
  const found = text === '' ? [] : searchItems(facts, text);
  const chosen = picked.value.get(name);
  const offered = new Set([
    ...(text === '' ? suggestions : found),
    ...(chosen === undefined ? [] : [chosen]),
  ]);
  const choose = (itemId: string) => {
    const next = new Map(picked.peek());
    if (chosen === itemId) next.delete(name);
    else next.set(name, itemId);
    picked.value = next;
  };
  return (
    <div class={styles.name}>
      <Chips legend={translate(STOCK.whatIs(name, count))}>
        {[...offered].map((itemId) => (
          <button key={itemId} type="button" aria-pressed={itemId === chosen} onClick={() => choose(itemId)}>
            {nameOfItem(facts, itemId)}
          </button>
        ))}
        {query.value === undefined && (
          <Button size="small" text={STOCK.otherItem} onClick={setTo(query, '')} />
        )}
      </Chips>
      {query.value !== undefined && (
        <div class={styles.search}>
          <SearchInput
            label={STOCK.searchFor(name)}
            value={query.value}
            onInput={storeIn(query)}
            input={{ ref: takeFocus }}
          />
        </div>
      )}
      <p class="hint" role="status">
        {text !== '' && found.length === 0 && translate(WORDS.noneFound)}
      </p>
    </div>
  );
}

/** By the words of a name in any order, or a part of it. */
function searchItems({ items }: GrowthFacts, text: string): string[] {
  const { itemId, candidates = [] } = finder.value?.find(text) ?? {};
  const folded = foldName(text);
  const containing = Object.entries(items).filter(([, { names }]) =>
    Object.values(names).some((name) => foldName(name).includes(folded)),
  );
  const ids = [...(itemId === undefined ? [] : [itemId]), ...containing.map(([id]) => id), ...candidates];
  return [...new Set(ids)].slice(0, MAX_FOUND);
}

/** From the button that has opened the search. */
const takeFocus = (input: HTMLInputElement | null): void => input?.focus();
