import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ListedSessionView } from '../../../../server/sign-in/views.ts';
import { accountApi } from '../../api/account-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { isApp } from '../../components/connected-app.ts';
import { Pending } from '../../components/pending.tsx';
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
  const close = () => {
    dialog.value = undefined;
  };
  const leaveLink = async () => {
    await reload();
    // The button that had the focus is gone.
    heading.current?.focus();
  };
  const { value: loaded, error } = sessions.value;
  const open = dialog.value;
  return (
    <section aria-labelledby="sessions">
      <div class="section-heading">
        <h2 id="sessions" ref={heading} tabIndex={-1}>
          {translate(ACCOUNT.sessions)}
        </h2>
        <button
          type="button"
          class="button quiet danger"
          onClick={() => {
            dialog.value = { action: 'everywhere' };
            // An app may have been connected since the page was opened.
            void reload();
          }}
        >
          {translate(ACCOUNT.signOutEverywhere)}
        </button>
      </div>
      <p>{translate(ACCOUNT.sessionEnds(formatLongDate(endsAt)))}</p>
      <OpenLink link={loaded?.link ?? null} onEnded={leaveLink} />
      {loaded !== undefined ? (
        <ul class="rows">
          {loaded.sessions.map((listed) => (
            <SessionRow
              key={listed.sessionId}
              listed={listed}
              onEnd={setTo(dialog, { action: 'end', listed })}
            />
          ))}
        </ul>
      ) : (
        <Pending rows={1} error={error} onRetry={reload} />
      )}
      <div class="section-action">
        <p class="hint">{translate(ACCOUNT.intruderHint)}</p>
        <button type="button" class="button quiet danger" onClick={setTo(dialog, { action: 'evict' })}>
          {translate(ACCOUNT.intruder)}
        </button>
      </div>
      {open?.action === 'everywhere' && (
        <SignOutDialog apps={(loaded?.recentApps ?? []).filter(isApp)} onClose={close} />
      )}
      {open?.action === 'end' && (
        <ConfirmDialog
          title={translate(ACCOUNT.endSessionTitle)}
          text={translate(ACCOUNT.endSessionText(browserOf(open.listed)))}
          confirmLabel={translate(ACCOUNT.endSession)}
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
    </section>
  );
}

const browserOf = ({ browser }: ListedSessionView): string => browser || translate(ACCOUNT.unknownBrowser);

function SessionRow({ listed, onEnd }: { listed: ListedSessionView; onEnd: () => void }) {
  const { origin, passkeyName, createdAt, usedAt, isCurrent } = listed;
  const browser = browserOf(listed);
  return (
    <li>
      <div class="row-title">
        <strong>{browser}</strong>
        {isCurrent && <span class="pill">{translate(WORDS.thisBrowser)}</span>}
      </div>
      <dl>
        <div>
          <dt>{translate(ACCOUNT.beganWith)}</dt>
          <dd>{passkeyName ?? translate(SESSION_ORIGINS[origin])}</dd>
        </div>
        <div>
          <dt>{translate(ACCOUNT.beganAt)}</dt>
          <dd>
            <DateText at={createdAt} />
          </dd>
        </div>
        <div>
          <dt>{translate(WORDS.lastUsed)}</dt>
          <dd>{isCurrent ? translate(COMMON.justNow) : <RelativeTime at={usedAt} />}</dd>
        </div>
      </dl>
      {!isCurrent && (
        <div class="buttons">
          <button
            type="button"
            class="button small quiet danger"
            aria-label={translate(ACCOUNT.endSessionOf(browser))}
            onClick={onEnd}
          >
            {translate(ACCOUNT.endSession)}
          </button>
        </div>
      )}
    </li>
  );
}
