import type { Stock, StockChanges } from '../../contract/goals.ts';
import { MAX_ITEM_COUNT } from '../../contract/limits.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import type { AppContext } from '../app-context.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import { preconditionFailed, refuseWrite, throwFieldErrors } from '../auth/refuse-write.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { tagOf } from '../http/etags.ts';
import { compileValidator } from '../http/validation.ts';
import type { AccountCaller } from '../store/caller.ts';
import { retryWrite } from '../store/retry-write.ts';
import { asUnknownOutcome } from '../store/unknown-outcome.ts';
import type { RequireMatch } from './preconditions.ts';
import { type SeenStockChanges, STOCK_CHANGES_BODY, STOCK_PATCH_BODY } from './schemas.ts';
import { changeStock, readStock } from './stock-records.ts';

/** Reads the stock of an account, without items that the game has no more. */
export const createStockReader =
  ({ store, catalogue }: Pick<AppContext, 'store' | 'catalogue'>) =>
  async (accountId: string): Promise<Stock> =>
    withKnownItems(catalogue, await readStock(store.database, accountId));

function withKnownItems({ current }: AppContext['catalogue'], items: Stock['items']): Stock {
  const known = Object.entries(items).filter(([itemId]) => current.catalogue.hasItem(itemId));
  return { items: Object.fromEntries(known) };
}

/** The stock of items of accounts, for the API and the console. */
export function createStockActions(context: Pick<AppContext, 'store' | 'now' | 'catalogue'>) {
  const { store, now, catalogue } = context;
  const { database } = store;
  const read = createStockReader(context);
  const isKnownItem = (itemId: string): boolean => catalogue.current.catalogue.hasItem(itemId);
  const knownItem = { isValid: isKnownItem, message: '없는 아이템입니다. 아이템 ID를 확인하십시오.' };
  const validateChanges = compileValidator(STOCK_PATCH_BODY, knownItem);
  const validateSeenChanges = compileValidator(STOCK_CHANGES_BODY, knownItem);

  async function save(caller: AccountCaller, changes: SeenStockChanges): Promise<Stock> {
    const { accountId } = caller;
    if (!(await changeStock(database, caller, now(), changes))) {
      if (changes.seen !== undefined) await requireSeen(caller, changes.seen);
      await refuseWrite(store, caller, now());
    }
    return asUnknownOutcome(() => read(accountId));
  }

  /** Compare-and-set of the whole stock, whose tag `If-Match` names. */
  async function saveMatched(
    caller: AccountCaller,
    changes: StockChanges,
    requireMatch: RequireMatch,
  ): Promise<Stock> {
    const { accountId } = caller;
    await retryWrite(async () => {
      const seen = await readStock(database, accountId);
      requireMatch(tagOf(JSON.stringify(withKnownItems(catalogue, seen))));
      const items = { ...changes.items, ...addCounts(changes, seen) };
      if (await changeStock(database, caller, now(), { items, seen }, true)) return true;
      await rejectEndedCaller(store, caller, now());
      return undefined;
    });
    return asUnknownOutcome(() => read(accountId));
  }

  async function requireSeen(caller: AccountCaller, seen: StockChanges['items']): Promise<void> {
    await rejectEndedCaller(store, caller, now());
    const current = await readStock(database, caller.accountId);
    const items = Object.entries(current).filter(([itemId]) => Object.hasOwn(seen, itemId));
    if (Object.entries(seen).some(([itemId, count]) => (current[itemId] ?? null) !== count))
      throw preconditionFailed('재고', { items: JSON.stringify(Object.fromEntries(items)) });
  }

  return {
    read,

    async change(caller: AccountCaller, body: unknown, requireMatch?: RequireMatch): Promise<Stock> {
      const sent = Object(body).add === undefined ? body : { items: {}, ...Object(body) };
      throwFieldErrors(validateChanges(sent));
      const changes = sent as StockChanges;
      if (changes.add !== undefined && (requireMatch?.isAny ?? true)) throw invalidRequest([ADD_UNMATCHED]);
      return requireMatch === undefined ? save(caller, changes) : saveMatched(caller, changes, requireMatch);
    },

    /** The same, unless a count is not the one that was seen any more. */
    async changeSeen(caller: AccountCaller, body: unknown): Promise<Stock> {
      throwFieldErrors(validateSeenChanges(body));
      return save(caller, body as SeenStockChanges);
    },
  };
}

const ADD_UNMATCHED: FieldError = {
  field: 'if-match',
  message:
    'add를 보낼 때는 GET /beta/stock의 ETag를 If-Match로 보내십시오. 그래야 다시 보내도 한 번만 더합니다.',
};

/** The counts of what is added to, after what is set. Throws if one is no count. */
function addCounts({ items, add = {} }: StockChanges, seen: Stock['items']): Record<string, number> {
  const counts = Object.entries(add).map(([itemId, count]): [string, number] => {
    const before = items[itemId] === undefined ? seen[itemId] : items[itemId];
    return [itemId, (before ?? 0) + count];
  });
  throwFieldErrors(
    counts
      .filter(([, count]) => count < 0 || count > MAX_ITEM_COUNT)
      .map(([itemId, count]) => ({
        field: `add.${itemId}`,
        message: `더하면 ${count}입니다. 0부터 ${MAX_ITEM_COUNT}까지여야 합니다.`,
      })),
  );
  return Object.fromEntries(counts);
}

export type StockActions = ReturnType<typeof createStockActions>;
