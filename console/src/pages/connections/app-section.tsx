import type { HistoryAuthorView } from '../../../../server/history/views.ts';
import { Buttons, buttonClass } from '../../components/button.tsx';
import { type ConnectedApp, type Connections, groupByApp } from '../../components/connected-app.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { assistantsUrl } from '../../page-address.ts';
import { language } from '../../preferences.ts';
import { signedInSession } from '../../session/session-state.ts';
import { APP_REQUEST } from '../../texts/app-request-texts.ts';
import { CONNECTIONS } from '../../texts/connection-texts.ts';
import { translate } from '../../texts/translate.ts';
import { AppRow } from './app-row.tsx';
import { ConnectionRows, EndedList, splitByEnd } from './connection-list.tsx';
import { stateOfKey } from './key-state.ts';

interface AppSectionProps {
  apps: readonly ConnectedApp[];
  /** What each app has changed, by the ID of its key. */
  writtenBy: ReadonlyMap<string, HistoryAuthorView>;
  onDisconnect: (app: Connections) => void;
  onChanged: () => void;
}

export function AppSection({ apps: all, writtenBy, onDisconnect, onChanged }: AppSectionProps) {
  // One that was let in and never came for its key was not connected.
  const apps = all.filter((app) => !(app.app.isWaiting && stateOfKey(app).isEnded));
  const { active, ended } = splitByEnd(apps);
  const renderRow = (connections: Connections) => (
    <AppRow
      key={connections[0].keyId}
      connections={connections}
      writtenBy={writtenBy}
      onDisconnect={() => onDisconnect(connections)}
      onChanged={onChanged}
    />
  );
  const isOff = signedInSession()?.connectsApps === false;
  if (isOff && active.length + ended.length === 0) return null;
  const codeLink = !isOff && <PageLink to="device" look="quiet" text={CONNECTIONS.enterCode} />;
  return (
    <Section id="connected-apps" title={CONNECTIONS.apps} action={active.length > 0 && codeLink}>
      {isOff ? (
        <Notice title={APP_REQUEST.offTitle}>{translate(APP_REQUEST.off)}</Notice>
      ) : active.length === 0 ? (
        <EmptyState icon="connections" title={CONNECTIONS.empty} text={CONNECTIONS.emptyText}>
          <Buttons>
            {codeLink}
            <a class={buttonClass()} href={assistantsUrl(language.value)}>
              {translate(CONNECTIONS.howTo)}
            </a>
          </Buttons>
        </EmptyState>
      ) : null}
      {active.length > 0 && <ConnectionRows>{groupByApp(active).map(renderRow)}</ConnectionRows>}
      <EndedList
        summary={translate(CONNECTIONS.endedApps(ended.length))}
        rows={ended.map((app) => renderRow([app]))}
      />
    </Section>
  );
}
