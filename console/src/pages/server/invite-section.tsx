import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { CreatedInviteView, InviteView, ServerView } from '../../../../server/operator/views.ts';
import { serverApi } from '../../api/server-api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { Pending } from '../../components/pending.tsx';
import { Rows } from '../../components/rows.tsx';
import { Section } from '../../components/section.tsx';
import { setTo } from '../../components/set-to.ts';
import { formatDateTime } from '../../components/time-text.tsx';
import { showToast } from '../../components/toast.tsx';
import { useResource } from '../../components/use-resource.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { SERVER } from '../../texts/server-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { AddressDialog } from './address-dialog.tsx';
import { InviteRow } from './invite-row.tsx';
import { stateOfInvite } from './invite-state.ts';
import { NewInviteDialog } from './new-invite-dialog.tsx';

type OpenDialog =
  | { action: 'create' }
  | { action: 'show'; created: CreatedInviteView }
  | { action: 'revoke'; invite: InviteView };

/** Who may sign up, and the invites that are open. */
export function InviteSection({ signup }: { signup: ServerView['signup'] | undefined }) {
  const [invites, reload] = useResource(serverApi.listInvites);
  const dialog = useSignal<OpenDialog | undefined>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = setTo(dialog, undefined);
  const revoke = async ({ inviteId }: InviteView) => {
    await sendVerified(SERVER.revokePurpose, () => serverApi.revokeInvite(inviteId));
    showToast(SERVER.revoked);
    close();
    await reload();
    // The button that had the focus is gone.
    heading.current?.focus();
  };
  const { value: all, error } = invites.value;
  const open = dialog.value;
  return (
    <Section
      id="invites"
      title={SERVER.invites}
      heading={heading}
      action={
        <Button
          look="primary"
          icon="plus"
          text={SERVER.newInvite}
          onClick={setTo(dialog, { action: 'create' })}
        />
      }
    >
      {signup === 'closed' ? (
        <Notice kind="warning">{translate(SERVER.signup.closed)}</Notice>
      ) : (
        signup && <p>{translate(SERVER.signup[signup])}</p>
      )}
      {all !== undefined ? (
        <InviteList
          invites={all}
          onRevoke={(invite) => {
            dialog.value = { action: 'revoke', invite };
          }}
        />
      ) : (
        <Pending rows={1} error={error} onRetry={reload} />
      )}
      {open?.action === 'create' && (
        <NewInviteDialog
          onClose={close}
          onCreated={(created) => {
            dialog.value = { action: 'show', created };
            void reload();
          }}
        />
      )}
      {open?.action === 'show' && (
        <AddressDialog
          title={SERVER.sendInvite}
          label={SERVER.inviteAddress}
          url={open.created.url}
          use={SERVER.inviteUse(open.created.uses, formatDateTime(open.created.expiresAt))}
          onClose={close}
        />
      )}
      {open?.action === 'revoke' && (
        <ConfirmDialog
          title={SERVER.revokeTitle}
          text={SERVER.revokeText(open.invite.usesLeft)}
          confirmLabel={WORDS.revoke}
          onConfirm={() => revoke(open.invite)}
          onClose={close}
        />
      )}
    </Section>
  );
}

interface InviteListProps {
  invites: readonly InviteView[];
  onRevoke: (invite: InviteView) => void;
}

function InviteList({ invites, onRevoke }: InviteListProps) {
  const newestFirst = invites.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  const open = newestFirst.filter((invite) => !stateOfInvite(invite).isEnded);
  const ended = newestFirst.filter((invite) => stateOfInvite(invite).isEnded);
  const list = (shown: readonly InviteView[]) => (
    <Rows>
      {shown.map((invite) => (
        <InviteRow key={invite.inviteId} invite={invite} onRevoke={onRevoke} />
      ))}
    </Rows>
  );
  return (
    <>
      {open.length > 0 ? list(open) : <p class="hint">{translate(SERVER.noInvites)}</p>}
      {ended.length > 0 && (
        <details>
          <summary>{translate(SERVER.endedInvites(ended.length))}</summary>
          {list(ended)}
        </details>
      )}
    </>
  );
}
