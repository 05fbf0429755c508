import { Checkbox } from '../components/checkbox.tsx';
import { CHANGES } from '../texts/change-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './select-all.module.css';
import type { Selection } from './selection.ts';

/** Apart from the list, which is not rendered again when a student is left out. */
export function SelectAll({ uids, selection }: { uids: readonly string[]; selection: Selection }) {
  if (uids.length < 2) return null;
  const count = uids.filter((uid) => selection.has(uid)).length;
  const isPartial = count < uids.length;
  return (
    <Checkbox
      class={styles.all}
      checked={!isPartial}
      onChange={() => selection.include(uids, isPartial)}
      isPartial={count > 0 && isPartial}
    >
      {translate(CHANGES.selectAll(uids.length))}
      {isPartial && (
        <span class={`hint ${styles.leftOut}`}>{translate(CHANGES.leftOut(uids.length - count))}</span>
      )}
    </Checkbox>
  );
}
