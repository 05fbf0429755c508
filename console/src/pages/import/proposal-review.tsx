import type { ProposedView } from '../../../../server/proposals/views.ts';
import { StepHeading } from '../../changes/step-heading.tsx';
import { Button, Buttons } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { openPage } from '../../page-address.ts';
import { endProposal } from '../../proposals/open-proposals.ts';
import { PROPOSAL } from '../../texts/proposal-texts.ts';
import { translate } from '../../texts/translate.ts';
import { reset, writer } from './import-state.ts';
import styles from './proposal-review.module.css';

/** Back to the list, where the others are. */
function leave(): void {
  openPage('proposals', { replace: true });
  reset();
}

/** Who proposes, and a tap that declines all of it. */
export function ProposalHeading({ proposal: { id, tool, students, note } }: { proposal: ProposedView }) {
  const decline = useAction(async () => {
    await endProposal(writer.accountId, id, null);
    leave();
    showToast(PROPOSAL.declined(tool));
  });
  return (
    <>
      <StepHeading id="import-review" writer={writer} title={translate(PROPOSAL.reviewTitle(tool))}>
        <Buttons>
          <Button text={PROPOSAL.back} onClick={leave} />
          <Button text={PROPOSAL.decline} action={decline} />
        </Buttons>
      </StepHeading>
      <ErrorMessage error={decline.error.value} />
      {note !== '' && (
        <p class={styles.text}>
          <bdi>{note}</bdi>
        </p>
      )}
      <p class={`hint ${styles.text}`}>{translate(PROPOSAL.reviewText(students))}</p>
    </>
  );
}

/** All that it says is so already. */
export function SettledProposal({ proposal: { id } }: { proposal: ProposedView }) {
  const finish = useAction(async () => {
    await endProposal(writer.accountId, id, 0);
    leave();
  });
  return (
    <EmptyState icon="check" title={PROPOSAL.nothingTitle} text={PROPOSAL.intro}>
      <Button look="primary" text={PROPOSAL.finish} action={finish} />
      <ErrorMessage error={finish.error.value} />
    </EmptyState>
  );
}
