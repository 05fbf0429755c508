import { effect, signal } from '@preact/signals';
import type { ProposalView } from '../../../server/proposals/views.ts';
import { reconnections } from '../api/connection-state.ts';
import { proposalApi } from '../api/proposal-api.ts';
import { signedInSession } from '../session/session-state.ts';

const EVERY_MS = 60_000;
const FIRST_MS = 1_000;

const listed = signal<{ accountId: string; proposals: readonly ProposalView[] } | undefined>(undefined);

/** The newest first; undefined before they are known. */
export const openProposals = (): readonly ProposalView[] | undefined => {
  const accountId = signedInSession()?.account.accountId;
  return listed.value?.accountId === accountId ? listed.value?.proposals : undefined;
};

export async function loadProposals(accountId: string): Promise<void> {
  listed.value = { accountId, proposals: await proposalApi.list(accountId) };
}

/** Declines it, or tells its tool how many students were written. */
export async function endProposal(accountId: string, id: string, applied: number | null): Promise<void> {
  await proposalApi.end(accountId, id, applied);
  const { proposals = [] } = listed.peek() ?? {};
  listed.value = { accountId, proposals: proposals.filter((one) => one.id !== id) };
}

/** Called once: looks again while the page is seen, and once the service is reached again. */
export function watchProposals(): void {
  let lookedAt = 0;
  const look = () => {
    const accountId = signedInSession()?.account.accountId;
    if (accountId === undefined || document.hidden || Date.now() - lookedAt < EVERY_MS) return;
    lookedAt = Date.now();
    // What fails is looked at again.
    void loadProposals(accountId).catch(() => {});
  };
  setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
  reconnections.subscribe(look);
  effect(() => {
    // After what the page itself loads first.
    if (signedInSession() !== undefined) setTimeout(look, FIRST_MS);
  });
}
