import type { OperatedAccountView } from '../../../../server/operator/views.ts';
import { DateText, RelativeTime } from '../../components/time-text.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { SERVER } from '../../texts/server-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';

export type AccountAction = 'suspend' | 'activate' | 'link';

interface AccountRowProps {
  account: OperatedAccountView;
  /** That of the operator who is looking, who cannot lock itself out here. */
  isOwn: boolean;
  onAct: (action: AccountAction, account: OperatedAccountView) => void;
}

export function AccountRow({ account, isOwn, onAct }: AccountRowProps) {
  const { accountId, name, status, isOperator, createdAt, lastUsedAt } = account;
  const isSuspended = status === 'suspended';
  return (
    <li class={isSuspended ? 'ended' : undefined}>
      <div class="row-title">
        <strong>{name}</strong>
        {isOperator && <span class="pill accent">{translate(SERVER.operator)}</span>}
        {isOwn && <span class="pill">{translate(SERVER.ownAccount)}</span>}
        {isSuspended && <span class="pill warning">{translate(SERVER.suspended)}</span>}
        <code>{accountId}</code>
      </div>
      <dl>
        <div>
          <dt>{translate(SERVER.accountCreated)}</dt>
          <dd>
            <DateText at={createdAt} />
          </dd>
        </div>
        <div>
          <dt>{translate(WORDS.lastUsed)}</dt>
          <dd>{describeUse(isOwn, lastUsedAt)}</dd>
        </div>
      </dl>
      {!isOwn && (
        <div class="buttons">
          {!isSuspended && (
            <button
              type="button"
              class="button small quiet"
              aria-label={translate(SERVER.linkAccount(name))}
              onClick={() => onAct('link', account)}
            >
              {translate(SERVER.link)}
            </button>
          )}
          <button
            type="button"
            class="button small quiet danger"
            aria-label={translate((isSuspended ? SERVER.activateAccount : SERVER.suspendAccount)(name))}
            onClick={() => onAct(isSuspended ? 'activate' : 'suspend', account)}
          >
            {translate(isSuspended ? SERVER.activate : SERVER.suspend)}
          </button>
        </div>
      )}
    </li>
  );
}

/** The use of a session is known to the hour. */
function describeUse(isOwn: boolean, lastUsedAt: string | null) {
  if (isOwn) return translate(COMMON.justNow);
  return lastUsedAt === null ? translate(COMMON.never) : <RelativeTime at={lastUsedAt} />;
}
