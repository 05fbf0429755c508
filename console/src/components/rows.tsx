import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { translate } from '../texts/translate.ts';
import { Buttons } from './button.tsx';
import styles from './rows.module.css';

/** A list of what has a title, facts and buttons. What several say stands in columns, whatever buttons each has. */
export const Rows = ({
  class: className = '',
  children,
}: {
  class?: string | undefined;
  children: ComponentChildren;
}) => <ul class={`${styles.rows} ${className}`}>{children}</ul>;

export type Fact = readonly [label: Bilingual, value: ComponentChildren];

interface RowProps {
  title: ComponentChildren;
  /** Beside the title. */
  pills?: ComponentChildren;
  /** Below the title, by which it is told apart. */
  code?: string;
  facts?: readonly (Fact | false)[];
  note?: ComponentChildren;
  buttons?: ComponentChildren;
  isEnded?: boolean;
  /** Over the whole width. */
  children?: ComponentChildren;
}

/** The buttons are the last, so that a screen reader comes to them after all that the row says. */
export const Row = ({ title, pills, code, facts = [], note, buttons, isEnded, children }: RowProps) => (
  <li class={isEnded ? styles.ended : undefined}>
    <div class={styles.title}>
      <strong>{title}</strong>
      {pills}
      {code !== undefined && <code>{code}</code>}
    </div>
    {facts.length > 0 && (
      <dl>
        {facts.map(
          (fact) =>
            fact && (
              <div key={fact[0].en}>
                <dt>{translate(fact[0])}</dt>
                <dd>{fact[1]}</dd>
              </div>
            ),
        )}
      </dl>
    )}
    {children && <div class={styles.below}>{children}</div>}
    {note && <p class={`hint ${styles.note}`}>{note}</p>}
    {buttons && <Buttons class={styles.buttons}>{buttons}</Buttons>}
  </li>
);
