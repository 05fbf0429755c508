import type { InviteView } from '../../../../server/operator/views.ts';
import { Button } from '../../components/button.tsx';
import { Pill } from '../../components/pill.tsx';
import { Row } from '../../components/rows.tsx';
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
    <Row
      title={translate(SERVER.inviteFor(uses))}
      pills={
        state !== 'open' && (
          <Pill look={state === 'expires-soon' ? 'warning' : 'plain'} text={SERVER.inviteStates[state]} />
        )
      }
      code={inviteId}
      facts={[
        [SERVER.usesLeft, translate(SERVER.usesLeftOf(usesLeft, uses))],
        [SERVER.created, <DateText at={createdAt} />],
        [
          state === 'revoked' ? SERVER.inviteStates.revoked : WORDS.expires,
          isEnded ? <DateText at={revokedAt ?? expiresAt} /> : <RelativeTime at={expiresAt} />,
        ],
      ]}
      buttons={
        !isEnded && (
          <Button
            look="danger"
            size="small"
            text={WORDS.revoke}
            label={SERVER.revokeInvite(inviteId)}
            onClick={() => onRevoke(invite)}
          />
        )
      }
      isEnded={isEnded}
    />
  );
}
