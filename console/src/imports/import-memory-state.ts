import { computed, signal } from '@preact/signals';
import type { ReadOptions } from '../../../client/formats/read-roster.ts';
import type { SheetMeaning } from '../../../client/formats/sheet-meanings.ts';
import {
  type ImportMemory,
  type ImportMemoryChange,
  NO_IMPORT_MEMORY,
} from '../../../contract/import-memory.ts';
import { importApi } from '../api/import-api.ts';

const remembered = signal<{ accountId: string; memory: ImportMemory } | undefined>(undefined);
/** The meanings of columns without headings, which hold for one text. */
const places = signal<Readonly<Record<string, SheetMeaning>>>({});

export const importMemory = computed(() => remembered.value?.memory ?? NO_IMPORT_MEMORY);

/** With what a text is read. Another object after each change. */
export const ownWords = computed((): Pick<ReadOptions, 'headings' | 'aliases'> => {
  const { headings, aliases } = importMemory.value;
  // The server has checked the meanings, and a reader skips those of a newer program.
  return { headings: { ...(headings as Record<string, SheetMeaning>), ...places.value }, aliases };
});

export async function loadImportMemory(accountId: string): Promise<void> {
  if (remembered.peek()?.accountId === accountId) return;
  remembered.value = { accountId, memory: await importApi.readMemory(accountId) };
}

export async function changeImportMemory(accountId: string, change: ImportMemoryChange): Promise<void> {
  remembered.value = { accountId, memory: await importApi.changeMemory(accountId, change) };
}

/** Keys are those of columns: `#2`. */
export function answerPlaces(answers: Readonly<Record<string, SheetMeaning>>): void {
  places.value = { ...places.peek(), ...answers };
}

/** They say nothing of another text. */
export function forgetPlaces(): void {
  if (Object.keys(places.peek()).length > 0) places.value = {};
}

/** Nothing of one account is shown to another. */
export function forgetImportMemory(): void {
  remembered.value = undefined;
  forgetPlaces();
}
