import { DEFAULT_PAGE_SIZE } from '../../contract/limits.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import type { GrowthFacts } from '../../game/growth-facts.ts';
import { createItemFilter, createItemFinder, nameItem } from './item-names.ts';
import * as schemas from './plan-tool-schemas.ts';
import { type PageArguments, takePage } from './take-page.ts';
import { defineTool } from './tool.ts';
import { ToolError } from './tool-error.ts';

/** Items that the answer to a change names. */
const MAX_LISTED_ITEMS = 50;

export const listStock = defineTool({
  name: 'list_stock',
  description:
    'Lists how many of each item the player has. Of an item that is not listed the count is not known, nor that it is 0.',
  input: schemas.StockListInput,
  async run(
    { name, limit = DEFAULT_PAGE_SIZE, cursor }: { name?: string } & PageArguments,
    { rollbook, signal },
  ) {
    const [facts, stock] = await Promise.all([
      rollbook.growthFacts({ signal }),
      rollbook.stock.get({ signal }),
    ]);
    const isWanted = name === undefined ? () => true : createItemFilter(facts, name);
    const matching = Object.entries(stock).filter(([itemId]) => isWanted(itemId));
    const { page, ...place } = takePage(matching, ([itemId]) => itemId, limit, cursor);
    return { items: page.map(([itemId, count]) => ({ ...nameItem(facts, itemId), count })), ...place };
  },
});

interface ItemCount {
  item: string;
  count: number | null;
}

export const saveStock = defineTool({
  name: 'save_stock',
  description:
    'Saves how many of some items the player has. Other items stay as they are; all are saved or none. plan_growth names the items that growth takes. `recorded` counts the items of the whole stock.',
  input: schemas.StockInput,
  async run({ items }: { items: ItemCount[] }, { rollbook, signal }) {
    const facts = await rollbook.growthFacts({ signal });
    const counts = resolveItems(items, facts);
    const stock = await rollbook.stock.patch(Object.fromEntries(counts), { signal });
    const listed = [...counts].slice(0, MAX_LISTED_ITEMS);
    return {
      items: listed.map(([itemId, count]) => ({ ...nameItem(facts, itemId), count })),
      omitted: counts.size - listed.length,
      recorded: Object.keys(stock).length,
    };
  },
});

/** The counts by item ID. Throws unless each item is known, and named once. */
function resolveItems(items: readonly ItemCount[], facts: GrowthFacts): ReadonlyMap<string, number | null> {
  const findItem = createItemFinder(facts);
  const counts = new Map<string, number | null>();
  const errors: FieldError[] = [];
  for (const [i, { item, count }] of items.entries()) {
    const found = findItem(item);
    if ('itemId' in found && !counts.has(found.itemId)) counts.set(found.itemId, count);
    else errors.push({ field: `items.${i}.item`, message: describeRefusal(found, facts) });
  }
  if (errors.length === 0) return counts;
  throw new ToolError('invalid_request', 'Nothing was saved, because not all items are clear.', errors);
}

function describeRefusal(found: ReturnType<ReturnType<typeof createItemFinder>>, facts: GrowthFacts): string {
  if ('itemId' in found) return `is item ${found.itemId}, which is there twice`;
  const similar = found.similar.map((itemId) => {
    const { name, englishName } = nameItem(facts, itemId);
    return `${itemId} (${[name, englishName].filter((text) => text !== null).join(', ')})`;
  });
  return similar.length === 0
    ? 'is neither the ID nor the name of an item'
    : `is not one item; its ID may be ${similar.join(', ')}`;
}
