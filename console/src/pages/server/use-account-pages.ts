import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { OperatedAccountsView, OperatedAccountView } from '../../../../server/operator/views.ts';
import { serverApi } from '../../api/server-api.ts';
import { useAction } from '../../components/use-action.ts';
import { type Resource, useResource } from '../../components/use-resource.ts';

const TYPING_MS = 200;

/** The accounts that were loaded so far, of those whose name contains `name`. */
interface LoadedAccounts extends OperatedAccountsView {
  name: string;
}

interface AccountPages {
  loaded: Signal<Resource<LoadedAccounts>>;
  reload: () => Promise<void>;
  query: Signal<string>;
  search: (name: string) => void;
  more: ReturnType<typeof useAction<[]>>;
  replace: (account: OperatedAccountView) => void;
}

/** The accounts page by page, so that a server with thousands opens as fast as one with three. */
export function useAccountPages(): AccountPages {
  const query = useSignal('');
  const pageCount = useRef(1);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [loaded, reload] = useResource(async () => {
    for (;;) {
      const name = query.peek();
      const read = await readPages(name, pageCount.current);
      // Otherwise something else was typed meanwhile.
      if (name === query.peek()) return read;
    }
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const more = useAction(async () => {
    const before = loaded.peek().value;
    if (before === undefined) return;
    const page = await serverApi.listAccounts(before.name, before.nextAfter);
    if (loaded.peek().value !== before) return;
    pageCount.current += 1;
    const accounts = [...before.accounts, ...page.accounts];
    loaded.value = { value: { ...page, name: before.name, accounts }, error: undefined };
  });
  return {
    loaded,
    reload,
    query,
    more,
    search(name) {
      query.value = name;
      pageCount.current = 1;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void reload(), TYPING_MS);
    },
    replace(account) {
      const { value, error } = loaded.peek();
      if (value === undefined) return;
      const accounts = value.accounts.map((each) => (each.accountId === account.accountId ? account : each));
      loaded.value = { value: { ...value, accounts }, error };
    },
  };
}

async function readPages(name: string, count: number): Promise<LoadedAccounts> {
  let page = await serverApi.listAccounts(name, null);
  const accounts = [...page.accounts];
  for (let read = 1; read < count && page.nextAfter !== null; read += 1) {
    page = await serverApi.listAccounts(name, page.nextAfter);
    accounts.push(...page.accounts);
  }
  return { name, accounts, nextAfter: page.nextAfter };
}
