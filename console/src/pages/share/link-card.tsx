import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { Buttons } from '../../components/button.tsx';
import { translate } from '../../texts/translate.ts';
import styles from './link-card.module.css';

/** A list of what has an address. */
export const LinkCards = ({ children }: { children: ComponentChildren }) => (
  <ul class={styles.list}>{children}</ul>
);

interface LinkCardProps {
  id: string;
  name: string;
  pills?: ComponentChildren;
  isEnded?: boolean;
  buttons: ComponentChildren;
  children: ComponentChildren;
}

/** The last of the buttons, which takes something away, stands apart. */
export const LinkCard = ({ id, name, pills, isEnded = false, buttons, children }: LinkCardProps) => (
  <li class={isEnded ? `${styles.card} ${styles.ended}` : styles.card} aria-labelledby={id}>
    <div class={styles.title}>
      <h3 id={id}>
        <bdi>{name}</bdi>
      </h3>
      {pills}
    </div>
    {children}
    <Buttons class={styles.buttons}>{buttons}</Buttons>
  </li>
);

export const CardNote = ({ children }: { children: ComponentChildren }) => (
  <p class={styles.note}>{children}</p>
);

/** Four of them, of which the first has the most room. */
export const CardFacts = ({ facts }: { facts: readonly (readonly [Bilingual, ComponentChildren])[] }) => (
  <dl class={styles.facts}>
    {facts.map(([label, value]) => (
      <div key={label.en}>
        <dt>{translate(label)}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export const CardPills = ({ children }: { children: ComponentChildren }) => (
  <span class={styles.pills}>{children}</span>
);
