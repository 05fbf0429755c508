import { useSignal } from '@preact/signals';
import type { OperatedAccountView } from '../../../../server/operator/views.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { Pending } from '../../components/pending.tsx';
import { Rows } from '../../components/rows.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { SectionAction } from '../../components/section.tsx';
import { signedInSession } from '../../session/session-state.ts';
import { SERVER } from '../../texts/server-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import styles from './account-list.module.css';
import { type AccountAction, AccountRow } from './account-row.tsx';
import type { useAccountPages } from './use-account-pages.ts';

/** Fewer are found faster by reading. */
const SEARCHED_FROM = 10;

interface AccountListProps {
  pages: ReturnType<typeof useAccountPages>;
  onAct: (action: AccountAction, account: OperatedAccountView) => void;
}

export function AccountList({ pages, onAct }: AccountListProps) {
  const { loaded, reload, more } = pages;
  const hasSearch = useSignal(false);
  const { value, error } = loaded.value;
  if (value === undefined) return <Pending rows={3} error={error} onRetry={reload} />;
  const { accounts, nextAfter, name } = value;
  if (accounts.length >= SEARCHED_FROM) hasSearch.value = true;
  const ownId = signedInSession()?.account.accountId;
  return (
    <>
      {hasSearch.value && <AccountSearch pages={pages} />}
      <p role="status" class={accounts.length === 0 ? 'hint' : 'visually-hidden'}>
        {name !== '' && translate(describeFound(accounts.length, nextAfter !== null))}
      </p>
      <Rows>
        {accounts.map((account) => (
          <AccountRow
            key={account.accountId}
            account={account}
            isOwn={account.accountId === ownId}
            onAct={onAct}
          />
        ))}
      </Rows>
      <ErrorMessage error={more.error.value} />
      {nextAfter !== null && (
        <SectionAction>
          <Button text={WORDS.showMore} action={more} />
        </SectionAction>
      )}
    </>
  );
}

/** A component of its own, so that typing does not render the list. */
function AccountSearch({ pages: { loaded, query, search } }: Pick<AccountListProps, 'pages'>) {
  const { value, error } = loaded.value;
  return (
    <>
      <div class={styles.search}>
        <SearchInput label={SERVER.findAccount} value={query.value} onInput={search} />
      </div>
      <ErrorMessage error={value?.name === query.value ? undefined : error} />
    </>
  );
}

function describeFound(count: number, hasMore: boolean) {
  if (count === 0) return SERVER.noAccount;
  return hasMore ? SERVER.accountsShown(count) : SERVER.accountsFound(count);
}
