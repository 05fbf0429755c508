import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { applyStockRows, type UnknownStockRow } from '../../../../client/formats/read-stock.ts';
import type { GrowthFacts } from '../../../../game/growth-facts.ts';
import { Buttons } from '../../components/button.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { FileButton, HiddenText } from '../../components/file-field.tsx';
import { CodeArea, Field } from '../../components/form-fields.tsx';
import { formatCount } from '../../components/format-count.ts';
import { Preview, PreviewItem, RefusedText } from '../../components/preview.tsx';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { growthFacts } from '../../goals/plan-state.ts';
import { changeImportMemory, importMemory, loadImportMemory } from '../../imports/import-memory-state.ts';
import { type ImportSource, NO_SOURCE, openFile } from '../../imports/open-file.ts';
import { toAlias } from '../../imports/to-alias.ts';
import { loadCatalogue } from '../../roster/catalogue-state.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { nameOfItem } from '../../stock/item-names.ts';
import { pasteCounts } from '../../stock/last-paste.ts';
import { stock } from '../../stock/stock-store.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { STOCK } from '../../texts/stock-texts.ts';
import { translate } from '../../texts/translate.ts';
import { ItemNameField } from './item-name-field.tsx';
import styles from './stock-paste-dialog.module.css';
import { type PickedItems, type StockReading, useStockReading } from './use-stock-reading.ts';

/** A longer text is not shown: laying it out freezes the page. */
const MAX_SHOWN_LENGTH = 100_000;
/** Of names that are asked, and of lines that were not understood. */
const MAX_SHOWN_NAMES = 50;

/** A text or file of counts, what it changes, and what of it is not known, before it is saved. */
export function StockPasteDialog({ pasted, onClose }: { pasted: string | File; onClose: () => void }) {
  const source = useSignal<ImportSource>(
    typeof pasted === 'string' ? { text: pasted, fileName: undefined } : NO_SOURCE,
  );
  const picked = useSignal<PickedItems>(new Map());
  const reading = useStockReading(source, picked);
  const changes = useComputed(() => {
    const counts = applyStockRows(reading.value?.stock?.rows ?? [], stock.value);
    return [...counts].map(([itemId, after]): Change => ({ itemId, before: stock.value[itemId], after }));
  }).value;
  const changed = changes.filter(({ before, after }) => before !== after);
  const facts = growthFacts.value;
  const opening = useRef<AbortController | undefined>(undefined);
  const takeFile = async (file: File) => {
    opening.current?.abort();
    opening.current = new AbortController();
    const opened = await openFile(file, opening.current.signal);
    if (opened !== undefined) source.value = opened;
  };
  useEffect(() => {
    const accountId = currentAccountId();
    // Without them, names of students and those that the player has told are asked.
    loadCatalogue().catch(() => {});
    loadImportMemory(accountId).catch(() => {});
    if (typeof pasted !== 'string') void takeFile(pasted);
    return () => opening.current?.abort();
  }, []);
  const save = useAction(async () => {
    const accountId = currentAccountId();
    pasteCounts(accountId, new Map(changed.map(({ itemId, after }) => [itemId, after])));
    onClose();
    const items = Object.fromEntries(
      [...picked.peek()].flatMap(([name, itemId]) => {
        const key = toAlias(name);
        return key === undefined ? [] : [[key, itemId]];
      }),
    );
    if (Object.keys(items).length === 0) return;
    await changeImportMemory(accountId, { items }).catch(() =>
      showToast(STOCK.notRemembered, { kind: 'warning' }),
    );
  });
  if (facts === undefined) return null;
  // A text must not be saved as it was before it changed, or before a name was picked.
  const isRead =
    reading.value?.source === source.value &&
    reading.value.picked === picked.value &&
    reading.value.memory === importMemory.value;
  return (
    <DialogForm
      title={STOCK.pasteTitle}
      action={save}
      isValid={isRead && changed.length > 0}
      disabled={!isRead || changed.length === 0}
      submitLabel={STOCK.pasteApply(changed.length)}
      onClose={onClose}
    >
      <SourceField source={source} takeFile={(file) => void takeFile(file)} />
      <p class={styles.reading} role="status">
        {describeReading(reading.value, changes)}
      </p>
      <AskedNames facts={facts} reading={reading.value} picked={picked} />
      <Review facts={facts} changes={changes} />
      <LeftOutLines rows={(reading.value?.stock?.unknown ?? []).filter(({ count }) => count === '')} />
    </DialogForm>
  );
}

interface SourceFieldProps {
  source: Signal<ImportSource>;
  takeFile: (file: File) => void;
}

function SourceField({ source, takeFile }: SourceFieldProps) {
  const id = useId();
  const { text, fileName } = source.value;
  const setText = (value: string) => {
    source.value = value === '' ? NO_SOURCE : { text: value, fileName: undefined };
  };
  return (
    <Field id={id} label={STOCK.pasteList} hint={STOCK.pasteHint}>
      {fileName === undefined && text.length <= MAX_SHOWN_LENGTH ? (
        <CodeArea
          id={id}
          rows={5}
          autofocus
          placeholder={translate(STOCK.pasteExample)}
          aria-describedby={`${id}-hint`}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onPaste={(event) => {
            const longText = event.clipboardData?.getData('text/plain') ?? '';
            if (longText.length <= MAX_SHOWN_LENGTH) return;
            event.preventDefault();
            setText(longText);
          }}
        />
      ) : (
        <HiddenText
          id={id}
          isWrong={source.value.error !== undefined}
          title={fileName ?? translate(IMPORT.longText(text.length))}
        />
      )}
      <div class={styles.file}>
        <Buttons>
          <FileButton take={takeFile} />
        </Buttons>
      </div>
    </Field>
  );
}

interface Change {
  readonly itemId: string;
  readonly before: number | undefined;
  readonly after: number;
}

const GROUPS = ['falls', 'rises', 'same'] as const;
type Group = (typeof GROUPS)[number];

/** A count that was unknown rises, also to 0. */
const groupOf = ({ before = -1, after }: Change): Group =>
  after === before ? 'same' : after < before ? 'falls' : 'rises';

function describeReading(reading: StockReading | undefined, changes: readonly Change[]) {
  if (reading?.error !== undefined) return <span class={styles.notice}>{translate(reading.error)}</span>;
  const { notices = [] } = reading?.stock ?? {};
  const countOf = (group: Group) => changes.filter((change) => groupOf(change) === group).length;
  return (
    <>
      {changes.length > 0 && translate(STOCK.pasteChanges(changes.length - countOf('same')))}{' '}
      {countOf('falls') > 0 && <strong>{translate(STOCK.falls(countOf('falls')))}.</strong>}
      {notices.map((notice) => (
        <span key={notice.code} class={styles.notice}>
          {translate(notice)}
        </span>
      ))}
    </>
  );
}

interface AskedNamesProps {
  facts: GrowthFacts;
  reading: StockReading | undefined;
  picked: Signal<PickedItems>;
}

/** A name that was picked stays, so that the choice can be changed. */
function AskedNames({ facts, reading, picked }: AskedNamesProps) {
  const asked = useSignal<ReadonlyMap<string, UnknownStockRow>>(new Map());
  const unknown = reading?.stock?.unknown;
  useEffect(() => {
    const kept = [...asked.peek()].filter(([name]) => picked.peek().has(name));
    const named = (unknown ?? []).filter(({ count }) => count !== '');
    asked.value = new Map([...kept, ...named.map((row) => [row.name, row] as const)]);
  }, [unknown]);
  const rows = [...asked.value.values()];
  if (rows.length === 0) return null;
  return (
    <section class={styles.names} aria-label={translate(STOCK.asked(rows.length))}>
      <h3>{translate(STOCK.asked(rows.length))}</h3>
      <p class="hint">{translate(STOCK.askedText)}</p>
      <ul>
        {rows.slice(0, MAX_SHOWN_NAMES).map((row) => (
          <li key={row.name}>
            <ItemNameField facts={facts} row={row} picked={picked} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LeftOutLines({ rows }: { rows: readonly UnknownStockRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Preview>
      <RefusedText>{translate(STOCK.pasteUnknown(rows.length))}</RefusedText>
      <ul>
        {rows.slice(0, MAX_SHOWN_NAMES).map(({ name }) => (
          <PreviewItem key={name} isRefused>
            {name}
          </PreviewItem>
        ))}
      </ul>
    </Preview>
  );
}

/** What falls first: it is what a mistake would lose. */
function Review({ facts, changes }: { facts: GrowthFacts; changes: readonly Change[] }) {
  const groups = Map.groupBy(changes, groupOf);
  return GROUPS.map((group) => {
    const rows = groups.get(group) ?? [];
    if (rows.length === 0) return null;
    return (
      <details
        key={group}
        class={group === 'falls' ? `${styles.group} ${styles.falls}` : styles.group}
        open={group !== 'same'}
      >
        <summary>{translate(STOCK[group](rows.length))}</summary>
        <ul>
          {rows.map(({ itemId, before, after }) => (
            <PreviewItem
              key={itemId}
              values={
                group === 'same'
                  ? formatCount(after)
                  : `${before === undefined ? '–' : formatCount(before)} → ${formatCount(after)}`
              }
            >
              <span>{nameOfItem(facts, itemId)}</span>
            </PreviewItem>
          ))}
        </ul>
      </details>
    );
  });
}
