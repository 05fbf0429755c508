import { effect } from '@preact/signals';
import { render } from 'preact';
import { watchConnection } from './api/connection-state.ts';
import { App } from './app.tsx';
import { announceEdits } from './frame/announce-edits.ts';
import { watchScrollDirection } from './frame/scroll-direction.ts';
import { openOutbox, startOutbox } from './outbox/outbox.ts';
import { currentPage, navigations, watchAddress } from './page-address.ts';
import { claimScroll } from './page-scroll.ts';
import { applyPreferences } from './preferences.ts';
import { watchProposals } from './proposals/open-proposals.ts';
import { registerWorker } from './register-worker.ts';
import { watchPortraits } from './roster/portraits.ts';
import { preloadRoster } from './roster/roster-store.ts';
import { watchRosterView } from './roster/roster-view-state.ts';
import { watchEntryToken } from './session/entry-token.ts';
import { loadSession, probeService, signedInSession, watchSession } from './session/session-state.ts';

/** How long the first rendering waits for the roster, which is on its way already. */
const ROSTER_WAIT_MS = 150;

watchEntryToken();
watchAddress();
watchScrollDirection();
applyPreferences();
watchRosterView();
announceEdits();
// Goals and stock are not part of the first script.
startOutbox(() => import('./pages/roster/panel-parts.ts'));
effect(() => {
  const view = signedInSession();
  if (view !== undefined) claimScroll(view.account.accountId);
  const isFull = view?.mustAddPasskey === false;
  openOutbox(isFull ? view.account.accountId : undefined);
  if (isFull) registerWorker();
});
watchConnection(probeService);
watchSession();
watchProposals();
void renderApp();

// No `await` at the top: the build would split what other scripts import from here into files that load one by one.
async function renderApp(): Promise<void> {
  // index.html shows the same as the app would until the session is known.
  await loadSession();
  const view = signedInSession();
  if (view !== undefined && !view.mustAddPasskey && currentPage.peek() === 'roster')
    await Promise.race([
      preloadRoster(view.account.accountId),
      new Promise((resolve) => setTimeout(resolve, ROSTER_WAIT_MS)),
    ]);
  // A later page requests anew: what waits for it here would be old, and cut off by its timeout. The plan's script, which
  // takes what was requested for it, is still being loaded.
  navigations.subscribe((count) => {
    if (count > 0 || currentPage.peek() !== 'plan') globalThis.earlyResponses = undefined;
  });
  const root = document.getElementById('app') as HTMLElement;
  root.replaceChildren();
  render(<App />, root);
  // After the first paint.
  requestAnimationFrame(() => setTimeout(watchPortraits));
}
