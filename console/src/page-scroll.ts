const STORED = 'rollbook-scroll';
const MAX_RESTORING_MS = 3_000;
/** What the player does with the page ends the restoring. */
const PLAYER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** By page, where it was scrolled to when the player left it. */
const places = readPlaces();

// The browser restores the place when the history changes, and the list is rendered later.
history.scrollRestoration = 'manual';

/** Whether the document was opened by a reload, or by Back or Forward. */
export const isReopened = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || navigation?.type === 'back_forward';
};

export const noteScroll = (page: string): void => {
  places[page] = scrollY;
};

export function storeScroll(page: string): void {
  noteScroll(page);
  try {
    sessionStorage.setItem(STORED, JSON.stringify(places));
  } catch {}
}

/** Scrolls to where the page was, as soon as it is long enough again. */
export function restoreScroll(page: string): void {
  const top = places[page] ?? 0;
  const endsAt = performance.now() + MAX_RESTORING_MS;
  const player = new AbortController();
  for (const type of PLAYER_EVENTS)
    addEventListener(type, () => player.abort(), { signal: player.signal, passive: true });
  const step = () => {
    if (player.signal.aborted) return;
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) < 1 || performance.now() > endsAt) player.abort();
    else requestAnimationFrame(step);
  };
  // The page that is left is still there.
  requestAnimationFrame(step);
}

function readPlaces(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
  } catch {
    return {};
  }
}
