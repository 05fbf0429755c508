import { useId } from 'preact/hooks';
import { shortenAreas } from '../../../../contract/areas.ts';
import type { HistoryAuthorView } from '../../../../server/history/views.ts';
import { Button } from '../../components/button.tsx';
import { type Connections, nameApp } from '../../components/connected-app.ts';
import { HostName } from '../../components/host-name.tsx';
import { Pill } from '../../components/pill.tsx';
import { Row } from '../../components/rows.tsx';
import { DateText, formatClock, formatDateTime, RelativeTime } from '../../components/time-text.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { CONNECTIONS } from '../../texts/connection-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import styles from './app-row.module.css';
import { AreaPills } from './area-pills.tsx';
import { stateOfKey } from './key-state.ts';
import { WritingButton } from './writing-button.tsx';
import { WrittenLink } from './written-link.tsx';

interface AppRowProps {
  connections: Connections;
  /** The changes that each has made, by the ID of its key. */
  writtenBy: ReadonlyMap<string, HistoryAuthorView>;
  onDisconnect: () => void;
  /** It may do something else now. */
  onChanged: () => void;
}

/** An app, with all its connections as one. */
export function AppRow({ connections, writtenBy, onDisconnect, onChanged }: AppRowProps) {
  const [newest] = connections;
  const { app, issuedAt, expiresAt, revokedAt } = newest;
  const areas = shortenAreas(connections.flatMap((one) => one.areas ?? []));
  const [lastUsedAt = null] = connections
    .flatMap((one) => one.lastUsedAt ?? [])
    .toSorted()
    .toReversed();
  const writer = connections.find(({ keyId }) => writtenBy.has(keyId));
  const written = writer && writtenBy.get(writer.keyId);
  const sinceId = useId();
  const { isEnded } = stateOfKey(newest);
  const isWaiting = app.isWaiting && !isEnded;
  const name = translate(nameApp(newest));
  return (
    <Row
      title={
        app.kind === 'page' ? (
          <bdi class={styles.host}>
            <HostName host={name} />
          </bdi>
        ) : (
          <bdi class={styles.name}>{name}</bdi>
        )
      }
      pills={
        <>
          <span class={styles.kind}>{translate(CONNECTIONS.kinds[app.kind])}</span>
          {connections.length > 1 && (
            <span class={styles.kind}>{translate(CONNECTIONS.signIns(connections.length))}</span>
          )}
          <AreaPills areas={areas} isEnded={isEnded} />
          {isWaiting && <Pill look="warning" text={CONNECTIONS.waiting} />}
        </>
      }
      facts={[
        [
          CONNECTIONS.since,
          // Programs of this computer may have one name: the time tells them apart.
          <time id={sinceId} dateTime={issuedAt}>
            {formatDateTime(issuedAt)}
          </time>,
        ],
        [
          isEnded ? CONNECTIONS.ended : isWaiting ? CONNECTIONS.waitsUntil : CONNECTIONS.until,
          isWaiting ? (
            <time dateTime={expiresAt}>{formatClock(expiresAt)}</time>
          ) : (
            <DateText at={revokedAt ?? expiresAt} />
          ),
        ],
        [WORDS.lastUsed, lastUsedAt === null ? translate(COMMON.never) : <RelativeTime at={lastUsedAt} />],
      ]}
      note={
        isWaiting
          ? translate(CONNECTIONS.waitingText)
          : writer &&
            written && <WrittenLink keyId={writer.keyId} written={written} text={CONNECTIONS.written} />
      }
      buttons={
        !isEnded && (
          <>
            <WritingButton connections={connections} name={name} areas={areas} onChanged={onChanged} />
            <Button
              look="danger"
              size="small"
              text={CONNECTIONS.disconnect}
              label={CONNECTIONS.disconnectApp(name)}
              aria-describedby={sinceId}
              onClick={onDisconnect}
            />
          </>
        )
      }
      isEnded={isEnded}
    />
  );
}
