import type { OperatedAccountView } from '../../../../server/operator/views.ts';
import { Button } from '../../components/button.tsx';
import { Pill } from '../../components/pill.tsx';
import { Row } from '../../components/rows.tsx';
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
    <Row
      title={name}
      pills={
        <>
          {isOperator && <Pill look="accent" text={SERVER.operator} />}
          {isOwn && <Pill text={SERVER.ownAccount} />}
          {isSuspended && <Pill look="warning" text={SERVER.suspended} />}
        </>
      }
      code={accountId}
      facts={[
        [SERVER.accountCreated, <DateText at={createdAt} />],
        [WORDS.lastUsed, describeUse(isOwn, lastUsedAt)],
      ]}
      buttons={
        !isOwn && (
          <>
            {!isSuspended && (
              <Button
                size="small"
                text={SERVER.link}
                label={SERVER.linkAccount(name)}
                onClick={() => onAct('link', account)}
              />
            )}
            <Button
              look="danger"
              size="small"
              text={isSuspended ? SERVER.activate : SERVER.suspend}
              label={(isSuspended ? SERVER.activateAccount : SERVER.suspendAccount)(name)}
              onClick={() => onAct(isSuspended ? 'activate' : 'suspend', account)}
            />
          </>
        )
      }
      isEnded={isSuspended}
    />
  );
}

/** The use of a session is known to the hour. */
function describeUse(isOwn: boolean, lastUsedAt: string | null) {
  if (isOwn) return translate(COMMON.justNow);
  return lastUsedAt === null ? translate(COMMON.never) : <RelativeTime at={lastUsedAt} />;
}
