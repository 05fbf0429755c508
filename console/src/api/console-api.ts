import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import type { Area } from '../../../contract/areas.ts';
import type { RecruitedStudent } from '../../../contract/state-fields.ts';
import type { GameServer } from '../../../game/attributes.ts';
import type { ActivityView, LimitView } from '../../../server/accounts/account-views.ts';
import type { IssuedKeyView, KeyView } from '../../../server/keys/key-views.ts';
import type {
  EvictionView,
  ListedSessionView,
  PasskeyView,
  SessionView,
  TokenView,
} from '../../../server/sign-in/sign-in-views.ts';
import type { NameLanguage } from '../preferences.ts';
import { ofAccount, readBlob, sendRequest } from './send-request.ts';

export interface SignUpForm {
  name: string;
  invite?: string;
}
export interface KeyForm {
  name: string;
  permission: KeyView['permission'];
  /** All, where it is left out. */
  areas?: readonly Area[];
  days: number;
}
export interface ImportCounts {
  /** The format of the text. */
  format: string;
  registered: number;
  changed: number;
  removed: number;
}
/** What is left out stays. */
export interface AccountChanges {
  name?: string;
  gameServer?: GameServer;
}
export interface AddedPasskey {
  session: SessionView;
  passkey: PasskeyView;
  recoveryCodes: string[] | null;
}

/** The requests of the console API, named for what they do. */
export const consoleApi = {
  readSession: () => sendRequest<SessionView>('GET', '/session'),
  signOut: () => sendRequest<object>('DELETE', '/session'),
  signOutEverywhere: () => sendRequest<object>('DELETE', '/sessions'),
  listSessions: async () =>
    (await sendRequest<{ sessions: ListedSessionView[] }>('GET', '/sessions')).sessions,
  endSession: (sessionId: string) => sendRequest<object>('DELETE', `/sessions/${sessionId}`),
  evictIntruder: (keptPasskeys: readonly string[]) =>
    sendRequest<EvictionView>('POST', '/eviction', { keptPasskeys }),

  signInOptions: () => sendRequest<PublicKeyCredentialRequestOptionsJSON>('POST', '/sign-in/options', {}),
  signIn: (response: AuthenticationResponseJSON) =>
    sendRequest<SessionView>('POST', '/sign-in', { response }),
  signUpOptions: (form: SignUpForm) =>
    sendRequest<PublicKeyCredentialCreationOptionsJSON>('POST', '/sign-up/options', form),
  signUp: (form: SignUpForm & { passkeyName: string; response: RegistrationResponseJSON }) =>
    sendRequest<{ session: SessionView; recoveryCodes: string[] }>('POST', '/sign-up', form),
  describeToken: (token: string) => sendRequest<TokenView>('POST', '/token', { token }),
  enter: (token: string) => sendRequest<SessionView>('POST', '/enter', { token }),
  recover: (code: string) => sendRequest<SessionView>('POST', '/recover', { code }),

  verifyOptions: () => sendRequest<PublicKeyCredentialRequestOptionsJSON>('POST', '/verify/options', {}),
  verify: (response: AuthenticationResponseJSON) => sendRequest<SessionView>('POST', '/verify', { response }),

  listPasskeys: async () => (await sendRequest<{ passkeys: PasskeyView[] }>('GET', '/passkeys')).passkeys,
  passkeyOptions: () => sendRequest<PublicKeyCredentialCreationOptionsJSON>('POST', '/passkeys/options', {}),
  addPasskey: (name: string, response: RegistrationResponseJSON) =>
    sendRequest<AddedPasskey>('POST', '/passkeys', { name, response }),
  renamePasskey: (passkeyId: string, name: string) =>
    sendRequest<PasskeyView>('PATCH', `/passkeys/${encodeURIComponent(passkeyId)}`, { name }),
  removePasskey: (passkeyId: string) =>
    sendRequest<object>('DELETE', `/passkeys/${encodeURIComponent(passkeyId)}`),
  replaceRecoveryCodes: async () =>
    (await sendRequest<{ recoveryCodes: string[] }>('POST', '/recovery-codes', {})).recoveryCodes,

  listKeys: async () => (await sendRequest<{ keys: KeyView[] }>('GET', '/keys')).keys,
  issueKey: (form: KeyForm) => sendRequest<IssuedKeyView>('POST', '/keys', form),
  rotateKey: (keyId: string, overlapMinutes: number) =>
    sendRequest<IssuedKeyView & { replaced: KeyView }>('POST', `/keys/${encodeURIComponent(keyId)}/rotate`, {
      overlapMinutes,
    }),
  revokeKey: (keyId: string) => sendRequest<KeyView>('DELETE', `/keys/${encodeURIComponent(keyId)}`),

  readRoster: async (accountId: string) =>
    (await sendRequest<{ students: RecruitedStudent[] }>('GET', '/roster', undefined, ofAccount(accountId)))
      .students,
  listActivity: async () => (await sendRequest<{ activity: ActivityView[] }>('GET', '/activity')).activity,
  noteImport: (counts: ImportCounts) => sendRequest<object>('POST', '/activity/import', counts),
  /** With the names of students in a language. */
  exportAccountData: (names: NameLanguage) => readBlob(`/export?names=${names}`),
  changeAccount: (changes: AccountChanges) => sendRequest<SessionView>('PATCH', '/account', changes),
  deleteAccount: () => sendRequest<object>('DELETE', '/account'),
  readLimits: () => sendRequest<{ read: LimitView; write: LimitView }>('GET', '/limits'),
};
