import { useComputed, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Field } from '../../components/form-fields.tsx';
import { formatCount } from '../../components/format-count.ts';
import { acceptsPaste } from '../../components/pasted-text.ts';
import { Preview, PreviewItem, RefusedText } from '../../components/preview.tsx';
import { useAction } from '../../components/use-action.ts';
import { growthFacts } from '../../goals/plan-state.ts';
import { nameOfItem } from '../../stock/item-names.ts';
import { parseItemList } from '../../stock/parse-item-list.ts';
import { saveStock, setCounts, stock } from '../../stock/stock-store.ts';
import { STOCK } from '../../texts/stock-texts.ts';
import { translate } from '../../texts/translate.ts';

/** Of lines that were not understood, and of each of them. */
const MAX_SHOWN_LINES = 50;
const MAX_SHOWN_LENGTH = 100;

/** A list of items and counts, and what it changes before it is saved. */
export function StockPasteDialog({ text: pasted, onClose }: { text: string; onClose: () => void }) {
  const text = useSignal(pasted);
  const id = useId();
  const parsed = useComputed(() => {
    const facts = growthFacts.value;
    return facts && parseItemList(facts, text.value);
  }).value;
  const facts = growthFacts.value;
  const counts = parsed?.counts ?? new Map<string, number>();
  const changes = [...counts].filter(([itemId, count]) => stock.value[itemId] !== count);
  const save = useAction(async () => {
    void setCounts(new Map(changes));
    saveStock();
    onClose();
  });
  if (parsed === undefined || facts === undefined) return null;
  const { unknown } = parsed;
  return (
    <DialogForm
      title={STOCK.pasteTitle}
      action={save}
      isValid={changes.length > 0}
      disabled={changes.length === 0}
      submitLabel={STOCK.pasteApply(changes.length)}
      onClose={onClose}
    >
      <Field id={id} label={STOCK.pasteList} hint={STOCK.pasteHint}>
        <textarea
          id={id}
          rows={6}
          spellcheck={false}
          autofocus
          placeholder={translate(STOCK.pasteExample)}
          aria-describedby={`${id}-hint`}
          value={text.value}
          onPaste={(event) => {
            if (!acceptsPaste(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
          }}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
      </Field>
      <div role="status">
        {counts.size + unknown.length > 0 && (
          <Preview>
            <p>
              {translate(STOCK.pasteChanges(changes.length))}{' '}
              {counts.size > changes.length && translate(STOCK.pasteSame(counts.size - changes.length))}
            </p>
            <ul>
              {changes.map(([itemId, count]) => (
                <PreviewItem
                  key={itemId}
                  values={`${formatCount(stock.value[itemId] ?? 0)} → ${formatCount(count)}`}
                >
                  <span>{nameOfItem(facts, itemId)}</span>
                </PreviewItem>
              ))}
            </ul>
            {unknown.length > 0 && (
              <>
                <RefusedText>{translate(STOCK.pasteUnknown(unknown.length))}</RefusedText>
                <ul>
                  {unknown.slice(0, MAX_SHOWN_LINES).map((line, index) => (
                    <PreviewItem key={index} isRefused>
                      {line.slice(0, MAX_SHOWN_LENGTH)}
                    </PreviewItem>
                  ))}
                </ul>
              </>
            )}
          </Preview>
        )}
      </div>
    </DialogForm>
  );
}
