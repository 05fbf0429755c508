import { computed, effect, type Signal, signal } from '@preact/signals';
import { PORTRAITS_PATH } from '../../../contract/paths.ts';
import { reconnections } from '../api/connection-state.ts';
import { servicePath } from '../page-address.ts';
import { signedInSession } from '../session/session-state.ts';

const TIMEOUT_MS = 30_000;

/** Whether the service has portraits at all. */
export const hasPortraits = computed(() => signedInSession()?.hasPortraits === true);

/** Of each image, by what it shows. */
export type Hashes = Readonly<Record<string, string>>;

/** By the student's UID. Undefined before the list is loaded. */
const hashes = signal<Hashes | undefined>(undefined);

/** True while it is not known yet who has a portrait. */
export const arePortraitsPending = computed(() => hasPortraits.value && hashes.value === undefined);

/** Resolves once it is known who has a portrait. */
export const untilPortraitsAreKnown = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = effect(() => {
      if (arePortraitsPending.value) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });

export const portraitUrl = (studentUid: string): string | undefined =>
  imageUrl(PORTRAITS_PATH, studentUid, hashes.value);

export function imageUrl(path: string, id: string, listed: Hashes | undefined): string | undefined {
  const hash = listed?.[id];
  return hash && `${servicePath}${path}/${encodeURIComponent(id)}?v=${encodeURIComponent(hash)}`;
}

/** Loads the list once, as soon as the session says that there is one. */
export function watchPortraits(): void {
  const stop = effect(() => {
    if (!hasPortraits.value) return;
    void loadHashes(PORTRAITS_PATH, hashes);
    queueMicrotask(() => stop());
  });
}

/** Without them the placeholders stay, until the service is reached again. */
export async function loadHashes(path: string, listed: Signal<Hashes | undefined>): Promise<void> {
  try {
    const response = await fetch(servicePath + path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { portraits, items } = (await response.json()) as { portraits?: Hashes; items?: Hashes };
    listed.value = portraits ?? items ?? {};
  } catch {
    listed.value = {};
    const failedAt = reconnections.peek();
    const stop = reconnections.subscribe((count) => {
      if (count === failedAt) return;
      stop();
      void loadHashes(path, listed);
    });
  }
}
