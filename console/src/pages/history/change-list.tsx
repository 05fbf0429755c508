import { useRef } from 'preact/hooks';
import { CHANGE_RETENTION_DAYS, MAX_CHANGES } from '../../../../contract/history.ts';
import type { ChangeGroupsView, ChangeGroupView } from '../../../../server/history/views.ts';
import { historyApi } from '../../api/history-api.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage, Notice } from '../../components/notice.tsx';
import { Pending } from '../../components/pending.tsx';
import { useAction } from '../../components/use-action.ts';
import { useResource } from '../../components/use-resource.ts';
import { type HistoryFilter, toQuery } from '../../history/history-query.ts';
import { language } from '../../preferences.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { ChangeGroup } from './change-group.tsx';
import styles from './change-list.module.css';
import { EmptyHistory } from './empty-history.tsx';
import { toApiQuery } from './history-filter.ts';

const PAGE_SIZE = 20;

interface ChangeListProps {
  accountId: string;
  filter: HistoryFilter;
}

/** The groups of changes, the newest first, by day. */
export function ChangeList({ accountId, filter }: ChangeListProps) {
  const pages = useRef(1);
  const readPage = (before: number | null) =>
    before === null && toQuery(filter) === ''
      ? historyApi.listLatestGroups(PAGE_SIZE, accountId)
      : historyApi.listGroups(
          {
            ...toApiQuery(filter),
            limit: String(PAGE_SIZE),
            ...(before !== null && { before: String(before) }),
          },
          accountId,
        );
  const [resource, reload] = useResource(async () => {
    let listed = await readPage(null);
    for (let page = 1; page < pages.current && listed.nextBefore !== null; page += 1)
      listed = append(listed, await readPage(listed.nextBefore));
    return listed;
  });
  const more = useAction(async () => {
    const listed = resource.peek().value;
    if (listed === undefined || listed.nextBefore === null) return;
    const next = append(listed, await readPage(listed.nextBefore));
    pages.current += 1;
    resource.value = { value: next, error: undefined };
  });
  const { value: listed, error } = resource.value;
  if (listed === undefined || listed.groups.length === 0)
    return (
      <div class={styles.notice}>
        {listed === undefined ? (
          <Pending rows={4} error={error} onRetry={reload} />
        ) : (
          <EmptyHistory isOn={listed.isOn} isFiltered={toQuery(filter) !== ''} />
        )}
      </div>
    );
  return (
    <>
      {!listed.isOn && (
        <div class={styles.notice}>
          <Notice kind="warning">
            <p>{translate(HISTORY.offNow)}</p>
          </Notice>
        </div>
      )}
      {[...Map.groupBy(listed.groups, ({ startedAt }) => dayOf(startedAt))].map(([day, groups]) => (
        <div key={day} class={styles.day}>
          <h3>{day}</h3>
          <ul>
            {groups.map((group) => (
              <ChangeGroup
                key={group.group}
                group={group}
                student={filter.student}
                isInitiallyOpen={filter.group !== undefined}
              />
            ))}
          </ul>
        </div>
      ))}
      <ErrorMessage error={more.error.value} />
      {listed.nextBefore !== null ? (
        <Button class={styles.end} text={WORDS.showMore} action={more} />
      ) : (
        filter.group === undefined && (
          <p class={`hint ${styles.end}`}>{translate(HISTORY.kept(CHANGE_RETENTION_DAYS, MAX_CHANGES))}</p>
        )
      )}
    </>
  );
}

/** A group that has grown since is shown once. */
function append(listed: ChangeGroupsView, next: ChangeGroupsView): ChangeGroupsView {
  const known = new Set(listed.groups.map(({ group }) => group));
  const added = next.groups.filter(({ group }: ChangeGroupView) => !known.has(group));
  return { ...next, groups: [...listed.groups, ...added] };
}

const DAY_MS = 86_400_000;

function dayOf(at: string): string {
  const start = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((start(Date.now()) - start(Date.parse(at))) / DAY_MS);
  if (days === 0) return translate(HISTORY.today);
  if (days === 1) return translate(HISTORY.yesterday);
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(language.value, {
    ...{ month: 'long', day: 'numeric', weekday: 'long' },
    ...(!isThisYear && { year: 'numeric' }),
  }).format(new Date(at));
}
