import { readEmptyBody } from '../console/body-checks.ts';
import { toTime, toTimeOrNull } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { entryUrl } from '../http/public-urls.ts';
import { Refusal, readQuery } from '../http/query-parameters.ts';
import { newLink } from '../sign-in/account-links.ts';
import type { StoredAccount } from '../store/stored-account.ts';
import { asUnknownOutcome } from '../store/unknown-outcome.ts';
import { type OperatorContext, rejectEndedOperator } from './operator-context.ts';
import {
  type AccountCursor,
  changeStatus,
  FIRST_ACCOUNT,
  findOperatedAccount,
  listOperatedAccounts,
  type OperatedAccount,
  saveLinkAsOperator,
} from './records.ts';
import type { AccountLinkView, OperatedAccountsView, OperatedAccountView } from './views.ts';

const CURSOR = /^(?<createdAt>\d{1,16})\.(?<accountId>\w{1,64})$/;
const ACCOUNT_ID = /^\w{1,64}$/;

/** The accounts and whether their players come in. Nobody's roster, keys and sessions. */
export function createOperatedAccountHandlers(context: OperatorContext) {
  const { store, site, now } = context;

  async function findAccount(accountId: string | undefined): Promise<OperatedAccount> {
    const isId = accountId !== undefined && ACCOUNT_ID.test(accountId);
    const account = isId ? await findOperatedAccount(store.database, accountId) : undefined;
    if (account === undefined) throw accountNotFoundError();
    return account;
  }

  async function setStatus(
    request: SessionRequest,
    status: StoredAccount['status'],
  ): Promise<OperatedAccountView> {
    readEmptyBody(request);
    const account = await findAccount(request.params.accountId);
    const { accountId } = account;
    if (status === 'suspended' && accountId === request.caller.accountId)
      throw invalidRequest([{ field: 'accountId', message: '자신의 계정은 정지할 수 없습니다.' }]);
    const changed = await changeStatus(store.database, request.caller, account, status, now());
    if (changed === 'refused') await rejectEndedOperator(context, request);
    return toView(await asUnknownOutcome(() => findAccount(accountId)));
  }

  return {
    async list(request: SessionRequest): Promise<OperatedAccountsView> {
      const { name, after } = readQuery(request, (parameter) => ({
        name: parameter('name', (text) => text.trim()) ?? '',
        after: parameter('after', readCursor) ?? FIRST_ACCOUNT,
      }));
      const { accounts, next } = await listOperatedAccounts(store.database, after, name);
      return {
        accounts: accounts.map(toView),
        nextAfter: next === undefined ? null : `${next.createdAt}.${next.accountId}`,
      };
    },

    suspend: (request: SessionRequest): Promise<OperatedAccountView> => setStatus(request, 'suspended'),

    activate: (request: SessionRequest): Promise<OperatedAccountView> => setStatus(request, 'active'),

    async link(request: SessionRequest): Promise<AccountLinkView> {
      readEmptyBody(request);
      const account = await findAccount(request.params.accountId);
      const at = now();
      const { token, ...link } = newLink(account.accountId, request.caller.accountId, at);
      const { accountName } = request.session;
      const saved = await saveLinkAsOperator(store.database, request.caller, accountName, account, link, at);
      if (saved === 'refused') await rejectEndedOperator(context, request);
      if (saved === 'unchanged') throw accountNotFoundError();
      const { origin, basePath } = site();
      return { url: entryUrl(origin + basePath, token), expiresAt: toTime(link.expiresAt) };
    },
  };
}

function readCursor(text: string): AccountCursor | Refusal {
  const { createdAt, accountId } = CURSOR.exec(text)?.groups ?? {};
  if (createdAt === undefined || accountId === undefined || !Number.isSafeInteger(Number(createdAt)))
    return new Refusal('목록의 nextAfter여야 합니다.');
  return { createdAt: Number(createdAt), accountId };
}

const toView = ({ keyUsedAt, sessionUsedAt, ...account }: OperatedAccount): OperatedAccountView => ({
  accountId: account.accountId,
  name: account.name,
  status: account.status,
  isOperator: account.isOperator === 1,
  createdAt: toTime(account.createdAt),
  lastUsedAt: toTimeOrNull(Math.max(keyUsedAt ?? 0, sessionUsedAt ?? 0) || null),
});

const accountNotFoundError = (): ApiError =>
  new ApiError('not_found', '그런 계정이 없습니다. 목록을 새로 고치십시오.');
