import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ItemKind } from '../../../../game/growth-facts.ts';
import { foldName } from '../../../../game/text-folding.ts';
import { Button } from '../../components/button.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { setTo, storeIn } from '../../components/set-to.ts';
import { showToast } from '../../components/toast.tsx';
import { useRenderedCount } from '../../components/use-rendered-count.ts';
import { growthFacts } from '../../goals/plan-state.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { groupItems, type ItemSection } from '../../stock/item-groups.ts';
import { nameOfItem } from '../../stock/item-names.ts';
import { lastPaste, loadLastPaste, undoPaste } from '../../stock/last-paste.ts';
import { PLAN } from '../../texts/plan-texts.ts';
import { STOCK } from '../../texts/stock-texts.ts';
import { translate } from '../../texts/translate.ts';
import { ItemMark } from './item-chip.tsx';
import { ItemSections } from './item-sections.tsx';
import { moveInGrid } from './move-in-grid.ts';
import { StockCell, StockCells } from './stock-cell.tsx';
import { StockPasteDialog } from './stock-paste-dialog.tsx';
import { StockStatus } from './stock-status.tsx';
import styles from './stock-view.module.css';
import { useStockFolding } from './use-stock-folding.ts';

/** Every item of the game with its count. */
export function StockView() {
  const query = useSignal('');
  const pasted = useSignal<string | File | undefined>(undefined);
  const accountId = currentAccountId();
  const paste = lastPaste(accountId);
  useEffect(() => loadLastPaste(accountId), [accountId]);
  const undo = () => {
    const { restored, changed } = undoPaste(accountId);
    showToast(STOCK.undone(restored, changed), { kind: changed > 0 ? 'warning' : 'success' });
  };
  const sections = useComputed(() => {
    const facts = growthFacts.value;
    if (facts === undefined) return [];
    const folded = foldName(query.value);
    const isFound = (id: string) =>
      Object.values(facts.items[id]?.names ?? {}).some((name) => foldName(name).includes(folded));
    const found = Object.keys(facts.items).filter((id) => folded === '' || isFound(id));
    return groupItems(facts, found);
  }).value;
  return (
    <section
      class={styles.stock}
      aria-label={translate(PLAN.views.stock)}
      onKeyDown={moveInGrid}
      onPaste={(event) => {
        const text = event.clipboardData?.getData('text') ?? '';
        if (!isList(text.trim()) || (event.target as Element).closest('dialog') !== null) return;
        event.preventDefault();
        pasted.value = text;
      }}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const file = event.dataTransfer?.files[0];
        if (file === undefined) return;
        event.preventDefault();
        pasted.value = file;
      }}
    >
      <div class={styles.tools}>
        <SearchInput label={STOCK.search} value={query.value} onInput={storeIn(query)} />
        <Button size="small" icon="copy" text={STOCK.paste} onClick={setTo(pasted, '')} />
        {paste !== undefined && (
          <Button size="small" icon="undo" text={STOCK.undoPaste(Object.keys(paste).length)} onClick={undo} />
        )}
        <StockStatus />
      </div>
      <p class="hint keyboard-only">{translate(STOCK.keys)}</p>
      {sections.length === 0 && <p class="hint">{translate(STOCK.none)}</p>}
      <Sections sections={sections} isSearch={query.value.trim() !== ''} />
      {pasted.value !== undefined && (
        <StockPasteDialog key={pasted.value} pasted={pasted.value} onClose={setTo(pasted, undefined)} />
      )}
    </section>
  );
}

/** One line is typed into a cell. */
const isList = (text: string): boolean => text.includes('\n') || /^[[{]/.test(text);

const ELEMENTS_PER_SECTION = 160;

/** What is short first; what is searched for is all unfolded. */
function Sections({ sections, isSearch }: { sections: readonly ItemSection[]; isSearch: boolean }) {
  const facts = growthFacts.value;
  const folding = useStockFolding();
  const ranked = sections.toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind));
  function rankOf(kind: ItemKind): number {
    if (folding.isShort(kind)) return kind === 'eleph' ? 1 : 0;
    return kind === 'eleph' ? 3 : 2;
  }
  const count = useRenderedCount(sections, ELEMENTS_PER_SECTION);
  if (facts === undefined) return null;
  return (
    <ItemSections sections={ranked.slice(0, count)} look="stock" {...(!isSearch && { folding })}>
      {(kind, itemIds) => (
        <StockCells>
          {itemIds.map((itemId) => (
            <StockCell
              key={itemId}
              itemId={itemId}
              name={nameOfItem(facts, itemId)}
              mark={<ItemMark itemId={itemId} kind={kind} />}
            />
          ))}
        </StockCells>
      )}
    </ItemSections>
  );
}
