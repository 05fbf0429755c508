import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { translate } from '../translate.ts';
import { Icon } from './icon.tsx';

const SHOWN_MS = 5_000;

const toast = signal<{ text: Bilingual } | undefined>(undefined);

/** Says the result of an action, on the screen and to screen readers. */
export function showToast(text: Bilingual): void {
  toast.value = { text };
}

export function Toast() {
  const ref = useRef<HTMLDivElement>(null);
  const shown = toast.value;
  useEffect(() => {
    if (shown === undefined) return;
    // Shown again each time, so that it lies above a dialog that was opened since.
    ref.current?.hidePopover();
    ref.current?.showPopover();
    const timer = setTimeout(() => {
      ref.current?.hidePopover();
      toast.value = undefined;
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <>
      <div role="status" class="visually-hidden">
        {shown && translate(shown.text)}
      </div>
      <div ref={ref} popover="manual" class="toast" aria-hidden="true">
        <Icon name="check" />
        {shown && translate(shown.text)}
      </div>
    </>
  );
}
