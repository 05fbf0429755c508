import { useEffect, useRef } from 'preact/hooks';
import { isMeaning } from '../../../../client/formats/sheet-meanings.ts';
import type { ImportMemoryChange } from '../../../../contract/import-memory.ts';
import { ErrorMessage } from '../../components/notice.tsx';
import { RemovableChips } from '../../components/removable-chips.tsx';
import { nameOfStudent } from '../../components/student-name.tsx';
import { useAction } from '../../components/use-action.ts';
import { growthFacts, loadFacts } from '../../goals/plan-state.ts';
import { changeImportMemory, importMemory } from '../../imports/import-memory-state.ts';
import { studentsByUid } from '../../roster/catalogue-state.ts';
import { changeKeptRows, keptRows } from '../../roster/kept-rows.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { nameOfItem } from '../../stock/item-names.ts';
import { MEANING_LABELS, SHEET } from '../../texts/sheet-texts.ts';
import { translate } from '../../texts/translate.ts';

/** What the account remembers of imports, and how to forget it. */
export function ImportMemorySection() {
  const { headings, aliases, items } = importMemory.value;
  const facts = growthFacts.value;
  const summary = useRef<HTMLElement>(null);
  const forget = useAction((change: ImportMemoryChange) => changeImportMemory(currentAccountId(), change));
  const forgetRow = useAction((key: string) => changeKeptRows(currentAccountId(), { [key]: null }));
  const rows = Object.fromEntries(
    Object.entries(keptRows.value).map(([key, { name }]) => [key, name === undefined ? '' : name]),
  );
  const count = [headings, aliases, items, rows].reduce((sum, map) => sum + Object.keys(map).length, 0);
  const hasItems = Object.keys(items).length > 0;
  useEffect(() => {
    // Without them an ID stands for the name of an item.
    if (hasItems) loadFacts().catch(() => {});
  }, [hasItems]);
  if (count === 0) return null;
  const focusAfterLast = () =>
    (count > 1 ? summary.current : document.querySelector('h1'))?.focus({ preventScroll: true });
  const meaningOf = (meaning: string) => (isMeaning(meaning) ? translate(MEANING_LABELS[meaning]) : meaning);
  const nameOf = (uid: string) => {
    const student = studentsByUid.value.get(uid);
    return student === undefined ? uid : nameOfStudent(student);
  };
  return (
    <details>
      <summary ref={summary}>{translate(SHEET.memoryTitle(count))}</summary>
      <p class="hint">{translate(SHEET.memoryText)}</p>
      <MemoryList
        title={translate(SHEET.headings)}
        entries={headings}
        describe={meaningOf}
        focusAfterLast={focusAfterLast}
        forget={(heading) => void forget.run({ headings: { [heading]: null } })}
      />
      <MemoryList
        title={translate(SHEET.aliases)}
        entries={aliases}
        describe={nameOf}
        focusAfterLast={focusAfterLast}
        forget={(alias) => void forget.run({ aliases: { [alias]: null } })}
      />
      <MemoryList
        title={translate(SHEET.items)}
        entries={items}
        describe={(itemId) => (facts === undefined ? itemId : nameOfItem(facts, itemId))}
        focusAfterLast={focusAfterLast}
        forget={(name) => void forget.run({ items: { [name]: null } })}
      />
      <MemoryList
        title={translate(SHEET.keptRows)}
        hint={translate(SHEET.keptRowsText)}
        entries={rows}
        focusAfterLast={focusAfterLast}
        forget={(key) => void forgetRow.run(key)}
      />
      <ErrorMessage error={forget.error.value ?? forgetRow.error.value} />
    </details>
  );
}

interface MemoryListProps {
  title: string;
  hint?: string;
  entries: Readonly<Record<string, string>>;
  describe?: (value: string) => string;
  forget: (key: string) => void;
  focusAfterLast: () => void;
}

function MemoryList({ title, hint, entries, describe, forget, focusAfterLast }: MemoryListProps) {
  const chips = Object.entries(entries).map(([key, value]) => ({
    ...{ key, removal: translate(SHEET.forget(key)) },
    text: describe === undefined ? [value, key].filter(Boolean).join(' · ') : `${key} → ${describe(value)}`,
  }));
  if (chips.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <RemovableChips chips={chips} remove={forget} focusAfterLast={focusAfterLast} />
    </>
  );
}
