import type { HistoryAuthorView } from '../../../../server/history/views.ts';
import type { KeyView } from '../../../../server/keys/views.ts';
import { DateText, RelativeTime } from '../../components/time-text.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { AreaPills } from './area-pills.tsx';
import { RowButtons } from './connection-list.tsx';
import { stateOfKey } from './key-state.ts';
import { WrittenLink } from './written-link.tsx';

interface KeyRowProps {
  apiKey: KeyView;
  /** The changes that the key has made. */
  written: HistoryAuthorView | undefined;
  onAct: (action: 'rotate' | 'revoke', key: KeyView) => void;
}

export function KeyRow({ apiKey, written, onAct }: KeyRowProps) {
  const { name, permission, areas, shown, issuedAt, expiresAt, revokedAt, lastUsedAt } = apiKey;
  const { state, isEnded } = stateOfKey(apiKey);
  return (
    <li class={isEnded ? 'ended' : undefined}>
      <div class="row-title">
        <strong>{name}</strong>
        {areas === null ? (
          <span class={permission === 'write' ? 'pill warning' : 'pill'}>
            {translate(KEYS.permissions[permission])}
          </span>
        ) : (
          <AreaPills areas={areas} />
        )}
        {state === 'expires-soon' && <span class="pill warning">{translate(KEYS.expiresSoon)}</span>}
        {state === 'expired' && <span class="pill">{translate(KEYS.expired)}</span>}
        {state === 'revoked' && <span class="pill">{translate(KEYS.revoked)}</span>}
        <code>{shown}…</code>
      </div>
      <dl>
        <div>
          <dt>{translate(KEYS.issued)}</dt>
          <dd>
            <DateText at={issuedAt} />
          </dd>
        </div>
        <div>
          <dt>{translate(state === 'revoked' ? KEYS.revoked : WORDS.expires)}</dt>
          <dd>
            {state === 'expires-soon' ? (
              <RelativeTime at={expiresAt} />
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
      {written && <WrittenLink keyId={apiKey.keyId} written={written} text={KEYS.written} />}
      {!isEnded && (
        <RowButtons>
          <button
            type="button"
            class="button small quiet"
            aria-label={translate(KEYS.rotateKey(name))}
            onClick={() => onAct('rotate', apiKey)}
          >
            {translate(KEYS.rotate)}
          </button>
          <button
            type="button"
            class="button small quiet danger"
            aria-label={translate(KEYS.revokeKey(name))}
            onClick={() => onAct('revoke', apiKey)}
          >
            {translate(WORDS.revoke)}
          </button>
        </RowButtons>
      )}
    </li>
  );
}
