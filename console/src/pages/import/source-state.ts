import { batch, computed, effect, signal } from '@preact/signals';
import type { Catalogue } from '../../../../client/catalogue.ts';
import { reconnections } from '../../api/connection-state.ts';
import { forgetPlaces, ownWords } from '../../imports/import-memory-state.ts';
import { type ImportSource, isEmptySource, NO_SOURCE, openFile } from '../../imports/open-file.ts';
import { endTextTasks } from '../../imports/run-text-task.ts';
import { catalogue, loadCatalogue } from '../../roster/catalogue-state.ts';
import { type Reading, readSource } from './read-source.ts';

/** Typing reads once it pauses. */
const TYPING_PAUSE_MS = 150;

/** The text to import, and what it says; both outlive the page. */
export const source = signal<ImportSource>(NO_SOURCE);

interface ReadingInput {
  readonly source: ImportSource;
  readonly catalogue: Catalogue | undefined;
  readonly words: typeof ownWords.value;
}
interface FinishedReading extends ReadingInput {
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

let opening: { readonly abort: AbortController; readonly end: Promise<void> } | undefined;
let current: (ReadingInput & { abort: AbortController; end: Promise<void> }) | undefined;

/** Reads the text, once its file is open, by the names of the catalogue and the words of the player as they are now, unless that is done or under way. */
export async function readText(): Promise<Reading | undefined> {
  await opening?.end;
  // Without it a table of names cannot be read.
  if (catalogue.peek() === undefined) await loadCatalogue().catch(() => {});
  const now = inputNow();
  const isNow = (other: ReadingInput | undefined) =>
    other?.source === now.source && other.catalogue === now.catalogue && other.words === now.words;
  if (isEmptySource(now.source)) return undefined;
  if (!isNow(finished.peek())) {
    if (!isNow(current)) begin(now);
    await current?.end;
  }
  if (isNow(finished.peek())) return finished.peek()?.reading;
  // The catalogue or the words of the player may have come meanwhile.
  const later = inputNow();
  return later.source === now.source && !isNow(later) ? readText() : undefined;
}

const inputNow = (): ReadingInput => ({
  source: source.peek(),
  catalogue: catalogue.peek(),
  words: ownWords.peek(),
});

function begin(now: ReadingInput): void {
  current?.abort.abort();
  const abort = new AbortController();
  const read = async () => {
    const found = await readSource(now.source, now.catalogue, now.words, abort.signal);
    if (found !== undefined) finished.value = { ...now, reading: found };
  };
  current = { ...now, abort, end: read() };
}

export function setText(text: string): void {
  forgetPlaces();
  opening?.abort.abort();
  openingFile.value = false;
  source.value = text === '' ? NO_SOURCE : { text, fileName: undefined };
}

export function takeFile(file: File): Promise<void> {
  forgetPlaces();
  opening?.abort.abort();
  const abort = new AbortController();
  openingFile.value = true;
  const end = openSource(file, abort.signal);
  opening = { abort, end };
  return end;
}

async function openSource(file: File, signal: AbortSignal): Promise<void> {
  const opened = await openFile(file, signal);
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
    void ownWords.value;
    void reconnections.value;
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
