import { useSignal } from '@preact/signals';
import type { PortraitsView } from '../../../../server/operator/views.ts';
import { serverApi } from '../../api/server-api.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FetchSource } from '../../components/fetch-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { Pill } from '../../components/pill.tsx';
import { Row } from '../../components/rows.tsx';
import { setTo } from '../../components/set-to.ts';
import { RelativeTime } from '../../components/time-text.tsx';
import { showToast } from '../../components/toast.tsx';
import { sendVerified } from '../../session/send-verified.ts';
import { FETCH } from '../../texts/fetch-texts.ts';
import { SERVER } from '../../texts/server-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { FetchChoice } from './fetch-choice.tsx';

interface PortraitsRowProps {
  portraits: PortraitsView;
  onChanged: () => Promise<void>;
}

/** Which pictures there are, and whether they are fetched. */
export function PortraitsRow({ portraits, onChanged }: PortraitsRowProps) {
  const { source, folder, choice, problem, fetchedAt } = portraits;
  return (
    <Row
      title={translate(FETCH.portraits.title)}
      pills={choice && problem !== null && <Pill look="warning" text={SERVER.problem} />}
      facts={[
        [WORDS.students, translate(FETCH.pictureCount(portraits.portraits))],
        [FETCH.icons, translate(FETCH.pictureCount(portraits.icons))],
        choice === true && fetchedAt !== null && [FETCH.complete, <RelativeTime at={fetchedAt} />],
      ]}
    >
      {folder === 'none' ? (
        <p>{translate(FETCH.noFolder)}</p>
      ) : (
        <FetchChoice
          subject="portraits"
          source={source}
          choice={choice}
          choose={serverApi.choosePortraits}
          onChosen={onChanged}
        />
      )}
      {choice && folder !== 'none' && (
        <>
          <FetchSource source={source} />
          <PortraitOutcome portraits={portraits} />
        </>
      )}
      {choice === false && portraits.portraits + portraits.icons > 0 && (
        <KeptPortraits isOwn={folder === 'own'} onRemoved={onChanged} />
      )}
    </Row>
  );
}

/** How far the fetch is, and what came of the last one. */
function PortraitOutcome({
  portraits: { progress, missing, refused, problem },
}: Pick<PortraitsRowProps, 'portraits'>) {
  if (progress !== null) {
    const { done, total } = progress;
    const text = translate(total === 0 ? FETCH.preparing : FETCH.fetching(done, total));
    return (
      <p>
        {text} <progress aria-label={text} {...(total > 0 && { max: total, value: done })} />
      </p>
    );
  }
  return (
    <>
      {missing > 0 && <p>{translate(FETCH.missing(missing))}</p>}
      {refused > 0 && <p>{translate(FETCH.refused(refused))}</p>}
      {problem !== null && (
        <Notice kind="warning" title={FETCH.portraitProblem}>
          <p>{translate(FETCH.portraitProblems[problem.reason])}</p>
          <p>
            <code lang="en">{problem.message}</code>
          </p>
        </Notice>
      )}
    </>
  );
}

/** Pictures outlive the choice until somebody removes them. */
function KeptPortraits({ isOwn, onRemoved }: { isOwn: boolean; onRemoved: () => Promise<void> }) {
  const isAsked = useSignal(false);
  const remove = async () => {
    await sendVerified(FETCH.removePurpose, serverApi.removePortraits);
    showToast(FETCH.removed);
    isAsked.value = false;
    await onRemoved();
  };
  return (
    <>
      <p>{translate(isOwn ? FETCH.keptOwn : FETCH.keptSetting)}</p>
      {isOwn && (
        <Buttons>
          <Button look="danger" size="small" text={FETCH.remove} onClick={setTo(isAsked, true)} />
        </Buttons>
      )}
      {isAsked.value && (
        <ConfirmDialog
          title={FETCH.removeTitle}
          text={FETCH.removeText}
          confirmLabel={FETCH.remove}
          onConfirm={remove}
          onClose={setTo(isAsked, false)}
        />
      )}
    </>
  );
}
