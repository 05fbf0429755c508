import { useId } from 'preact/hooks';
import type { HistoryAuthorView } from '../../../../server/history/views.ts';
import { type ConnectedApp, nameApp } from '../../components/connected-app.ts';
import { HostName } from '../../components/host-name.tsx';
import { DateText, formatClock, formatDateTime, RelativeTime } from '../../components/time-text.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { CONNECTIONS } from '../../texts/connection-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import styles from './app-row.module.css';
import { AreaPills } from './area-pills.tsx';
import { RowButtons } from './connection-list.tsx';
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
    <li class={isEnded ? 'ended' : undefined}>
      <div class="row-title">
        <strong>
          {app.kind === 'page' ? (
            <bdi class={styles.host}>
              <HostName host={name} />
            </bdi>
          ) : (
            <bdi class={styles.name}>{name}</bdi>
          )}
        </strong>
        <span class={styles.kind}>{translate(CONNECTIONS.kinds[app.kind])}</span>
        {areas !== null && <AreaPills areas={areas} />}
        {isWaiting && <span class="pill warning">{translate(CONNECTIONS.waiting)}</span>}
      </div>
      <dl>
        <div>
          <dt>{translate(CONNECTIONS.since)}</dt>
          {/* Programs of this computer have one name: the time tells them apart. */}
          <dd id={sinceId}>
            <time dateTime={issuedAt}>{formatDateTime(issuedAt)}</time>
          </dd>
        </div>
        <div>
          <dt>
            {translate(isEnded ? CONNECTIONS.ended : isWaiting ? CONNECTIONS.waitsUntil : CONNECTIONS.until)}
          </dt>
          <dd>
            {isWaiting ? (
              <time dateTime={expiresAt}>{formatClock(expiresAt)}</time>
            ) : (
              <DateText at={revokedAt ?? expiresAt} />
            )}
          </dd>
        </div>
        <div>
          <dt>{translate(WORDS.lastUsed)}</dt>
          <dd>{lastUsedAt === null ? translate(COMMON.never) : <RelativeTime at={lastUsedAt} />}</dd>
        </div>
      </dl>
      {isWaiting && <p class="hint">{translate(CONNECTIONS.waitingText)}</p>}
      {written && <WrittenLink keyId={keyId} written={written} text={CONNECTIONS.written} />}
      {!isEnded && (
        <RowButtons>
          <button
            type="button"
            class="button small quiet danger"
            aria-label={translate(CONNECTIONS.disconnectApp(name))}
            aria-describedby={sinceId}
            onClick={onDisconnect}
          >
            {translate(CONNECTIONS.disconnect)}
          </button>
        </RowButtons>
      )}
    </li>
  );
}
