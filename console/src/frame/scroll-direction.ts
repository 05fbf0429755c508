/** Less is a finger that rests, or a page that springs back at its end. */
const MIN_SCROLL_PX = 8;

/**
 * Called once: `data-scroll="down"` says that the player reads on, and the bars at the top of a phone leave (see base.css).
 * A jump, such as to where a page was left, is no reading.
 */
export function watchScrollDirection(): void {
  const { documentElement: root } = document;
  let last = scrollY;
  const update = () => {
    const top = Math.max(0, Math.min(scrollY, root.scrollHeight - innerHeight));
    const distance = top - last;
    if (Math.abs(distance) < MIN_SCROLL_PX) return;
    last = top;
    if (distance > 0 && distance < innerHeight) root.dataset.scroll = 'down';
    else delete root.dataset.scroll;
  };
  addEventListener('scroll', update, { passive: true });
}
