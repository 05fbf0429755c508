import { createAccountHandlers } from './account-handlers.ts';
import type { ConsoleContext } from './console-context.ts';
import { type ConsoleRow, compressed, open, reserved, row } from './console-route.ts';
import { createKeyHandlers } from './key-handlers.ts';
import { createPasskeyHandlers } from './passkey-handlers.ts';
import { createSessionHandlers } from './session-handlers.ts';
import { createSignInHandlers } from './sign-in-handlers.ts';

/** Every request of the console that is no operation of the contract. */
export function consoleRows(context: ConsoleContext): ConsoleRow[] {
  const sessions = createSessionHandlers(context);
  const signIn = createSignInHandlers(context);
  const passkeys = createPasskeyHandlers(context);
  const keys = createKeyHandlers(context);
  const account = createAccountHandlers(context);
  return [
    open('GET', '/session', 'consoleSession', sessions.current),
    reserved(row('DELETE', '/session', 'any', 'consoleSignOut', sessions.signOut)),
    row('GET', '/sessions', 'full', 'consoleListSessions', sessions.list),
    reserved(row('DELETE', '/sessions', 'any', 'consoleSignOutEverywhere', sessions.signOutEverywhere)),
    reserved(row('DELETE', '/sessions/{sessionId}', 'verified', 'consoleEndSession', sessions.end)),
    reserved(row('POST', '/eviction', 'verified', 'consoleEvictIntruder', sessions.evictIntruder)),
    open('POST', '/sign-in/options', 'consoleSignInOptions', signIn.signInOptions),
    open('POST', '/sign-in', 'consoleSignIn', signIn.signIn),
    open('POST', '/sign-up/options', 'consoleSignUpOptions', signIn.signUpOptions),
    open('POST', '/sign-up', 'consoleSignUp', signIn.signUp),
    open('POST', '/token', 'consoleLookUpToken', signIn.lookUpToken),
    open('POST', '/enter', 'consoleEnter', signIn.enter),
    open('POST', '/recover', 'consoleRecover', signIn.recover),
    reserved(row('POST', '/verify/options', 'full', 'consoleVerifyOptions', passkeys.verifyOptions)),
    reserved(row('POST', '/verify', 'full', 'consoleVerify', passkeys.verify)),
    row('GET', '/passkeys', 'full', 'consoleListPasskeys', passkeys.list),
    row('POST', '/passkeys/options', 'add-passkey', 'consoleAddPasskeyOptions', passkeys.creationOptions),
    row('POST', '/passkeys', 'add-passkey', 'consoleAddPasskey', passkeys.add),
    row('PATCH', '/passkeys/{passkeyId}', 'verified', 'consoleRenamePasskey', passkeys.rename),
    reserved(row('DELETE', '/passkeys/{passkeyId}', 'verified', 'consoleRemovePasskey', passkeys.remove)),
    row('POST', '/recovery-codes', 'verified', 'consoleReplaceRecoveryCodes', passkeys.replaceRecoveryCodes),
    compressed(row('GET', '/keys', 'full', 'consoleListKeys', keys.list)),
    row('POST', '/keys', 'verified', 'consoleIssueKey', keys.issue),
    row('POST', '/keys/{keyId}/rotate', 'verified', 'consoleRotateKey', keys.rotate),
    reserved(row('DELETE', '/keys/{keyId}', 'verified', 'consoleRevokeKey', keys.revoke)),
    compressed(row('GET', '/roster', 'full', 'consoleReadRoster', account.roster)),
    compressed(row('GET', '/activity', 'full', 'consoleActivity', account.activity)),
    row('POST', '/activity/import', 'full', 'consoleNoteImport', account.noteImport),
    // Not compressed: the data of other tools has no bound, and compression is synchronous.
    row('GET', '/export', 'full', 'consoleExport', account.export),
    row('PATCH', '/account', 'full', 'consoleRenameAccount', account.rename),
    row('DELETE', '/account', 'verified', 'consoleDeleteAccount', account.remove),
    row('GET', '/limits', 'full', 'consoleLimits', account.limits),
  ];
}
