import { StockChanges as StockChangesSchema } from '../../contract/beta-schemas.ts';
import type { Stock, StockChanges } from '../../contract/goals.ts';
import type { AppContext } from '../app-context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { compileValidator } from '../http/validation.ts';
import type { AccountCaller } from '../store/caller.ts';
import { asUnknownOutcome } from '../store/unknown-outcome.ts';
import { refuseWrite } from './refuse-write.ts';
import { changeStock, readStock } from './stock-records.ts';

/** The stock of items of accounts, for the API and the console. */
export function createStockActions(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  isKnownItem: (itemId: string) => boolean,
) {
  const { database } = store;
  const validateChanges = compileValidator(StockChangesSchema, {
    isValid: isKnownItem,
    message: '없는 아이템입니다. 아이템 ID를 확인하십시오.',
  });

  /** Without items that the game has no more. */
  async function read(accountId: string): Promise<Stock> {
    const counts = Object.entries(await readStock(database, accountId));
    return { items: Object.fromEntries(counts.filter(([itemId]) => isKnownItem(itemId))) };
  }

  return {
    read,

    async change(caller: AccountCaller, body: unknown): Promise<Stock> {
      const errors = validateChanges(body);
      if (errors.length > 0) throw invalidRequest(errors);
      const isDone = await changeStock(database, caller, now(), body as StockChanges);
      if (!isDone) await refuseWrite(store, caller, now());
      return asUnknownOutcome(() => read(caller.accountId));
    },
  };
}

export type StockActions = ReturnType<typeof createStockActions>;
