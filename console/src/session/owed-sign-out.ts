import { consoleApi } from '../api/console-api.ts';
import { hasCode } from '../api/console-error.ts';
import { isStored, writeStored } from '../stored-data.ts';

/** A sign-out without a connection: the device is left at once, and the session ends before it is used again. */
export const owesSignOut = (): boolean => isStored('rollbook-owed-sign-out');

/** False if the browser stores nothing, so that it could not be remembered. */
export const oweSignOut = (): boolean => writeStored('owed', 'rollbook-owed-sign-out');

export const forgetOwedSignOut = (): boolean => writeStored(undefined, 'rollbook-owed-sign-out');

export async function endSession(): Promise<void> {
  try {
    await consoleApi.signOut();
  } catch (error) {
    // The service does not end a session of a suspended account, which opens nothing until the account is active again.
    if (hasCode(error, 'account_suspended')) return void oweSignOut();
    // A session that has ended already is left all the same.
    if (!hasCode(error, 'signed_out')) throw error;
  }
  forgetOwedSignOut();
}
