import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import type { ServerView } from '../../../../server/operator/operator-views.ts';
import { serverApi } from '../../api/server-api.ts';
import { Copyable } from '../../components/copyable.tsx';
import { ActionButton } from '../../components/form-fields.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { RelativeTime } from '../../components/time-text.tsx';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { SERVER } from '../../texts/server-texts.ts';
import { translate } from '../../texts/translate.ts';
import { catalogueUpdate, hasLowDisk } from './server-problems.ts';
import { formatSize } from './size-format.ts';

interface ServerDetailsProps {
  view: ServerView;
  onRefreshed: () => Promise<void>;
}

/** What runs, where it stores, the last backup and the catalogue. */
export function ServerDetails({ view, onRefreshed }: ServerDetailsProps) {
  const refresh = useAction(async () => {
    const { version, students, problem } = await serverApi.refreshCatalogue();
    if (problem === 'failed') showToast(SERVER.problems['catalogue-failed'], { kind: 'warning' });
    else showToast(version === view.catalogue.version ? SERVER.upToDate : SERVER.refreshed(students));
    await onRefreshed();
  });
  return (
    <section aria-labelledby="details">
      <h2 id="details">{translate(SERVER.details)}</h2>
      <ul class="rows">
        <ServiceRow view={view} />
        <DatabaseRow view={view} />
        <BackupRow backups={view.backups} />
        <CatalogueRow catalogue={view.catalogue} importCommand={view.commands.importCatalogue}>
          <ActionButton
            class="small quiet"
            pending={refresh.pending.value}
            onClick={() => void refresh.run()}
          >
            {translate(SERVER.refresh)}
          </ActionButton>
        </CatalogueRow>
      </ul>
      <ErrorMessage error={refresh.error.value} />
    </section>
  );
}

interface RowProps {
  title: Bilingual;
  pill?: Bilingual | undefined;
  facts: readonly (readonly [label: Bilingual, value: ComponentChildren])[];
  hint?: Bilingual | undefined;
  children?: ComponentChildren;
}

const Row = ({ title, pill, facts, hint, children }: RowProps) => (
  <li>
    <div class="row-title">
      <strong>{translate(title)}</strong>
      {pill && <span class="pill warning">{translate(pill)}</span>}
    </div>
    <dl>
      {facts.map(([label, value]) => (
        <div key={label.en}>
          <dt>{translate(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {children}
    {hint && <p class="hint">{translate(hint)}</p>}
  </li>
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
        [SERVER.size, database.bytes === null ? translate(SERVER.unknown) : formatSize(database.bytes)],
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

function CatalogueRow({
  catalogue,
  importCommand,
  children,
}: {
  catalogue: ServerView['catalogue'];
  importCommand: string;
  children: ComponentChildren;
}) {
  const { version, students, hasSource, problem } = catalogue;
  return (
    <Row
      title={SERVER.catalogue}
      pill={problem === null ? undefined : SERVER.problem}
      facts={[
        [SERVER.version, version],
        [SERVER.students, translate(SERVER.studentCount(students))],
        [SERVER.updated, <RelativeTime at={catalogueUpdate(catalogue)} />],
      ]}
      hint={hasSource ? undefined : SERVER.noSource}
    >
      {hasSource ? (
        <div class="buttons">{children}</div>
      ) : (
        <Copyable label={translate(SERVER.importOnce)} text={importCommand} />
      )}
    </Row>
  );
}
