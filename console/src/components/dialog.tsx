import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';
import { Icon } from './icon.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** False for what is shown once: then neither Esc nor the corner closes the dialog. */
  dismissible?: boolean;
  class?: string | undefined;
  children: ComponentChildren;
}

/** A modal dialog that is open as long as it is rendered. The focus returns to where it was. */
export function Dialog({ title, onClose, dismissible = true, class: className = '', children }: DialogProps) {
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
      class={`dialog ${className}`}
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
        <h2 id={titleId}>{title}</h2>
        {dismissible && (
          <button type="button" class="icon-button" aria-label={translate(COMMON.close)} onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
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
  onClose: () => void;
  children: ComponentChildren;
}) => (
  <div class="buttons end">
    <button type="button" class="button quiet" onClick={onClose}>
      {translate(COMMON.cancel)}
    </button>
    {children}
  </div>
);
