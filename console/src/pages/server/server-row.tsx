import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { translate } from '../../texts/translate.ts';
import styles from './server-page.module.css';

interface RowProps {
  title: Bilingual;
  pill?: Bilingual | undefined;
  facts: readonly (readonly [label: Bilingual, value: ComponentChildren])[];
  hint?: Bilingual | undefined;
  buttons?: ComponentChildren;
  children?: ComponentChildren;
}

/** What is to be known of one thing, and below it what belongs to it, over the whole width. */
export const Row = ({ title, pill, facts, hint, buttons, children }: RowProps) => (
  <li>
    <div class="row-title">
      <strong>{translate(title)}</strong>
      {pill && <span class="pill warning">{translate(pill)}</span>}
    </div>
    <dl>
      {facts.map(([label, value]) => (
        <div key={label.en}>
          <dt>{translate(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {buttons && <div class="buttons">{buttons}</div>}
    {children && <div class={styles.below}>{children}</div>}
    {hint && <p class="hint">{translate(hint)}</p>}
  </li>
);
