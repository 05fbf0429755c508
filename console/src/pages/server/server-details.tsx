import type { ServerView } from '../../../../server/operator/views.ts';
import { Pill } from '../../components/pill.tsx';
import { Row, Rows } from '../../components/rows.tsx';
import { Section } from '../../components/section.tsx';
import { RelativeTime } from '../../components/time-text.tsx';
import { SERVER } from '../../texts/server-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { hasLowDisk } from './server-problems.ts';
import { formatSize } from './size-format.ts';

/** What runs, where it stores, and the last backup. */
export const ServerDetails = ({ view }: { view: ServerView }) => (
  <Section id="details" title={SERVER.details}>
    <Rows>
      <ServiceRow view={view} />
      <DatabaseRow view={view} />
      <BackupRow backups={view.backups} />
    </Rows>
  </Section>
);

const ServiceRow = ({ view: { version, nodeVersion, startedAt, isReady } }: { view: ServerView }) => (
  <Row
    title={translate(SERVER.service)}
    pills={!isReady && <Pill look="warning" text={SERVER.problem} />}
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
      title={translate(SERVER.database)}
      pills={hasLowDisk(view) && <Pill look="warning" text={SERVER.almostFull} />}
      facts={[
        [SERVER.engine, translate(SERVER.engines[database.engine])],
        [SERVER.size, database.bytes === null ? translate(WORDS.unknown) : formatSize(database.bytes)],
        disk !== null && [
          SERVER.diskFree,
          translate(SERVER.diskFreeOf(formatSize(disk.freeBytes), formatSize(disk.totalBytes))),
        ],
      ]}
    />
  );
};

function BackupRow({ backups: { state, last, problem } }: { backups: ServerView['backups'] }) {
  if (state === 'external')
    return <Row title={translate(SERVER.backups)} note={translate(SERVER.backupsExternalText)} />;
  return (
    <Row
      title={translate(SERVER.backups)}
      pills={
        (state === 'off' || problem !== null) && (
          <Pill look="warning" text={state === 'off' ? SERVER.backupsOff : SERVER.problem} />
        )
      }
      facts={
        last === null
          ? [[SERVER.lastBackup, translate(SERVER.noBackup)]]
          : [
              [SERVER.lastBackup, <RelativeTime at={last.at} />],
              [SERVER.backupKind, translate(SERVER.backupKinds[last.kind])],
              [SERVER.size, formatSize(last.bytes)],
            ]
      }
      note={state === 'off' && translate(SERVER.backupsOffText)}
    />
  );
}
