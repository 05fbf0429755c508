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
    <label class={`checkbox ${styles.all}`}>
      <input
        type="checkbox"
        checked={!isPartial}
        indeterminate={count > 0 && isPartial}
        onChange={() => selection.include(uids, isPartial)}
      />
      {translate(CHANGES.selectAll(uids.length))}
      {isPartial && (
        <span class={`hint ${styles.leftOut}`}>{translate(CHANGES.leftOut(uids.length - count))}</span>
      )}
    </label>
  );
}
