import type { ServerView } from '../../../../server/operator/views.ts';
import { serverApi } from '../../api/server-api.ts';
import { Button } from '../../components/button.tsx';
import { Copyable } from '../../components/copyable.tsx';
import { FetchSource } from '../../components/fetch-text.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { Pill } from '../../components/pill.tsx';
import { Row } from '../../components/rows.tsx';
import { formatDate, RelativeTime } from '../../components/time-text.tsx';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { FETCH } from '../../texts/fetch-texts.ts';
import { SERVER } from '../../texts/server-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { FetchChoice } from './fetch-choice.tsx';
import { catalogueUpdate } from './server-problems.ts';

interface CatalogueRowProps {
  view: ServerView;
  onChanged: () => Promise<void>;
}

/** Which students there are, and whether new ones come by themselves. */
export function CatalogueRow({ view: { catalogue, commands }, onChanged }: CatalogueRowProps) {
  const { version, students, isRefreshed, isSourceSet, source, choice, problem } = catalogue;
  const refresh = useAction(async () => {
    const after = await serverApi.refreshCatalogue();
    if (after.problem !== null) showToast(SERVER.problems['catalogue-failed'], { kind: 'warning' });
    else showToast(after.version === version ? SERVER.upToDate : SERVER.refreshed(after.students));
    await onChanged();
  });
  return (
    <Row
      title={translate(SERVER.catalogue)}
      pills={problem !== null && <Pill look="warning" text={SERVER.problem} />}
      facts={[
        [SERVER.version, version],
        [WORDS.students, translate(WORDS.people(students))],
        [SERVER.updated, <RelativeTime at={catalogueUpdate(catalogue)} />],
        isRefreshed && [FETCH.lastRun, toTime(catalogue.attemptedAt)],
        isRefreshed && [FETCH.nextRun, toTime(catalogue.dueAt)],
      ]}
      buttons={isRefreshed && <Button size="small" text={SERVER.refresh} action={refresh} />}
    >
      <ErrorMessage error={refresh.error.value} />
      {isSourceSet ? (
        <p>{translate(FETCH.bySetting)}</p>
      ) : (
        <FetchChoice
          subject="catalogue"
          source={source}
          choice={choice}
          choose={serverApi.chooseCatalogue}
          onChosen={onChanged}
        />
      )}
      {isRefreshed ? (
        <>
          <FetchSource source={source} />
          <RefreshOutcome catalogue={catalogue} />
        </>
      ) : (
        choice === false && <Copyable label={translate(SERVER.importOnce)} text={commands.importCatalogue} />
      )}
    </Row>
  );
}

const toTime = (at: string | null) => (at === null ? translate(FETCH.notYet) : <RelativeTime at={at} />);

/** What the last refresh that brought something has brought, and why the last one changed nothing. */
const RefreshOutcome = ({ catalogue: { brought, refreshedAt, problem } }: Pick<ServerView, 'catalogue'>) => (
  <>
    {brought !== null ? (
      <p>{translate(FETCH.brought(formatDate(brought.at), brought))}</p>
    ) : (
      refreshedAt !== null && <p>{translate(FETCH.nothingBrought)}</p>
    )}
    {problem !== null && (
      <Notice kind="warning" title={FETCH.refreshProblem}>
        <p>{translate(FETCH.refreshProblems[problem.reason])}</p>
        <p>
          <code lang="en">{problem.message}</code>
        </p>
      </Notice>
    )}
  </>
);
