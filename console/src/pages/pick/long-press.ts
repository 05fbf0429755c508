const LONG_PRESS_MS = 500;

/**
 * Listeners of a long press, and of a click with the second button of a mouse. Some browsers tell of the one as of the
 * other, and some let a click follow, which is taken away.
 */
export function createLongPress(act: (target: Element) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTouch = false;
  let hasActed = false;
  const stop = () => clearTimeout(timer);
  return {
    onPointerDown({ pointerType, target }: PointerEvent) {
      stop();
      isTouch = pointerType !== 'mouse';
      hasActed = false;
      if (!isTouch) return;
      timer = setTimeout(() => {
        hasActed = true;
        act(target as Element);
      }, LONG_PRESS_MS);
    },
    onPointerUp: stop,
    // The finger scrolls.
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu(event: MouseEvent) {
      event.preventDefault();
      if (!isTouch) act(event.target as Element);
    },
    onClickCapture(event: MouseEvent) {
      if (!hasActed) return;
      hasActed = false;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
