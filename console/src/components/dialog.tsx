import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { COMMON } from '../texts/common-texts.ts';
import { type PageText, translate } from '../texts/translate.ts';
import { Button, Buttons } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  title: PageText;
  onClose: () => void;
  /** False for what is shown once: then neither Esc nor the corner closes the dialog. */
  dismissible?: boolean;
  /** Narrow, for a question; printed without what lies behind it. */
  look?: 'narrow' | 'printed' | undefined;
  class?: string | undefined;
  children: ComponentChildren;
}

/** A modal dialog that is open as long as it is rendered. The focus returns to where it was. */
export function Dialog({
  title,
  onClose,
  dismissible = true,
  look,
  class: className = '',
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      class={`${styles.dialog} ${look === 'narrow' ? styles.narrow : look === 'printed' ? styles.printed : ''} ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Esc, and a file picker inside that is closed, which bubbles.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (dismissible) onClose();
      }}
      // Chromium closes the dialog at the second Esc without asking.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !dismissible) event.preventDefault();
      }}
    >
      <header>
        <h2 id={titleId}>{translate(title)}</h2>
        {dismissible && <Button look="icon" icon="close" label={COMMON.close} onClick={onClose} />}
      </header>
      {children}
    </dialog>
  );
}

/** At the end of a dialog: the way out, and what it is for. */
export const DialogButtons = ({
  onClose,
  children,
}: {
  onClose?: () => void;
  children: ComponentChildren;
}) => (
  <Buttons isAtEnd>
    {onClose && <Button text={COMMON.cancel} onClick={onClose} />}
    {children}
  </Buttons>
);
