import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * As long as `isActive`, the browser's Back button calls `onBack` instead of leaving the page. `onBack` returns whether
 * Back is to be caught again, as when the player is asked first.
 */
export function useBackButton(isActive: boolean, onBack: () => boolean): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useLayoutEffect(() => {
    if (!isActive) return;
    // Other entries of the same kind are left behind by a reload.
    const entry = crypto.randomUUID();
    const push = () => history.pushState({ entry }, '');
    const handlePop = () => {
      if (history.state?.entry !== entry && latest.current()) push();
    };
    push();
    addEventListener('popstate', handlePop);
    return () => {
      removeEventListener('popstate', handlePop);
      if (history.state?.entry === entry) history.back();
    };
  }, [isActive]);
}
