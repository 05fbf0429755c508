import { computed, effect, signal } from '@preact/signals';
import { PORTRAITS_PATH } from '../../../contract/paths.ts';
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
    void loadHashes(PORTRAITS_PATH).then((listed) => {
      hashes.value = listed;
    });
    queueMicrotask(() => stop());
  });
}

/** Without them the placeholders stay. */
export async function loadHashes(path: string): Promise<Hashes> {
  try {
    const response = await fetch(servicePath + path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { portraits, items } = (await response.json()) as { portraits?: Hashes; items?: Hashes };
    return portraits ?? items ?? {};
  } catch {
    return {};
  }
}
