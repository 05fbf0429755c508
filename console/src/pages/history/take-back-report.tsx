import { ChangeReport } from '../../changes/change-report.tsx';
import { Button } from '../../components/button.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { CHANGES } from '../../texts/change-texts.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { translate } from '../../texts/translate.ts';
import { resetTakeBack, takeBackReview, writer } from './take-back-state.ts';

/** What was taken back, and where to find it in the history. */
export function TakeBackReport() {
  const group = writer.group.value;
  const isRestore = takeBackReview.value?.request.kind === 'restore';
  return (
    <ChangeReport
      writer={writer}
      title={isRestore ? HISTORY.restoredTitle : HISTORY.reportTitle}
      links={(style) => (
        <>
          {group !== undefined && (
            <PageLink to="history" query={`?group=${group}`} look={style} text={HISTORY.showResult} />
          )}
          <PageLink to="roster" look="quiet" text={CHANGES.openRoster} />
          <Button text={HISTORY.backToList} onClick={resetTakeBack} />
        </>
      )}
    >
      {group !== undefined && <p class="hint">{translate(HISTORY.reportText)}</p>}
    </ChangeReport>
  );
}
