import type { Capability } from '../capability.ts';
import { open, reserved, row } from '../console/console-route.ts';
import { deleteExpiredSessions } from '../session/session-records.ts';
import { exportedAs, KEPT_OUT } from '../store/table.ts';
import { deleteExpiredLinks } from './account-links.ts';
import { deleteExpiredChallenges } from './challenges.ts';
import { deleteExpiredInvites } from './invites.ts';
import { createPasskeyHandlers, toPasskeyView } from './passkey-handlers.ts';
import { listPasskeys } from './passkey-records.ts';
import { createPasskeys } from './passkeys.ts';
import { createSessionHandlers } from './session-handlers.ts';
import { createSignInHandlers } from './sign-in-handlers.ts';

/** How players come in, prove that it is them, and go out. */
export const signIn: Capability = {
  tables: {
    passkey: exportedAs({
      name: 'passkeys',
      read: async ({ database }, accountId) => (await listPasskeys(database, accountId)).map(toPasskeyView),
    }),
    console_session: { ...KEPT_OUT, expire: deleteExpiredSessions },
    recovery_code: KEPT_OUT,
    account_link: { ...KEPT_OUT, expire: deleteExpiredLinks },
    // Empty: what was issued before challenges were signed.
    challenge: {
      ofAccount: { exported: 'nothing', end: 'by-themselves' },
      foundBy: 'digest',
      isCopied: false,
    },
    used_challenge: { foundBy: 'digest', isCopied: false, expire: deleteExpiredChallenges },
    invite: { foundBy: 'digest', expire: deleteExpiredInvites },
    // A start makes it.
    setup_link: { isCopied: false },
  },
  rows(services) {
    const { store, site, now } = services;
    const withPasskeys = { ...services, passkeys: createPasskeys(store.database, site, now) };
    const sessions = createSessionHandlers(services);
    const signIn = createSignInHandlers(withPasskeys);
    const passkeys = createPasskeyHandlers(withPasskeys);
    return [
      open('GET', '/session', 'consoleSession', sessions.current),
      reserved(row('DELETE', '/session', 'any', 'consoleSignOut', sessions.signOut)),
      row('GET', '/sessions', 'full', 'consoleListSessions', sessions.list),
      reserved(row('DELETE', '/sessions', 'any', 'consoleSignOutEverywhere', sessions.signOutEverywhere)),
      reserved(
        row('POST', '/sign-out-everywhere', 'verified', 'consoleSignOutWithApps', sessions.signOutWithApps),
      ),
      reserved(row('DELETE', '/sessions/{sessionId}', 'verified', 'consoleEndSession', sessions.end)),
      reserved(row('DELETE', '/link', 'full', 'consoleEndLink', sessions.endLink)),
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
      row(
        'POST',
        '/recovery-codes',
        'verified',
        'consoleReplaceRecoveryCodes',
        passkeys.replaceRecoveryCodes,
      ),
    ];
  },
};
