import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { translate } from '../texts/translate.ts';
import { Icon } from './icon.tsx';
import styles from './toast.module.css';

const SHOWN_MS = 6_000;
const GAP_PX = 12;
/** The buttons at the bottom of a page or a dialog. */
const BARS = '[data-bar], dialog[open] :is(footer, [data-bar])';

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

/** Raises the toast above the bars that it would cover. */
function avoidBars(toast: HTMLElement): void {
  const { style } = toast;
  style.translate = '';
  const { left, right, top, bottom } = toast.getBoundingClientRect();
  const bars = [...document.querySelectorAll(BARS)].map((bar) => bar.getBoundingClientRect());
  let raised = 0;
  for (const bar of bars.sort((a, b) => b.top - a.top))
    if (bar.left < right && bar.right > left && bar.top < bottom - raised && bar.bottom > top - raised)
      raised = bottom - bar.top + GAP_PX;
  style.translate = `0 ${-raised}px`;
}

/** What is outside of a modal dialog is neither pressed nor read out, so the toast stands in the topmost one. */
function bringToTop(status: HTMLElement, toast: HTMLElement): void {
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  if (toast.parentNode === place) return;
  place.append(status, toast);
  toast.showPopover();
}

export function Toast() {
  const ref = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const shown = toast.value;
  /** Once its place is right: what a place brings along is not read out. */
  const said = useSignal<typeof shown>(undefined);
  useEffect(() => {
    if (shown === undefined) return;
    ref.current?.remove();
    const timer = setTimeout(hide, SHOWN_MS);
    let frame = 0;
    // A bar or a dialog may come or go after the toast.
    const follow = () => {
      if (ref.current && status.current) {
        bringToTop(status.current, ref.current);
        avoidBars(ref.current);
        if (frame > 0) said.value = shown;
      }
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [shown]);
  const hide = () => {
    ref.current?.hidePopover();
    toast.value = undefined;
    said.value = undefined;
  };
  return (
    <>
      <div ref={status} role="status" class="visually-hidden">
        {/* Another element for each, so that the same sentence is read again. */}
        {said.value && <span key={said.value.id}>{translate(said.value.text)}</span>}
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
