import { STATEMENTS } from '../server/sign-in/insert-account.ts';
import { step } from '../server/store/database.ts';
import type { Store } from '../server/store/store.ts';

/** An active account without any activity. */
export async function addAccount(
  { database }: Pick<Store, 'database'>,
  accountId: string,
  { name = '', createdAt = 0 } = {},
): Promise<void> {
  await database.write('addAccount', [
    step(STATEMENTS.insertAccount, accountId, name, 'active', createdAt, 0),
  ]);
}
