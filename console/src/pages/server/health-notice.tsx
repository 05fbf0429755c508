import type { ServerView } from '../../../../server/operator/views.ts';
import { Copyable } from '../../components/copyable.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatDateTime } from '../../components/time-text.tsx';
import { SERVER } from '../../texts/server-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './health-notice.module.css';
import { findServerProblems } from './server-problems.ts';

interface HealthNoticeProps {
  view: ServerView;
  /** False while the server does not answer: then nobody knows how it is. */
  isCurrent: boolean;
}

/** In one line that all is well, or what is wrong and what to do. */
export const HealthNotice = ({ view, isCurrent }: HealthNoticeProps) => (
  <div role="status">
    {isCurrent ? (
      <ServerHealth view={view} />
    ) : (
      <Notice kind="offline">{translate(SERVER.healthUnknown)}</Notice>
    )}
  </div>
);

function ServerHealth({ view }: { view: ServerView }) {
  const problems = findServerProblems(view);
  if (problems.length === 0) return <Notice kind="success">{translate(SERVER.healthy)}</Notice>;
  // The shipped catalogue is old on the first day of many servers, and backups are off by choice: no reason for alarm.
  if (problems.every((problem) => problem === 'catalogue-old' || problem === 'backup-off'))
    return (
      <Notice title={problems.includes('backup-off') ? SERVER.running : SERVER.healthy}>
        {problems.map((problem) => (
          <p key={problem}>{translate(SERVER.problems[problem])}</p>
        ))}
      </Notice>
    );
  return (
    <Notice kind="warning" title={SERVER.unhealthy(problems.length)}>
      <ul class={styles.problems}>
        {problems.map((problem) => (
          <li key={problem}>
            {translate(SERVER.problems[problem])}
            {problem === 'not-ready' && view.problem !== null && (
              <>
                {' '}
                <code lang="en">{view.problem}</code>
              </>
            )}
            {problem === 'clock-jump' && view.clockJump !== null && (
              <>
                {' '}
                {translate(
                  SERVER.clockJump(formatDateTime(view.clockJump.lastSweepAt), view.clockJump.hoursLeft),
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      <Copyable label={translate(SERVER.doctor)} text={view.commands.doctor} />
    </Notice>
  );
}
