import { signal } from '@preact/signals';
import { hasPasskeys } from './passkey-error.ts';

/**
 * The token of a link, an invite or the setup link. It is in memory only, neither in the address bar nor in the history,
 * unless this browser has no passkeys: then the address must still work when an app opens it in another browser.
 */
export const entryToken = signal<string | undefined>(undefined);

/** Called once, before anything else can read the address. */
export function watchEntryToken(): void {
  takeEntryToken();
  // Another link that is pasted into the same tab changes nothing but the fragment.
  addEventListener('hashchange', takeEntryToken);
}

/** Takes the token from the fragment of /console/enter#TOKEN. */
function takeEntryToken(): void {
  const token = location.hash.slice(1);
  if (!/^(link|invite|setup)_/.test(token)) return;
  entryToken.value = token;
  if (hasPasskeys()) history.replaceState(null, '', location.pathname);
}
