import { isConnected } from '../../api/connection-state.ts';
import { serverApi } from '../../api/server-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Pending } from '../../components/pending.tsx';
import { useRefresh } from '../../components/use-refresh.ts';
import { signedInSession } from '../../session/session-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { SERVER } from '../../texts/server-texts.ts';
import { AccountSection } from './account-section.tsx';
import { FetchSection } from './fetch-section.tsx';
import { HealthNotice } from './health-notice.tsx';
import { InviteSection } from './invite-section.tsx';
import { ServerDetails } from './server-details.tsx';

/** For operators: whether the server is well, who may come in, and who has an account. */
export const ServerPage = () =>
  signedInSession()?.account.isOperator ? <OperatorPage /> : <OperatorsOnly />;

function OperatorPage() {
  const [server, reload] = useRefresh(serverApi.readServer);
  const { value: view, error } = server.value;
  return (
    <>
      <PageHeading title={COMMON.server} intro={SERVER.intro} />
      {view !== undefined ? (
        <>
          <HealthNotice view={view} isCurrent={error === undefined && isConnected.value} />
          <ServerDetails view={view} />
          <FetchSection view={view} reload={reload} />
        </>
      ) : (
        <Pending rows={4} error={error} onRetry={reload} />
      )}
      <InviteSection signup={view?.signup} />
      <AccountSection />
    </>
  );
}

const OperatorsOnly = () => (
  <>
    <PageHeading title={COMMON.server} />
    <EmptyState level={2} icon="server" title={SERVER.forOperators} text={SERVER.forOperatorsText}>
      <PageLink to="roster" look="quiet" text={SERVER.openRoster} />
    </EmptyState>
  </>
);
