import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';

/** How near the edge of the window a dragged row scrolls the page, and by how much in each frame. */
const EDGE_PX = 80;
const SCROLL_PX = 12;

/**
 * Drags a row of a list by its grip. The rows between its place and the one below the pointer make room; `onMove` gets the
 * student and the new place when it is let go.
 */
export function useGoalDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (studentUid: string, to: number) => void,
): (event: PointerEvent & { currentTarget: HTMLElement }) => void {
  const latest = useRef(onMove);
  latest.current = onMove;
  return useRef((event: PointerEvent & { currentTarget: HTMLElement }) => {
    const row = event.currentTarget.closest<HTMLElement>('[data-goal]');
    if (event.button !== 0 || row === null || list.current === null) return;
    event.preventDefault();
    const grip = event.currentTarget;
    grip.setPointerCapture(event.pointerId);
    const rows = [...list.current.querySelectorAll<HTMLElement>(':scope > [data-goal]')];
    const from = rows.indexOf(row);
    const tops = rows.map((one) => one.getBoundingClientRect().top + scrollY);
    const { height } = row.getBoundingClientRect();
    const start = event.clientY + scrollY;
    let pointer = event.clientY;
    let to = from;
    const place = () => {
      const offset = pointer + scrollY - start;
      const middle = (tops[from] ?? 0) + offset + height / 2;
      to = rows.findLastIndex(
        (one, i) => i === 0 || middle > (tops[i] ?? 0) + (i > from ? one.offsetHeight / 2 : 0),
      );
      for (const [i, one] of rows.entries()) {
        const isBetween = i !== from && i >= Math.min(from, to) && i <= Math.max(from, to);
        const shift = i === from ? offset : isBetween ? (to > from ? -height : height) : 0;
        one.style.transform = shift === 0 ? '' : `translateY(${shift}px)`;
      }
    };
    let frame = requestAnimationFrame(function scroll() {
      const by = pointer < EDGE_PX ? -SCROLL_PX : pointer > innerHeight - EDGE_PX ? SCROLL_PX : 0;
      if (by !== 0) {
        scrollBy(0, by);
        place();
      }
      frame = requestAnimationFrame(scroll);
    });
    row.toggleAttribute('data-dragged', true);
    const ended = new AbortController();
    const end = (isMoved: boolean) => {
      ended.abort();
      cancelAnimationFrame(frame);
      row.toggleAttribute('data-dragged', false);
      for (const one of rows) one.style.transform = '';
      if (isMoved && to !== from) latest.current(row.dataset.goal ?? '', to);
    };
    const { signal } = ended;
    grip.addEventListener(
      'pointermove',
      (moved) => {
        pointer = (moved as PointerEvent).clientY;
        place();
      },
      { signal },
    );
    grip.addEventListener('pointerup', () => end(true), { signal });
    grip.addEventListener('pointercancel', () => end(false), { signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  }).current;
}
