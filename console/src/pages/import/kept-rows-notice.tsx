import { useEffect } from 'preact/hooks';
import { Button, Buttons } from '../../components/button.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { useAction } from '../../components/use-action.ts';
import { importMemory } from '../../imports/import-memory-state.ts';
import { isEmptySource } from '../../imports/open-file.ts';
import { catalogue } from '../../roster/catalogue-state.ts';
import { findKeptStudents, textOfKept } from '../../roster/find-kept-students.ts';
import { KeptNames } from '../../roster/kept-names.tsx';
import { changeKeptRows, keptRows, reviewsKept } from '../../roster/kept-rows.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { KEPT } from '../../texts/kept-texts.ts';
import { translate } from '../../texts/translate.ts';
import { openReview } from './import-state.ts';
import { setText, source } from './source-state.ts';

/** Asks about the students whom an earlier import could not save, as soon as the catalogue has them. */
export function KeptRowsNotice() {
  const kept = findKeptStudents(keptRows.value, catalogue.value?.students ?? [], importMemory.value.aliases);
  const open = useAction(async () => {
    setText(textOfKept(kept));
    await openReview();
  });
  const forget = useAction(() =>
    changeKeptRows(currentAccountId(), Object.fromEntries(kept.map(({ key }) => [key, null]))),
  );
  useEffect(() => {
    if (!reviewsKept.peek() || kept.length === 0) return;
    reviewsKept.value = false;
    if (isEmptySource(source.peek())) void open.run();
  }, [kept.length]);
  if (kept.length === 0) return null;
  return (
    <Notice>
      <p>
        {translate(KEPT.found(kept.length))} <KeptNames kept={kept} />
      </p>
      <Buttons>
        <Button look="primary" text={KEPT.review(kept.length)} action={open} />
        <Button look="text" text={KEPT.forget} onClick={() => void forget.run()} />
      </Buttons>
      <ErrorMessage error={open.error.value ?? forget.error.value} />
    </Notice>
  );
}
