import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { translate } from '../translate.ts';
import { Icon } from './icon.tsx';
import styles from './toast.module.css';

const SHOWN_MS = 6_000;

interface ToastContent {
  text: Bilingual;
  kind?: 'success' | 'warning';
  action?: { label: Bilingual; run: () => void };
}

const toast = signal<(ToastContent & { id: number }) | undefined>(undefined);
let shownCount = 0;

/** Says the result of an action, on the screen and to screen readers. */
export function showToast(text: Bilingual, more: Omit<ToastContent, 'text'> = {}): void {
  shownCount += 1;
  toast.value = { text, ...more, id: shownCount };
}

export function Toast() {
  const ref = useRef<HTMLDivElement>(null);
  const shown = toast.value;
  useEffect(() => {
    if (shown === undefined) return;
    // Shown again each time, so that it lies above a dialog that was opened since.
    ref.current?.hidePopover();
    ref.current?.showPopover();
    const timer = setTimeout(hide, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const hide = () => {
    ref.current?.hidePopover();
    toast.value = undefined;
  };
  return (
    <>
      <div role="status" class="visually-hidden">
        {/* Another element for each, so that the same sentence is read again. */}
        {shown && <span key={shown.id}>{translate(shown.text)}</span>}
      </div>
      <div ref={ref} popover="manual" class={styles.toast}>
        <Icon name={shown?.kind === 'warning' ? 'warning' : 'check'} />
        <span aria-hidden="true">{shown && translate(shown.text)}</span>
        {shown?.action && (
          <button
            type="button"
            onClick={() => {
              shown.action?.run();
              hide();
            }}
          >
            {translate(shown.action.label)}
          </button>
        )}
      </div>
    </>
  );
}
