import type { InviteView } from '../../../../server/operator/views.ts';
import { DateText, RelativeTime } from '../../components/time-text.tsx';
import { SERVER } from '../../texts/server-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { stateOfInvite } from './invite-state.ts';

interface InviteRowProps {
  invite: InviteView;
  onRevoke: (invite: InviteView) => void;
}

export function InviteRow({ invite, onRevoke }: InviteRowProps) {
  const { inviteId, uses, usesLeft, createdAt, expiresAt, revokedAt } = invite;
  const { state, isEnded } = stateOfInvite(invite);
  return (
    <li class={isEnded ? 'ended' : undefined}>
      <div class="row-title">
        <strong>{translate(SERVER.inviteFor(uses))}</strong>
        {state !== 'open' && (
          <span class={state === 'expires-soon' ? 'pill warning' : 'pill'}>
            {translate(SERVER.inviteStates[state])}
          </span>
        )}
        <code>{inviteId}</code>
      </div>
      <dl>
        <div>
          <dt>{translate(SERVER.usesLeft)}</dt>
          <dd>{translate(SERVER.usesLeftOf(usesLeft, uses))}</dd>
        </div>
        <div>
          <dt>{translate(SERVER.created)}</dt>
          <dd>
            <DateText at={createdAt} />
          </dd>
        </div>
        <div>
          <dt>{translate(state === 'revoked' ? SERVER.inviteStates.revoked : WORDS.expires)}</dt>
          <dd>{isEnded ? <DateText at={revokedAt ?? expiresAt} /> : <RelativeTime at={expiresAt} />}</dd>
        </div>
      </dl>
      {!isEnded && (
        <div class="buttons">
          <button
            type="button"
            class="button small quiet danger"
            aria-label={translate(SERVER.revokeInvite(inviteId))}
            onClick={() => onRevoke(invite)}
          >
            {translate(WORDS.revoke)}
          </button>
        </div>
      )}
    </li>
  );
}
