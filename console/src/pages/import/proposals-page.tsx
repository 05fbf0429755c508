import { useEffect } from 'preact/hooks';
import type { ProposalView } from '../../../../server/proposals/views.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pending } from '../../components/pending.tsx';
import { Row, Rows } from '../../components/rows.tsx';
import { DateText, RelativeTime } from '../../components/time-text.tsx';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { useResource } from '../../components/use-resource.ts';
import { openPage, pageQuery } from '../../page-address.ts';
import { endProposal, loadProposals, openProposals } from '../../proposals/open-proposals.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { PROPOSAL } from '../../texts/proposal-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { claimImport, openProposal } from './import-state.ts';

/** What tools propose. With `?id=…`, the review of one. */
export function ProposalsPage() {
  const accountId = currentAccountId();
  const [resource, reload] = useResource(() => loadProposals(accountId).then(() => true));
  const asked = new URLSearchParams(pageQuery.value).get('id');
  const open = useAction(async (id: string) => {
    claimImport(accountId);
    await openProposal(id);
    openPage('import', { replace: asked === id });
  });
  const isLoaded = resource.value.value === true;
  const proposals = openProposals() ?? [];
  const isOpen = proposals.some(({ id }) => id === asked);
  useEffect(() => {
    if (isLoaded && isOpen && asked !== null) void open.run(asked);
  }, [isLoaded, asked]);
  return (
    <>
      <PageHeading title={PROPOSAL.title} intro={PROPOSAL.intro} />
      {isLoaded && asked !== null && !isOpen && <Notice kind="warning">{translate(PROPOSAL.ended)}</Notice>}
      <ErrorMessage error={open.error.value} />
      {!isLoaded && <Pending rows={2} error={resource.value.error} onRetry={reload} />}
      {isLoaded && proposals.length === 0 && (
        <EmptyState level={2} icon="check" title={PROPOSAL.noneTitle} text={PROPOSAL.noneText} />
      )}
      {isLoaded && proposals.length > 0 && (
        <Rows>
          {proposals.map((one) => (
            <ProposalRow
              key={one.id}
              proposal={one}
              isOpening={open.pending.value}
              onOpen={() => void open.run(one.id)}
            />
          ))}
        </Rows>
      )}
    </>
  );
}

interface ProposalRowProps {
  proposal: ProposalView;
  isOpening: boolean;
  onOpen: () => void;
}

function ProposalRow({
  proposal: { id, tool, students, note, createdAt, expiresAt },
  isOpening,
  onOpen,
}: ProposalRowProps) {
  const decline = useAction(async () => {
    await endProposal(currentAccountId(), id, null);
    showToast(PROPOSAL.declined(tool));
  });
  return (
    <Row
      title={<bdi>{tool}</bdi>}
      facts={[
        [WORDS.students, students],
        [PROPOSAL.proposedAt, <RelativeTime key="at" at={createdAt} />],
        [PROPOSAL.until, <DateText key="until" at={expiresAt} />],
      ]}
      note={note !== '' && <bdi>{note}</bdi>}
      buttons={
        <>
          <Button
            look="primary"
            text={PROPOSAL.look}
            label={PROPOSAL.of(tool, PROPOSAL.look)}
            disabled={isOpening}
            onClick={onOpen}
          />
          <Button text={PROPOSAL.decline} label={PROPOSAL.of(tool, PROPOSAL.decline)} action={decline} />
        </>
      }
    >
      <ErrorMessage error={decline.error.value} />
    </Row>
  );
}
