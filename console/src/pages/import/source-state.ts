import { batch, computed, effect, signal } from '@preact/signals';
import type { Catalogue } from '../../../../client/catalogue.ts';
import { catalogue } from '../../roster/catalogue-state.ts';
import {
  type ImportSource,
  isEmptySource,
  NO_SOURCE,
  openFile,
  type Reading,
  readSource,
} from './read-source.ts';
import { endTextTasks } from './run-text-task.ts';

/** Typing reads once it pauses. */
const TYPING_PAUSE_MS = 150;

/** The text to import, and what it says; both outlive the page. */
export const source = signal<ImportSource>(NO_SOURCE);

interface FinishedReading {
  readonly source: ImportSource;
  readonly catalogue: Catalogue | undefined;
  readonly reading: Reading;
}
const finished = signal<FinishedReading | undefined>(undefined);
/** Undefined while there is no text, or while it is read. */
export const reading = computed(() =>
  finished.value?.source === source.value ? finished.value.reading : undefined,
);
const openingFile = signal(false);
export const isReading = computed(
  () => openingFile.value || (reading.value === undefined && !isEmptySource(source.value)),
);

let opening: AbortController | undefined;
let current:
  | { source: ImportSource; catalogue: Catalogue | undefined; abort: AbortController; end: Promise<void> }
  | undefined;

/** Reads the text, by the names of the catalogue as it is now, unless that is done or under way. */
export async function readText(): Promise<Reading | undefined> {
  const now = { source: source.peek(), catalogue: catalogue.peek() };
  const isNow = (other: Omit<FinishedReading, 'reading'> | undefined) =>
    other?.source === now.source && other.catalogue === now.catalogue;
  if (isEmptySource(now.source)) return undefined;
  if (!isNow(finished.peek())) {
    if (!isNow(current)) begin(now);
    await current?.end;
  }
  return isNow(finished.peek()) ? finished.peek()?.reading : undefined;
}

function begin(now: Omit<FinishedReading, 'reading'>): void {
  current?.abort.abort();
  const abort = new AbortController();
  const read = async () => {
    const found = await readSource(now.source, now.catalogue, abort.signal);
    if (found !== undefined) finished.value = { ...now, reading: found };
  };
  current = { ...now, abort, end: read() };
}

export function setText(text: string): void {
  opening?.abort();
  openingFile.value = false;
  source.value = text === '' ? NO_SOURCE : { text, fileName: undefined };
}

export async function takeFile(file: File): Promise<void> {
  opening?.abort();
  opening = new AbortController();
  openingFile.value = true;
  const opened = await openFile(file, opening.signal);
  if (opened === undefined) return;
  batch(() => {
    openingFile.value = false;
    source.value = opened;
  });
}

/** Nothing of one account is shown to another. */
export function forgetText(): void {
  endTextTasks();
  setText('');
  finished.value = undefined;
}

/** Reads what is entered until the page is left. What is under way then begins again when the page is opened again. */
export function watchText(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = effect(() => {
    const { fileName } = source.value;
    void catalogue.value;
    clearTimeout(timer);
    timer = setTimeout(() => void readText(), fileName === undefined ? TYPING_PAUSE_MS : 0);
  });
  return () => {
    end();
    clearTimeout(timer);
    openingFile.value = false;
    current = undefined;
    endTextTasks();
  };
}
