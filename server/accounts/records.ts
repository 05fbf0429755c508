import type { GameServer } from '../../game/attributes.ts';
import { noteActivity } from '../activity/activity.ts';
import { type Caller, requireCaller } from '../store/caller.ts';
import { type Database, defineStatements, requiredStep, succeeds } from '../store/database.ts';

export const STATEMENTS = defineStatements({
  renameAccount: 'UPDATE account SET name = $2 WHERE account_id = $1',
  setGameServer: 'UPDATE account SET game_server = $2 WHERE account_id = $1',
});

/** Settings that are left out stay. */
export interface AccountChanges {
  name?: string;
  gameServer?: GameServer;
}

/**
 * False if the caller may not write any more. The activity tells of a new name only: the server changes what is shown,
 * and nothing that concerns the safety of the account.
 */
export const changeAccountSettings = (
  database: Database,
  caller: Caller,
  accountId: string,
  { name, gameServer }: AccountChanges,
  at: number,
): Promise<boolean> =>
  succeeds(
    database.write(
      'changeAccountSettings',
      [
        ...requireCaller(caller, accountId, at),
        ...(gameServer === undefined ? [] : [requiredStep(STATEMENTS.setGameServer, accountId, gameServer)]),
        ...(name === undefined
          ? []
          : [
              requiredStep(STATEMENTS.renameAccount, accountId, name),
              ...noteActivity(accountId, { at, kind: 'account-renamed', detail: name }),
            ]),
      ],
      accountId,
    ),
  );
