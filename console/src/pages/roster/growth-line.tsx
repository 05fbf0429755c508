import { useEffect, useRef } from 'preact/hooks';
import { historyApi } from '../../api/history-api.ts';
import { PageLink } from '../../components/page-link.tsx';
import { useResource } from '../../components/use-resource.ts';
import type { RosterSummary } from '../../roster/summarize-roster.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './growth-line.module.css';

/** After a change, so that many in a row are one request. */
const RELOAD_MS = 5_000;

/** What has grown this week, with the way to the history. Nothing until that is known, or if nothing has. */
export function GrowthLine({ summary }: { summary: RosterSummary }) {
  const accountId = currentAccountId();
  const [growth, reload] = useResource(() => historyApi.readWeek(accountId));
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = setTimeout(() => void reload(), RELOAD_MS);
    return () => clearTimeout(timer);
  }, [summary]);
  const { newStudents = 0, grownStudents = 0, bondRanks = 0 } = growth.value.value ?? {};
  const parts = [
    // After an import most are new, which is no growth.
    ...(newStudents > 0 && newStudents * 2 <= summary.recruited ? [ROSTER.weekNew(newStudents)] : []),
    ...(grownStudents > 0 ? [ROSTER.weekGrown(grownStudents)] : []),
    ...(bondRanks > 0 ? [ROSTER.weekBond(bondRanks)] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <p class={styles.week}>
      <PageLink to="history" text={ROSTER.week(parts.map(translate).join(', '))} />
    </p>
  );
}
