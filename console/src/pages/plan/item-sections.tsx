import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import type { ItemKind } from '../../../../game/growth-facts.ts';
import { growthFacts } from '../../goals/plan-state.ts';
import { type ItemSection, isTiered } from '../../stock/item-groups.ts';
import { nameOfGroup } from '../../stock/item-names.ts';
import { KIND_LABELS } from '../../texts/plan-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './items.module.css';

interface Props {
  sections: readonly ItemSection[];
  /** The stock has a count of each item, and the elephs of all students. */
  look: 'need' | 'stock';
  /** Whether a kind is unfolded; without it, all are, and stay so. */
  folding?: Folding;
  children: (kind: ItemKind, itemIds: readonly string[]) => ComponentChildren;
}

export interface Folding {
  readonly isOpen: (kind: ItemKind) => boolean;
  readonly toggle: (kind: ItemKind) => void;
  /** What is said beside the name of a kind. */
  readonly note: (kind: ItemKind) => Bilingual | undefined;
}

/** Items by their kinds and groups. */
export function ItemSections({ sections, look, folding, children }: Props) {
  const facts = growthFacts.value;
  if (facts === undefined) return null;
  const isStock = look === 'stock';
  const classOf = (kind: ItemKind) => {
    if (kind === 'blueprint') return `${styles.section} ${styles.blueprint}`;
    return isStock && kind === 'eleph' ? `${styles.section} ${styles.wide}` : styles.section;
  };
  return (
    <div class={isStock ? styles.sections : `${styles.sections} ${styles.lined}`}>
      {sections.map(({ kind, groups }) => (
        <section key={kind} class={classOf(kind)} aria-labelledby={`${look}-${kind}`}>
          <h2 id={`${look}-${kind}`}>
            {folding ? <FoldButton kind={kind} folding={folding} /> : translate(KIND_LABELS[kind])}
          </h2>
          {(folding?.isOpen(kind) ?? true) &&
            groups.map(({ group, itemIds }) => (
              <div key={group} class={isTiered(kind) ? `${styles.group} ${styles.tiers}` : styles.group}>
                {group !== undefined && <h3>{nameOfGroup(facts, kind, group)}</h3>}
                {children(kind, itemIds)}
              </div>
            ))}
        </section>
      ))}
    </div>
  );
}

function FoldButton({ kind, folding: { isOpen, toggle, note } }: { kind: ItemKind; folding: Folding }) {
  const said = note(kind);
  return (
    <button type="button" class={styles.fold} aria-expanded={isOpen(kind)} onClick={() => toggle(kind)}>
      {translate(KIND_LABELS[kind])}
      {said && <small>{translate(said)}</small>}
    </button>
  );
}
