import { computed, effect, signal } from '@preact/signals';
import { servicePath } from '../page-address.ts';
import { signedInSession } from '../session/session-state.ts';

const TIMEOUT_MS = 30_000;

/** Whether the service has portraits at all. */
export const hasPortraits = computed(() => signedInSession()?.hasPortraits === true);

/** The hash of each portrait by the student's UID. Undefined before the list is loaded. */
const hashes = signal<Readonly<Record<string, string>> | undefined>(undefined);

/** True while it is not known yet who has a portrait. */
export const arePortraitsPending = computed(() => hasPortraits.value && hashes.value === undefined);

export function portraitUrl(studentUid: string): string | undefined {
  const hash = hashes.value?.[studentUid];
  return hash && `${servicePath}/portraits/${encodeURIComponent(studentUid)}?v=${encodeURIComponent(hash)}`;
}

/** Loads the list once, as soon as the session says that there is one. */
export function watchPortraits(): void {
  const stop = effect(() => {
    if (!hasPortraits.value) return;
    void loadHashes();
    queueMicrotask(() => stop());
  });
}

async function loadHashes(): Promise<void> {
  try {
    const response = await fetch(`${servicePath}/portraits`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { portraits } = (await response.json()) as { portraits?: Record<string, string> };
    hashes.value = portraits ?? {};
  } catch {
    // The placeholders stay.
    hashes.value = {};
  }
}
