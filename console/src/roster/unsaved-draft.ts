import { signal } from '@preact/signals';

/** Set while a form has entries that are not saved: asks the player about them. */
export const askAboutDraft = signal<(() => void) | undefined>(undefined);

const lockName = (accountId: string): string => `rollbook-draft ${accountId}`;

/** Until the returned function is called, leaving the page asks, and other tabs know of the draft. */
export function holdDraft(accountId: string, ask: () => void): () => void {
  askAboutDraft.value = ask;
  addEventListener('beforeunload', preventUnload);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks.request(lockName(accountId), { mode: 'shared' }, () => released);
  return () => {
    askAboutDraft.value = undefined;
    removeEventListener('beforeunload', preventUnload);
    release();
  };
}

const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Whether a form of this account is not saved, in any tab. */
export async function isDraftHeld(accountId: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName(accountId));
}
