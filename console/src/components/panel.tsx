import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A dialog at the right edge: a form of fields that scroll, and a footer. */
export const Panel = ({ title, onClose, children }: PanelProps) => (
  <Dialog title={title} class={styles.panel} onClose={onClose}>
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
