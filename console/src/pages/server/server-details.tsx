import type { ServerView } from '../../../../server/operator/views.ts';
import { RelativeTime } from '../../components/time-text.tsx';
import { SERVER } from '../../texts/server-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { hasLowDisk } from './server-problems.ts';
import { Row } from './server-row.tsx';
import { formatSize } from './size-format.ts';

/** What runs, where it stores, and the last backup. */
export const ServerDetails = ({ view }: { view: ServerView }) => (
  <section aria-labelledby="details">
    <h2 id="details">{translate(SERVER.details)}</h2>
    <ul class="rows">
      <ServiceRow view={view} />
      <DatabaseRow view={view} />
      <BackupRow backups={view.backups} />
    </ul>
  </section>
);

const ServiceRow = ({ view: { version, nodeVersion, startedAt, isReady } }: { view: ServerView }) => (
  <Row
    title={SERVER.service}
    pill={isReady ? undefined : SERVER.problem}
    facts={[
      [SERVER.version, version],
      [SERVER.node, nodeVersion],
      [SERVER.started, <RelativeTime at={startedAt} />],
    ]}
  />
);

const DatabaseRow = ({ view }: { view: ServerView }) => {
  const { database, disk } = view;
  return (
    <Row
      title={SERVER.database}
      pill={hasLowDisk(view) ? SERVER.almostFull : undefined}
      facts={[
        [SERVER.engine, translate(SERVER.engines[database.engine])],
        [SERVER.size, database.bytes === null ? translate(WORDS.unknown) : formatSize(database.bytes)],
        ...(disk === null
          ? []
          : [
              [
                SERVER.diskFree,
                translate(SERVER.diskFreeOf(formatSize(disk.freeBytes), formatSize(disk.totalBytes))),
              ] as const,
            ]),
      ]}
    />
  );
};

function BackupRow({ backups: { state, last, problem } }: { backups: ServerView['backups'] }) {
  if (state === 'external')
    return <Row title={SERVER.backups} facts={[]} hint={SERVER.backupsExternalText} />;
  return (
    <Row
      title={SERVER.backups}
      pill={state === 'off' ? SERVER.backupsOff : problem === null ? undefined : SERVER.problem}
      facts={
        last === null
          ? [[SERVER.lastBackup, translate(SERVER.noBackup)]]
          : [
              [SERVER.lastBackup, <RelativeTime at={last.at} />],
              [SERVER.backupKind, translate(SERVER.backupKinds[last.kind])],
              [SERVER.size, formatSize(last.bytes)],
            ]
      }
      hint={state === 'off' ? SERVER.backupsOffText : undefined}
    />
  );
}
