import type { HistoryAuthorView } from '../../../../server/history/views.ts';
import type { KeyView } from '../../../../server/keys/views.ts';
import { Button } from '../../components/button.tsx';
import { Pill } from '../../components/pill.tsx';
import { Row } from '../../components/rows.tsx';
import { DateText, RelativeTime } from '../../components/time-text.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { AreaPills } from './area-pills.tsx';
import { stateOfKey } from './key-state.ts';
import { WrittenLink } from './written-link.tsx';

interface KeyRowProps {
  apiKey: KeyView;
  /** The changes that the key has made. */
  written: HistoryAuthorView | undefined;
  onAct: (action: 'rotate' | 'end', key: KeyView) => void;
}

export function KeyRow({ apiKey, written, onAct }: KeyRowProps) {
  const { name, permission, areas, shown, issuedAt, expiresAt, revokedAt, lastUsedAt } = apiKey;
  const { state, isEnded } = stateOfKey(apiKey);
  return (
    <Row
      title={name}
      pills={
        <>
          {areas === null ? (
            <Pill
              look={permission === 'write' && !isEnded ? 'warning' : 'plain'}
              text={KEYS.permissions[permission]}
            />
          ) : (
            <AreaPills areas={areas} isEnded={isEnded} />
          )}
          {state === 'expires-soon' && <Pill look="warning" text={KEYS.expiresSoon} />}
          {state === 'expired' && <Pill text={KEYS.expired} />}
          {state === 'revoked' && <Pill text={KEYS.revoked} />}
        </>
      }
      code={`${shown}…`}
      facts={[
        [KEYS.issued, <DateText at={issuedAt} />],
        [
          state === 'revoked' ? KEYS.revoked : WORDS.expires,
          state === 'expires-soon' ? (
            <RelativeTime at={expiresAt} />
          ) : (
            <DateText at={revokedAt ?? expiresAt} />
          ),
        ],
        [WORDS.lastUsed, lastUsedAt === null ? translate(COMMON.never) : <RelativeTime at={lastUsedAt} />],
      ]}
      note={written && <WrittenLink keyId={apiKey.keyId} written={written} text={KEYS.written} />}
      buttons={
        !isEnded && (
          <>
            <Button
              size="small"
              text={KEYS.rotate}
              label={KEYS.rotateKey(name)}
              onClick={() => onAct('rotate', apiKey)}
            />
            <Button
              look="danger"
              size="small"
              text={WORDS.revoke}
              label={KEYS.revokeKey(name)}
              onClick={() => onAct('end', apiKey)}
            />
          </>
        )
      }
      isEnded={isEnded}
    />
  );
}
