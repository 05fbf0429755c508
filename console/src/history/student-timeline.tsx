import { useEffect, useRef } from 'preact/hooks';
import { netChanges } from '../../../client/net-changes.ts';
import type { ChangeGroupView } from '../../../server/history/views.ts';
import { historyApi } from '../api/history-api.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/notice.tsx';
import { PageLink } from '../components/page-link.tsx';
import { Pending } from '../components/pending.tsx';
import { formatDateTime } from '../components/time-text.tsx';
import { useAction } from '../components/use-action.ts';
import { useResource } from '../components/use-resource.ts';
import { findStudent } from '../roster/roster-store.ts';
import { currentAccountId } from '../session/session-state.ts';
import { HISTORY } from '../texts/history-texts.ts';
import { translate } from '../texts/translate.ts';
import { WORDS } from '../texts/word-texts.ts';
import { toQuery } from './history-query.ts';
import { nameAuthor } from './name-author.ts';
import { NetPill } from './net-pill.tsx';
import { NetValues } from './net-value-list.tsx';
import { listValues } from './net-values.ts';
import styles from './student-timeline.module.css';

const PAGE_SIZE = 10;

/** What happened to one student, the newest first, each with the way to its group. */
export function StudentTimeline({ studentUid }: { studentUid: string }) {
  const accountId = currentAccountId();
  const readPage = (before: number | null) =>
    historyApi.listGroups(
      {
        student: studentUid,
        limit: String(PAGE_SIZE),
        ...(before !== null && { before: String(before) }),
      },
      accountId,
    );
  const [resource, reload] = useResource(() => readPage(null));
  const more = useAction(async () => {
    const { value } = resource.peek();
    if (value === undefined || value.nextBefore === null) return;
    const next = await readPage(value.nextBefore);
    resource.value = { value: { ...next, groups: [...value.groups, ...next.groups] }, error: undefined };
  });
  useReloadAfterSave(studentUid, reload);
  const { value, error } = resource.value;
  if (value === undefined) return <Pending rows={2} error={error} onRetry={reload} />;
  if (value.groups.length === 0)
    return <p class="hint">{translate(value.isOn ? HISTORY.nothingOfStudent : HISTORY.off)}</p>;
  return (
    <>
      <ol class={styles.timeline}>
        {value.groups.map((group) => (
          <Entry key={group.group} group={group} studentUid={studentUid} />
        ))}
      </ol>
      <ErrorMessage error={more.error.value} />
      {value.nextBefore !== null && <Button size="small" text={WORDS.showMore} action={more} />}
    </>
  );
}

/** The change that the panel has just saved belongs to it. */
function useReloadAfterSave(studentUid: string, reload: () => Promise<void>): void {
  const shown = findStudent(studentUid);
  const isSaving = shown?.isSaving.value ?? false;
  const state = shown?.state.value;
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current && !isSaving) void reload();
    isFirst.current = false;
  }, [isSaving, state]);
}

function Entry({ group, studentUid }: { group: ChangeGroupView; studentUid: string }) {
  const { by, operation, startedAt } = group;
  const own = group.changes.filter((change) => change.studentUid === studentUid);
  const [net] = netChanges(own);
  if (net === undefined) return null;
  const { at = startedAt } = own.at(-1) ?? {};
  return (
    <li>
      <p class={styles.head}>
        <PageLink to="history" query={toQuery({ group: String(group.group) })}>
          <time dateTime={at}>{formatDateTime(at)}</time>
        </PageLink>
        <span>
          {translate(nameAuthor(by))}
          {operation !== null && ` · ${translate(HISTORY.operationNames[operation])}`}
        </span>
        {net.registration !== undefined && <NetPill kind={net.registration} />}
      </p>
      <NetValues values={listValues(net)} isRemoved={net.registration === 'removed'} />
    </li>
  );
}
