import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ListedSessionView } from '../../../../server/sign-in/views.ts';
import { accountApi } from '../../api/account-api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { isApp } from '../../components/connected-app.ts';
import { Pending } from '../../components/pending.tsx';
import { Pill } from '../../components/pill.tsx';
import { Row, Rows } from '../../components/rows.tsx';
import { Section, SectionAction } from '../../components/section.tsx';
import { setTo } from '../../components/set-to.ts';
import { DateText, formatLongDate, RelativeTime } from '../../components/time-text.tsx';
import { showToast } from '../../components/toast.tsx';
import { useResource } from '../../components/use-resource.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { ACCOUNT, SESSION_ORIGINS } from '../../texts/account-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { EvictionDialog } from './eviction-dialog.tsx';
import { OpenLink } from './open-link.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';

type OpenDialog = { action: 'everywhere' | 'evict' } | { action: 'end'; listed: ListedSessionView };

/** Who is signed in, and the ways to end that. */
export function SessionSection({ endsAt }: { endsAt: string }) {
  const [sessions, reload] = useResource(accountApi.listSessions);
  const dialog = useSignal<OpenDialog | undefined>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = setTo(dialog, undefined);
  const leaveLink = async () => {
    await reload();
    // The button that had the focus is gone.
    heading.current?.focus();
  };
  const { value: loaded, error } = sessions.value;
  const open = dialog.value;
  return (
    <Section
      id="sessions"
      title={ACCOUNT.sessions}
      heading={heading}
      action={
        <Button
          look="danger"
          text={ACCOUNT.signOutEverywhere}
          onClick={() => {
            dialog.value = { action: 'everywhere' };
            // An app may have been connected since the page was opened.
            void reload();
          }}
        />
      }
    >
      <p>{translate(ACCOUNT.sessionEnds(formatLongDate(endsAt)))}</p>
      <OpenLink link={loaded?.link ?? null} onEnded={leaveLink} />
      {loaded !== undefined ? (
        <Rows>
          {loaded.sessions.map((listed) => (
            <SessionRow
              key={listed.sessionId}
              listed={listed}
              onEnd={setTo(dialog, { action: 'end', listed })}
            />
          ))}
        </Rows>
      ) : (
        <Pending rows={1} error={error} onRetry={reload} />
      )}
      <SectionAction>
        <p class="hint">{translate(ACCOUNT.intruderHint)}</p>
        <Button look="danger" text={ACCOUNT.intruder} onClick={setTo(dialog, { action: 'evict' })} />
      </SectionAction>
      {open?.action === 'everywhere' && (
        <SignOutDialog apps={(loaded?.recentApps ?? []).filter(isApp)} onClose={close} />
      )}
      {open?.action === 'end' && (
        <ConfirmDialog
          title={ACCOUNT.endSessionTitle}
          text={ACCOUNT.endSessionText(browserOf(open.listed))}
          confirmLabel={ACCOUNT.endSession}
          onClose={close}
          onConfirm={async () => {
            await sendVerified(ACCOUNT.endSessionPurpose, () => accountApi.endSession(open.listed.sessionId));
            showToast(ACCOUNT.sessionEnded);
            close();
            await reload();
          }}
        />
      )}
      {open?.action === 'evict' && <EvictionDialog onClose={close} onEvicted={() => void reload()} />}
    </Section>
  );
}

const browserOf = ({ browser }: ListedSessionView): string => browser || translate(ACCOUNT.unknownBrowser);

function SessionRow({ listed, onEnd }: { listed: ListedSessionView; onEnd: () => void }) {
  const { origin, passkeyName, createdAt, usedAt, isCurrent } = listed;
  const browser = browserOf(listed);
  return (
    <Row
      title={browser}
      pills={isCurrent && <Pill text={WORDS.thisBrowser} />}
      facts={[
        [ACCOUNT.beganWith, passkeyName ?? translate(SESSION_ORIGINS[origin])],
        [ACCOUNT.beganAt, <DateText at={createdAt} />],
        [WORDS.lastUsed, isCurrent ? translate(COMMON.justNow) : <RelativeTime at={usedAt} />],
      ]}
      buttons={
        !isCurrent && (
          <Button
            look="danger"
            size="small"
            text={ACCOUNT.endSession}
            label={ACCOUNT.endSessionOf(browser)}
            onClick={onEnd}
          />
        )
      }
    />
  );
}
