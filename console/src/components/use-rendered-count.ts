import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** What one step renders: on a slow phone as long as a key press may wait. */
const ELEMENTS_PER_STEP = 320;

/**
 * How many of a list to render: none with the page around it, what fits on most screens in the next frame, the rest in
 * the frames after that.
 */
export function useRenderedCount(shown: readonly unknown[], elementsEach: number): number {
  const step = Math.ceil(ELEMENTS_PER_STEP / elementsEach);
  const count = useSignal(0);
  const list = useSignal(shown);
  // Another list, as after a change of the filters, begins at the start again, in this very rendering.
  if (list.peek() !== shown) {
    list.value = shown;
    count.value = step;
  }
  const rendered = Math.min(count.value, shown.length);
  useLayoutEffect(() => {
    if (rendered >= shown.length) return;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        count.value += step;
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
