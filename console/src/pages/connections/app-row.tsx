import { useId } from 'preact/hooks';
import type { HistoryAuthorView } from '../../../../server/history/views.ts';
import { Button } from '../../components/button.tsx';
import { type ConnectedApp, nameApp } from '../../components/connected-app.ts';
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
import { WrittenLink } from './written-link.tsx';

interface AppRowProps {
  connected: ConnectedApp;
  /** The changes that the app has made. */
  written: HistoryAuthorView | undefined;
  onDisconnect: () => void;
}

export function AppRow({ connected, written, onDisconnect }: AppRowProps) {
  const { keyId, areas, app, issuedAt, expiresAt, revokedAt, lastUsedAt } = connected;
  const sinceId = useId();
  const { isEnded } = stateOfKey(connected);
  const isWaiting = app.isWaiting && !isEnded;
  const name = translate(nameApp(connected));
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
          {areas !== null && <AreaPills areas={areas} isEnded={isEnded} />}
          {isWaiting && <Pill look="warning" text={CONNECTIONS.waiting} />}
        </>
      }
      facts={[
        [
          CONNECTIONS.since,
          // Programs of this computer have one name: the time tells them apart.
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
          : written && <WrittenLink keyId={keyId} written={written} text={CONNECTIONS.written} />
      }
      buttons={
        !isEnded && (
          <Button
            look="danger"
            size="small"
            text={CONNECTIONS.disconnect}
            label={CONNECTIONS.disconnectApp(name)}
            aria-describedby={sinceId}
            onClick={onDisconnect}
          />
        )
      }
      isEnded={isEnded}
    />
  );
}
