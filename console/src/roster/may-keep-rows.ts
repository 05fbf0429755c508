import { currentAccountId, signedInSession } from '../session/session-state.ts';
import { readStored } from '../stored-data.ts';

/** Whether it is worth asking for rows of imports: the session began with some, or has kept some since, or an earlier release did. */
export const mayKeepRows = (): boolean =>
  signedInSession()?.keepsRows === true || readStored('rollbook-kept-rows', currentAccountId()) !== null;
