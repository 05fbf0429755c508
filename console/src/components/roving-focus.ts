import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Makes one of many elements the tab stop: the first one, then the one that had the focus last. Preact does not write
 * `tabindex` again, because it never changes there.
 */
export function useRovingFocus(
  container: RefObject<HTMLElement | null>,
  selector: string,
  shown: readonly string[],
  renderedCount: number,
): void {
  const hasElements = renderedCount > 0;
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return;
    if (!element.contains(document.activeElement)) {
      const first = element.querySelector<HTMLElement>(selector);
      if (first !== null) makeTabStop(element, first);
    }
    const follow = ({ target }: FocusEvent) => {
      const focused = (target as Element).closest<HTMLElement>(selector);
      if (focused !== null) makeTabStop(element, focused);
    };
    element.addEventListener('focusin', follow);
    return () => element.removeEventListener('focusin', follow);
  }, [shown, hasElements]);
}

const stops = new WeakMap<HTMLElement, HTMLElement>();

function makeTabStop(container: HTMLElement, next: HTMLElement): void {
  const former = stops.get(container);
  if (former !== undefined) former.tabIndex = -1;
  next.tabIndex = 0;
  stops.set(container, next);
}

/** The element that the search goes to. */
export const focusTabStop = (container: HTMLElement): HTMLElement | undefined => {
  const stop = stops.get(container);
  stop?.focus();
  return stop;
};
