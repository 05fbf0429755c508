import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { MAX_ITEM_COUNT } from '../../../../contract/limits.ts';
import { formatCount } from '../../components/format-count.ts';
import { setTo } from '../../components/set-to.ts';
import { setCounts, stock, unsavedItems } from '../../stock/stock-store.ts';
import { STOCK } from '../../texts/stock-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './items.module.css';

const LOOKS = {
  '': styles.cell,
  saving: `${styles.cell} ${styles.saving}`,
  failed: `${styles.cell} ${styles.failed}`,
};

interface StockCellProps {
  itemId: string;
  /** The whole name, for screen readers. */
  name: string;
  /** What is seen beside the field. */
  mark: ComponentChildren;
}

/** The count of one item, saved by itself. What is no count stays in the field and says so. */
export function StockCell({ itemId, name, mark }: StockCellProps) {
  const invalid = useSignal<string | undefined>(undefined);
  const isFocused = useSignal(false);
  // Of hundreds of cells, only those are rendered again whose own count or state changes.
  const count = useComputed(() => stock.value[itemId]).value;
  const state = useComputed(() => unsavedItems.value.get(itemId) ?? '').value;
  return (
    <label class={LOOKS[state]} title={name}>
      {mark}
      <input
        data-item={itemId}
        inputMode="numeric"
        autocomplete="off"
        aria-label={name}
        aria-invalid={invalid.value !== undefined}
        placeholder="–"
        value={invalid.value ?? (count === undefined || isFocused.value ? (count ?? '') : formatCount(count))}
        onFocus={({ currentTarget }) => {
          isFocused.value = true;
          // Without separators at once: the next rendering would end the selection, in the middle of what is typed.
          currentTarget.value = invalid.peek() ?? String(count ?? '');
          currentTarget.select();
        }}
        onBlur={setTo(isFocused, false)}
        onInput={({ currentTarget: { value } }) => {
          const parsed = parseCount(value);
          invalid.value = Number.isNaN(parsed) ? value : undefined;
          if (!Number.isNaN(parsed)) void setCounts(new Map([[itemId, parsed]]));
        }}
      />
      {invalid.value !== undefined && <small role="alert">{translate(STOCK.invalid)}</small>}
    </label>
  );
}

interface StockCellsProps {
  /** Each has its name. */
  isNamed?: boolean;
  children: ComponentChildren;
}

export const StockCells = ({ isNamed = false, children }: StockCellsProps) => (
  <div class={isNamed ? `${styles.cells} ${styles.named}` : styles.cells}>{children}</div>
);

/** Nothing is null, and what is no count is `NaN`. */
function parseCount(text: string): number | null {
  const digits = text.normalize('NFKC').replaceAll(/[\s,]/g, '');
  if (digits === '') return null;
  return /^\d+$/.test(digits) && Number(digits) <= MAX_ITEM_COUNT ? Number(digits) : Number.NaN;
}
