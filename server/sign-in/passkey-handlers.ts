import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { MAX_PASSKEYS } from '../account-limits.ts';
import { addActivity } from '../activity/activity.ts';
import { bodyReader, readEmptyBody } from '../console/body-checks.ts';
import { RENAME_BODY } from '../console/body-schemas.ts';
import { findOwnAccount, rejectEndedSession, toTime, toTimeOrNull } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { ApiError } from '../errors/api-error.ts';
import { rejectPasskey, rejectSession } from '../session/session-errors.ts';
import { mustAddPasskey } from '../session/sessions.ts';
import { beginSession, describeChangedSession } from './browser-session.ts';
import { checkClientData } from './client-data.ts';
import { listPasskeys, removePasskey, renamePasskey, type StoredPasskey } from './passkey-records.ts';
import { generateRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { ADD_PASSKEY_BODY, SIGN_IN_BODY } from './schemas.ts';
import { addPasskey, type PasskeyAddition, renewSession } from './sign-in.ts';
import type { SignInContext } from './sign-in-context.ts';
import { hashRecoveryCode } from './tokens.ts';
import type { PasskeyView, SessionView } from './views.ts';

const readVerify = bodyReader<{ response: AuthenticationResponseJSON }>(SIGN_IN_BODY, checkClientData);
const readAdd = bodyReader<{ name: string; response: RegistrationResponseJSON }>(
  ADD_PASSKEY_BODY,
  checkClientData,
);
const readRename = bodyReader<{ name: string }>(RENAME_BODY);

/** A challenge of a session is bound to its account, of which a session is needed to answer it: any that is live will do. */
const SIGNED_IN = '';

/** The passkeys and recovery codes of an account, and the check of a passkey before what matters. */
export function createPasskeyHandlers(context: SignInContext) {
  const { store, passkeys, now } = context;

  async function findOwnPasskey(request: SessionRequest): Promise<StoredPasskey> {
    const { passkeyId } = request.params;
    const own = await listPasskeys(store.database, request.caller.accountId);
    const passkey = own.find(({ credentialId }) => credentialId === passkeyId);
    if (passkey === undefined) throw passkeyNotFoundError();
    return passkey;
  }

  async function rejectVerification(request: SessionRequest): Promise<never> {
    await rejectEndedSession(context, request);
    const entry = { at: now(), kind: 'verification-failed', detail: '' } as const;
    await addActivity(store.database, request.caller, request.caller.accountId, entry);
    throw rejectPasskey();
  }

  async function rejectAddition(request: SessionRequest, addition: PasskeyAddition): Promise<never> {
    if (addition === 'limit-reached') throw passkeyLimitError();
    if (addition === 'session-ended') await rejectEndedSession(context, request);
    throw rejectPasskey();
  }

  return {
    async verifyOptions(request: SessionRequest): Promise<PublicKeyCredentialRequestOptionsJSON> {
      readEmptyBody(request);
      const { accountId } = request.caller;
      return passkeys.requestOptions(
        'verify',
        SIGNED_IN,
        accountId,
        await listPasskeys(store.database, accountId),
      );
    },

    /** A thief of the former session's cookie gains nothing by the check: it begins a session of its own. */
    async verify(request: SessionRequest): Promise<SessionView> {
      const { response } = readVerify(request);
      const { digest: former, accountId } = request.session;
      const verified = await passkeys.verifyAuthentication('verify', SIGNED_IN, response);
      if (verified?.passkey.accountId !== accountId) return rejectVerification(request);
      const { credentialId, name } = verified.passkey;
      const start = { origin: 'passkey', credentialId } as const;
      const session = await beginSession(context, request, accountId, start, (begun) =>
        renewSession(store.database, former, verified.use, begun, {
          at: now(),
          kind: 'verified',
          detail: name,
        }),
      );
      return session === undefined ? rejectVerification(request) : describeChangedSession(context, session);
    },

    async list(request: SessionRequest): Promise<{ passkeys: PasskeyView[] }> {
      return { passkeys: (await listPasskeys(store.database, request.caller.accountId)).map(toPasskeyView) };
    },

    async creationOptions(request: SessionRequest): Promise<PublicKeyCredentialCreationOptionsJSON> {
      readEmptyBody(request);
      const account = await findOwnAccount(context, request);
      const existing = await listPasskeys(store.database, account.accountId);
      if (existing.length >= MAX_PASSKEYS && !mustAddPasskey(request.session)) throw passkeyLimitError();
      return passkeys.creationOptions('add-passkey', SIGNED_IN, account, existing);
    },

    async add(
      request: SessionRequest,
    ): Promise<{ session: SessionView; passkey: PasskeyView; recoveryCodes: string[] | null }> {
      const { name, response } = readAdd(request);
      const former = request.session;
      const { accountId, digest } = former;
      const registered = await passkeys.verifyRegistration('add-passkey', SIGNED_IN, response);
      if (registered?.passkey.accountId !== accountId) throw rejectPasskey();
      const at = now();
      const passkey: StoredPasskey = { ...registered.passkey, name, createdAt: at, lastUsedAt: null };
      const newCodes = await generateRecoveryCodes(store.database);
      let addition: PasskeyAddition = 'done';
      let recoveryCodes: string[] | null = newCodes;
      // The passkey that the player came in with still speaks for the session; a new one does where there was none.
      const start = { origin: 'passkey', credentialId: former.credentialId ?? passkey.credentialId } as const;
      const session = await beginSession(context, request, accountId, start, async (begun) => {
        const save = (codes?: string[]) =>
          addPasskey(
            store.database,
            registered.challengeDigest,
            passkey,
            { digest, session: begun, recoveryCodes: codes?.map(hashRecoveryCode) },
            { at, kind: 'passkey-added', detail: name },
            mustAddPasskey(former) ? undefined : MAX_PASSKEYS,
          );
        addition = await save(newCodes);
        if (addition === 'has-codes') {
          recoveryCodes = null;
          addition = await save();
        }
        return addition === 'done';
      });
      if (session === undefined) return rejectAddition(request, addition);
      return {
        session: await describeChangedSession(context, session),
        passkey: toPasskeyView(passkey),
        recoveryCodes,
      };
    },

    async rename(request: SessionRequest): Promise<PasskeyView> {
      const { name } = readRename(request);
      const passkey = await findOwnPasskey(request);
      const { accountId, credentialId } = passkey;
      const entry = { at: now(), kind: 'passkey-renamed', detail: name } as const;
      if (!(await renamePasskey(store.database, request.caller, accountId, credentialId, name, entry))) {
        await rejectEndedSession(context, request);
        throw passkeyNotFoundError();
      }
      return toPasskeyView({ ...passkey, name });
    },

    async remove(request: SessionRequest): Promise<Record<string, never>> {
      const { accountId, credentialId, name } = await findOwnPasskey(request);
      const activity = { at: now(), kind: 'passkey-removed', detail: name } as const;
      switch (await removePasskey(store.database, request.caller, accountId, credentialId, activity)) {
        case 'done':
          return {};
        case 'last-passkey':
          throw new ApiError(
            'last_passkey',
            '마지막 패스키는 삭제할 수 없습니다. 먼저 다른 패스키를 등록하십시오.',
          );
        case 'caller-ended':
          await rejectEndedSession(context, request);
      }
      throw passkeyNotFoundError();
    },

    async replaceRecoveryCodes(request: SessionRequest): Promise<{ recoveryCodes: string[] }> {
      readEmptyBody(request);
      const recoveryCodes = await generateRecoveryCodes(store.database);
      const isStored = await replaceRecoveryCodes(
        store.database,
        request.caller,
        request.caller.accountId,
        recoveryCodes.map(hashRecoveryCode),
        { at: now(), kind: 'recovery-codes-replaced', detail: '' },
      );
      if (!isStored) {
        await rejectEndedSession(context, request);
        throw rejectSession('signed-out');
      }
      return { recoveryCodes };
    },
  };
}

export const toPasskeyView = (passkey: StoredPasskey): PasskeyView => ({
  passkeyId: passkey.credentialId,
  name: passkey.name,
  createdAt: toTime(passkey.createdAt),
  lastUsedAt: toTimeOrNull(passkey.lastUsedAt),
  isBackedUp: passkey.backedUp === null ? null : passkey.backedUp === 1,
});

const passkeyLimitError = (): ApiError =>
  new ApiError(
    'limit_reached',
    `패스키는 ${MAX_PASSKEYS}개까지 등록할 수 있습니다. 쓰지 않는 패스키를 먼저 삭제하십시오.`,
  );

const passkeyNotFoundError = (): ApiError =>
  new ApiError('not_found', '이 계정에 그런 패스키가 없습니다. 목록을 새로 고치십시오.');
