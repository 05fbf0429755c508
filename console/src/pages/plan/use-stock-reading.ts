import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { ParsedStock } from '../../../../client/formats/read-stock.ts';
import { RosterFormatError } from '../../../../client/formats/roster-format-error.ts';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { growthFacts } from '../../goals/plan-state.ts';
import { importMemory } from '../../imports/import-memory-state.ts';
import { type ImportSource, isEmptySource, isEnded } from '../../imports/open-file.ts';
import { runTextTask } from '../../imports/run-text-task.ts';
import { catalogue } from '../../roster/catalogue-state.ts';

/** The IDs of the items that the player has picked for names. */
export type PickedItems = ReadonlyMap<string, string>;

export interface StockReading {
  readonly source: ImportSource;
  /** The names that it was read with. */
  readonly picked: PickedItems;
  readonly memory: typeof importMemory.value;
  readonly stock?: ParsedStock;
  readonly error?: Bilingual;
}

const TYPING_PAUSE_MS = 150;

/** Reads the text again with each change of it, or of the names that are known. Undefined until it is read once. */
export function useStockReading(
  source: Signal<ImportSource>,
  picked: Signal<PickedItems>,
): ReadonlySignal<StockReading | undefined> {
  const reading = useSignal<StockReading | undefined>(undefined);
  useSignalEffect(() => {
    const text = source.value;
    const facts = growthFacts.value;
    const students = catalogue.value?.students ?? [];
    const memory = importMemory.value;
    const names = { ...memory.items, ...Object.fromEntries(picked.value) };
    const readFrom = { source: text, picked: picked.value, memory };
    if (facts === undefined || isEmptySource(text)) {
      reading.value = undefined;
      return;
    }
    if (text.error !== undefined) {
      reading.value = { ...readFrom, error: text.error };
      return;
    }
    const abort = new AbortController();
    const read = async () => {
      const { items, labels } = facts;
      const parameters = { items, labels, students, names };
      try {
        const stock = await runTextTask('readStock', [text.text, parameters], abort.signal);
        reading.value = { ...readFrom, stock };
      } catch (thrown) {
        if (isEnded(thrown)) return;
        if (!(thrown instanceof RosterFormatError)) throw thrown;
        reading.value = { ...readFrom, error: thrown };
      }
    };
    const timer = setTimeout(() => void read(), TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  });
  return reading;
}
