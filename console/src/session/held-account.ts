import { effect, signal } from '@preact/signals';
import { lastingQuery } from '../page-address.ts';
import { forgetStored, sealStorage } from '../stored-data.ts';

/** Why a session that was there is not any more. */
export type SessionEnd = 'ended' | 'suspended' | 'signed-out' | 'account-deleted';

/** Said to the other tabs: an account was left, or one has signed in. */
type AccountMessage = { left: SessionEnd } | { signedIn: string };

/** The account whose data this document holds, in its signals and on the screen, also after its session has ended. */
let held: string | undefined;
let channel: BroadcastChannel | undefined;

/** Removes all that the device has of accounts, also in the other tabs. */
export function leaveAccount(reason: SessionEnd): void {
  forgetStored();
  tellTabs({ left: reason });
  restart(reason);
}

/** An account has signed in, or still is. What the device has of others is removed. */
export function holdAccount(accountId: string): void {
  forgetStored(accountId);
  if (held === accountId) return;
  tellTabs({ signedIn: accountId });
  if (held === undefined) held = accountId;
  else holdsOther.value = true;
}

/** Set while the document holds another account's data than the one that has signed in. */
const holdsOther = signal(false);

/** The document is replaced as soon as that loses nothing, such as recovery codes that are shown once. */
export const replaceWhen = (isReplaceable: () => boolean): void =>
  void effect(() => {
    if (holdsOther.value && isReplaceable()) restart();
  });

/** A new document holds nothing of the one before: no signal, no timer, no dialog. */
export function restart(reason?: SessionEnd): void {
  sealStorage();
  showDocument(false);
  document.body.inert = true;
  history.replaceState(
    reason === undefined ? null : { sessionEnd: reason },
    '',
    location.pathname + lastingQuery(),
  );
  // Whoever signs out was asked about what is not saved.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.reload();
}

/** Why the document before has ended its session; told once. */
export function takeSessionEnd(): SessionEnd | undefined {
  const { sessionEnd } = history.state ?? {};
  if (sessionEnd !== undefined) history.replaceState(null, '');
  return sessionEnd;
}

function showDocument(isShown: boolean): void {
  document.documentElement.style.visibility = isShown ? '' : 'hidden';
}

const tellTabs = (message: AccountMessage): void => channel?.postMessage(message);

/** Leaves the account together with the other tabs, and shows nothing of it when the browser goes Back to this document. */
export function watchTabs(readAccountId: () => Promise<string | undefined>): void {
  channel = new BroadcastChannel('rollbook-account');
  channel.addEventListener('message', ({ data }: MessageEvent<AccountMessage>) => {
    if (held === undefined) return;
    if ('signedIn' in data) {
      if (data.signedIn === held) return;
      forgetStored(data.signedIn);
      restart();
    } else {
      forgetStored();
      restart(data.left);
    }
  });
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) showDocument(false);
  });
  addEventListener('pageshow', async ({ persisted }) => {
    if (!persisted) return;
    const accountId = await readAccountId();
    if (accountId === held) showDocument(true);
    else restart(accountId === undefined ? 'ended' : undefined);
  });
}
