import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** Fills a large screen. */
const FIRST = 48;
const STEP = 72;

/** How many of a list to render: what fits on the screen first, the rest in the frames after it. */
export function useRenderedCount(shown: readonly unknown[]): number {
  const count = useSignal(FIRST);
  const list = useSignal(shown);
  // A new list begins at the start again, in this very rendering.
  if (list.peek() !== shown) {
    list.value = shown;
    count.value = FIRST;
  }
  const rendered = Math.min(count.value, shown.length);
  useLayoutEffect(() => {
    if (rendered >= shown.length) return;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        count.value += STEP;
      });
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [rendered, shown]);
  return rendered;
}
