import type { ActivityView } from '../../../server/accounts/views.ts';
import type { EvictionView, PasskeyView, SessionsView } from '../../../server/sign-in/views.ts';
import { sendRequest } from './send-request.ts';

/** The requests of the account page: apart, so that the roster does not load them. */
export const accountApi = {
  listSessions: () => sendRequest<SessionsView>('GET', '/sessions'),
  /** Ends apps too. */
  signOutWithApps: (apps: readonly string[]) => sendRequest<object>('POST', '/sign-out-everywhere', { apps }),
  endLink: () => sendRequest<object>('DELETE', '/link'),
  endSession: (sessionId: string) => sendRequest<object>('DELETE', `/sessions/${sessionId}`),
  evictIntruder: (keptPasskeys: readonly string[]) =>
    sendRequest<EvictionView>('POST', '/eviction', { keptPasskeys }),
  listPasskeys: async () => (await sendRequest<{ passkeys: PasskeyView[] }>('GET', '/passkeys')).passkeys,
  renamePasskey: (passkeyId: string, name: string) =>
    sendRequest<PasskeyView>('PATCH', `/passkeys/${encodeURIComponent(passkeyId)}`, { name }),
  removePasskey: (passkeyId: string) =>
    sendRequest<object>('DELETE', `/passkeys/${encodeURIComponent(passkeyId)}`),
  replaceRecoveryCodes: async () =>
    (await sendRequest<{ recoveryCodes: string[] }>('POST', '/recovery-codes', {})).recoveryCodes,
  listActivity: async () => (await sendRequest<{ activity: ActivityView[] }>('GET', '/activity')).activity,
  deleteAccount: () => sendRequest<object>('DELETE', '/account'),
};
