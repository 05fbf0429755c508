import { MAX_KEPT_ROWS } from '../../../../contract/limits.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { storeIn } from '../../components/set-to.ts';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { keptRows } from '../../roster/kept-rows.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { keepsUnknown, keepUnknownRows, reset, unknownRows } from './import-state.ts';
import { OptionField } from './option-field.tsx';

const SHOWN_NAMES = 6;

/** Offers to keep the rows of students whom the catalogue lacks, with what is saved. */
export function KeepUnknownField() {
  const rows = Object.entries(unknownRows.value);
  if (rows.length === 0) return null;
  const isFull = Object.keys({ ...keptRows.value, ...unknownRows.value }).length >= MAX_KEPT_ROWS;
  const names = rows.slice(0, SHOWN_NAMES).map(([key, { name = key }]) => name);
  return (
    <OptionField
      label={IMPORT.keepRows(rows.length)}
      hint={IMPORT.keepRowsHint(names.join(', '), rows.length - names.length, isFull)}
      isChosen={keepsUnknown.value}
      choose={storeIn(keepsUnknown)}
    />
  );
}

/** Keeps them where nothing is saved. */
export function KeepUnknownButton() {
  const count = Object.keys(unknownRows.value).length;
  const keep = useAction(async () => {
    await keepUnknownRows();
    showToast(IMPORT.keptRows(count));
    reset();
  });
  if (count === 0) return null;
  return (
    <>
      <Button text={IMPORT.keepRows(count)} action={keep} />
      <ErrorMessage error={keep.error.value} />
    </>
  );
}
