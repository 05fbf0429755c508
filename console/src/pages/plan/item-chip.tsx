import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import type { ItemKind } from '../../../../game/growth-facts.ts';
import { formatCount } from '../../components/format-count.ts';
import { setTo } from '../../components/set-to.ts';
import type { Need } from '../../goals/needs.ts';
import { growthFacts } from '../../goals/plan-state.ts';
import { openedNeed } from '../../goals/plan-view.ts';
import { nameOfUid } from '../../goals/student-names.ts';
import { itemIconUrl } from '../../stock/item-icons.ts';
import { nameOfItem } from '../../stock/item-names.ts';
import { PLAN } from '../../texts/plan-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './items.module.css';

interface ItemChipProps extends Need {
  itemId: string;
  kind: ItemKind;
}

export const ItemChips = ({ children }: { children: ComponentChildren }) => (
  <ul class={styles.cells}>{children}</ul>
);

/** One item: what is missing, large, then what there is of what is needed. Opens who needs it. */
export function ItemChip({ itemId, kind, need, have, short }: ItemChipProps) {
  const facts = growthFacts.value;
  if (facts === undefined) return null;
  return (
    <li>
      <button
        type="button"
        class={short === 0 ? `${styles.need} ${styles.met}` : styles.need}
        title={nameOfItem(facts, itemId)}
        onClick={setTo(openedNeed, itemId)}
      >
        <span class="visually-hidden">
          {translate(describeNeed(nameOfItem(facts, itemId), { need, have, short }))}
        </span>
        <span class={styles.seen} aria-hidden="true">
          <ItemMark itemId={itemId} kind={kind} />
          <span class={styles.amounts}>
            <b>{short === 0 ? `✓ ${translate(PLAN.met)}` : formatCount(short)}</b>
            <small>
              {formatCount(have)} / {formatCount(need)}
            </small>
          </span>
        </span>
      </button>
    </li>
  );
}

/** For screen readers, exactly. */
export const describeNeed = (name: string, { need, have, short }: Need): Bilingual =>
  short === 0
    ? PLAN.describeMet(name, formatCount(need), formatCount(have))
    : PLAN.describe(name, formatCount(need), formatCount(have), formatCount(short));

const RARITIES = ['N', 'R', 'SR', 'SSR'];
const LOOKS: Readonly<Record<string, string | undefined>> = { R: styles.r, SR: styles.sr, SSR: styles.ssr };

interface ItemMarkProps {
  itemId: string;
  kind: ItemKind;
}

/** What tells an item from the others of its group, on its icon if there is one. */
export function ItemMark({ itemId, kind }: ItemMarkProps) {
  const isMissing = useSignal(false);
  const url = itemIconUrl(itemId, kind);
  if (url === undefined || isMissing.value) return <ItemText itemId={itemId} kind={kind} />;
  return (
    <span class={styles.pictured}>
      <img src={url} alt="" loading="lazy" decoding="async" onError={setTo(isMissing, true)} />
      <ItemText itemId={itemId} kind={kind} />
    </span>
  );
}

/** Its rarity, the tier of a blueprint, or its name. */
function ItemText({ itemId, kind }: ItemMarkProps) {
  const facts = growthFacts.value;
  const { rarity = 'N', tier } = facts?.items[itemId] ?? {};
  if (facts === undefined) return null;
  if (kind === 'blueprint')
    return <span class={`${styles.mark} ${(tier ?? 0) > 6 ? styles.ssr : styles.sr}`}>T{tier}</span>;
  if (kind === 'eleph') return <span class={`${styles.mark} ${styles.name}`}>{nameOfUid(itemId)}</span>;
  if (tier === undefined)
    return <span class={`${styles.mark} ${styles.name}`}>{nameOfItem(facts, itemId)}</span>;
  return <span class={`${styles.mark} ${LOOKS[rarity] ?? ''}`}>{RARITIES[tier - 1] ?? rarity}</span>;
}
