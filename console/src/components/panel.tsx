import type { ComponentChildren } from 'preact';
import type { PageText } from '../texts/translate.ts';
import { Dialog } from './dialog.tsx';
import styles from './panel.module.css';

interface PanelProps {
  title: PageText;
  /** At the right edge of the window, or in its middle and on a phone all of it. */
  look?: 'edge' | 'window';
  class?: string | undefined;
  onClose: () => void;
  children: ComponentChildren;
}

/** A dialog of which a part scrolls, such as the fields of a form, over a footer. */
export const Panel = ({ title, look = 'edge', class: className = '', onClose, children }: PanelProps) => (
  <Dialog
    title={title}
    class={`${styles.panel} ${look === 'edge' ? styles.edge : styles.window} ${className}`}
    onClose={onClose}
  >
    {children}
  </Dialog>
);

export const PanelFields = ({ children }: { children: ComponentChildren }) => (
  <div class={styles.fields}>{children}</div>
);

/** A heading over fields in two columns. */
export const FieldSection = ({ legend, children }: { legend: string; children: ComponentChildren }) => (
  <fieldset class={styles.group}>
    <legend>{legend}</legend>
    {children}
  </fieldset>
);

/** What became of the last action, above the buttons. */
export const PanelMessage = ({ children }: { children: ComponentChildren }) => (
  <p role="status" class={styles.message}>
    {children}
  </p>
);

/** Between the buttons on the left and those on the right. */
export const PanelSpacer = () => <span class={styles.spacer} />;
