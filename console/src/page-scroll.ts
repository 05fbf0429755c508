import { listStored, readStored, writeStored } from './stored-data.ts';

/** A page that has not grown for so many frames is shorter than it was; on a slow device a frame takes long. */
const MAX_STILL_FRAMES = 180;
/** What the player does with the page ends the restoring. */
const PLAYER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** By page, where it was scrolled to when the player left it. Whose it is, is known later. */
let places = parsePlaces(listStored('rollbook-scroll')[0]);
let owner: string | undefined;

/** Where one account has scrolled to is nothing for the next one. */
export function claimScroll(accountId: string): void {
  if (owner === accountId) return;
  owner = accountId;
  places = parsePlaces(readStored('rollbook-scroll', accountId));
}

// The browser restores the place when the history changes, and the list is rendered later.
history.scrollRestoration = 'manual';

/** Whether the document was opened by a reload, or by Back or Forward. */
export const isReopened = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || navigation?.type === 'back_forward';
};

let restoring: AbortController | undefined;

/** Before the page is left. One that is left before it is where it was stays where it was. */
export function noteScroll(page: string): void {
  if (restoring?.signal.aborted !== false) places[page] = scrollY;
  restoring?.abort();
}

export function storeScroll(page: string): void {
  noteScroll(page);
  if (owner !== undefined) writeStored(JSON.stringify(places), 'rollbook-scroll', owner);
}

/** Scrolls to where the page was, as soon as it is long enough again. */
export function restoreScroll(page: string): void {
  const top = places[page] ?? 0;
  let height = 0;
  let stillFrames = 0;
  const own = new AbortController();
  restoring = own;
  for (const type of PLAYER_EVENTS)
    addEventListener(type, () => own.abort(), { signal: own.signal, passive: true });
  const step = () => {
    if (own.signal.aborted) return;
    const { scrollHeight } = document.documentElement;
    const isGrowing = scrollHeight > height || document.querySelector('.skeleton') !== null;
    stillFrames = isGrowing ? 0 : stillFrames + 1;
    height = scrollHeight;
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) < 1 || stillFrames > MAX_STILL_FRAMES) own.abort();
    else requestAnimationFrame(step);
  };
  // The page that is left is still there.
  requestAnimationFrame(step);
}

function parsePlaces(stored: string | null = null): Record<string, number> {
  try {
    return JSON.parse(stored ?? '{}');
  } catch {
    return {};
  }
}
