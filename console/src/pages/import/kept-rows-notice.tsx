import { useSignal } from '@preact/signals';
import { ActionButton } from '../../components/form-fields.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { useAction } from '../../components/use-action.ts';
import { catalogue, studentsByUid } from '../../roster/catalogue-state.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../texts/translate.ts';
import { openReview } from './import-state.ts';
import { forgetRows, readKeptRows, textOf } from './kept-rows.ts';
import { setText } from './source-state.ts';

/** Offers the students whom an earlier import could not save, as soon as the catalogue has them. */
export function KeptRowsNotice() {
  const accountId = currentAccountId();
  const isForgotten = useSignal(false);
  const kept = isForgotten.value ? [] : readKeptRows(accountId, catalogue.value);
  const known = kept.filter(({ studentUid = '' }) => studentsByUid.value.has(studentUid));
  const open = useAction(async () => {
    setText(textOf(known));
    await openReview();
  });
  if (kept.length === 0) return null;
  const forget = () => {
    forgetRows(accountId, catalogue.peek(), () => true);
    isForgotten.value = true;
  };
  return (
    <Notice>
      <p>{translate(known.length > 0 ? IMPORT.keptFound(known.length) : IMPORT.keptUnknown(kept.length))}</p>
      <div class="buttons">
        {known.length > 0 && (
          <ActionButton pending={open.pending.value} onClick={() => void open.run()}>
            {translate(IMPORT.keptReview(known.length))}
          </ActionButton>
        )}
        <button type="button" class="text-button small" onClick={forget}>
          {translate(IMPORT.keptForget)}
        </button>
      </div>
      <ErrorMessage error={open.error.value} />
    </Notice>
  );
}
