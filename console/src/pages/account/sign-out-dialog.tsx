import { useSignal } from '@preact/signals';
import { accountApi } from '../../api/account-api.ts';
import { consoleApi } from '../../api/console-api.ts';
import { CheckboxSet } from '../../components/checkbox-set.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type ConnectedApp, nameApp } from '../../components/connected-app.ts';
import { HostName } from '../../components/host-name.tsx';
import { formatDateTime } from '../../components/time-text.tsx';
import { allEdits } from '../../outbox/outbox.ts';
import { leaveAccount } from '../../session/held-account.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { ACCOUNT } from '../../texts/account-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { CONNECTIONS } from '../../texts/connection-texts.ts';
import { EDITS } from '../../texts/edit-texts.ts';
import { translate } from '../../texts/translate.ts';

/** Ends all sessions, and in the same step those apps that the player ticks. */
export function SignOutDialog({ apps, onClose }: { apps: readonly ConnectedApp[]; onClose: () => void }) {
  const ticked = useSignal<ReadonlySet<string>>(new Set());
  return (
    <ConfirmDialog
      title={ACCOUNT.signOutEverywhere}
      text={describeSignOut()}
      confirmLabel={COMMON.signOut}
      onClose={onClose}
      onConfirm={async () => {
        const ended = [...ticked.value];
        if (ended.length === 0) await consoleApi.signOutEverywhere();
        else await sendVerified(ACCOUNT.signOutPurpose, () => accountApi.signOutWithApps(ended));
        leaveAccount('signed-out');
      }}
    >
      {apps.length === 0 ? undefined : (
        <CheckboxSet
          legend={translate(ACCOUNT.signOutApps)}
          choices={apps.map((app) => ({ id: app.keyId, label: <RecentApp {...app} /> }))}
          ticked={ticked}
        >
          <p class="hint">{translate(ACCOUNT.signOutAppsHint)}</p>
        </CheckboxSet>
      )}
    </ConfirmDialog>
  );
}

function RecentApp(connected: ConnectedApp) {
  const { app, issuedAt } = connected;
  const name = translate(nameApp(connected));
  return (
    <>
      <bdi>{app.kind === 'page' ? <HostName host={name} /> : name}</bdi>{' '}
      <small>
        {translate(CONNECTIONS.kinds[app.kind])} · {translate(CONNECTIONS.since)}{' '}
        <time dateTime={issuedAt}>{formatDateTime(issuedAt)}</time>
      </small>
    </>
  );
}

/** With the changes that the sign-out would lose. */
const describeSignOut = (): string =>
  [
    ACCOUNT.signOutEverywhereText,
    ...(allEdits.value.length > 0 ? [EDITS.signOutWaiting(allEdits.value.length)] : []),
  ]
    .map((text) => translate(text))
    .join(' ');
