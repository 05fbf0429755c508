import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { generateId } from '../auth/api-key.ts';
import { isCredentialId } from '../auth/passkeys.ts';
import { generateRecoveryCodes, hashRecoveryCode, hashToken } from '../auth/tokens.ts';
import { ApiError } from '../http/api-error.ts';
import { bodyReader, readEmptyBody } from './body-checks.ts';
import {
  beginSession,
  type ConsoleContext,
  describeChangedSession,
  describeSession,
  forgetSession,
  sessionOf,
} from './console-context.ts';
import {
  RECOVERY_BODY,
  SIGN_IN_BODY,
  SIGN_UP_BODY,
  SIGN_UP_OPTIONS_BODY,
  TOKEN_BODY,
} from './console-schemas.ts';
import type { SessionView, TokenView } from './console-views.ts';
import { rejectPasskey, rejectSession } from './session-errors.ts';

const readSignIn = bodyReader<{ response: AuthenticationResponseJSON }>(SIGN_IN_BODY);
const readSignUpOptions = bodyReader<{ name: string; invite?: string }>(SIGN_UP_OPTIONS_BODY);
const readSignUp = bodyReader<{
  name: string;
  passkeyName: string;
  invite?: string;
  response: RegistrationResponseJSON;
}>(SIGN_UP_BODY);
const readToken = bodyReader<{ token: string }>(TOKEN_BODY);
const readRecovery = bodyReader<{ code: string }>(RECOVERY_BODY);

/** Coming in and leaving. Whatever is wrong with a passkey, a token or a code, the error says the same. */
export function createSignInHandlers(context: ConsoleContext) {
  const { store, passkeys, signup, countAttempt, now } = context;

  /** Undefined where sign-up is open. */
  async function checkInvite(invite: string | undefined): Promise<string | undefined> {
    if (signup === 'open') return undefined;
    if (signup === 'closed')
      throw new ApiError(
        'sign_up_closed',
        '이 서비스는 지금 가입을 받지 않습니다. 서비스 운영자에게 문의하십시오.',
      );
    const digest = invite === undefined ? undefined : hashToken(invite);
    if (digest === undefined || (await store.console.findInvite(digest, now())) === undefined)
      throw rejectInvite();
    return digest;
  }

  /** For whoever holds a valid passkey, link or code, before it is used up. */
  async function rejectSuspended(accountId: string): Promise<void> {
    const account = await store.findAccount(accountId);
    if (account?.status === 'suspended') throw rejectSession('suspended');
  }

  return {
    session: (request: FastifyRequest): Promise<SessionView> => describeSession(context, request.session),

    async signInOptions(request: FastifyRequest): Promise<PublicKeyCredentialRequestOptionsJSON> {
      readEmptyBody(request);
      return passkeys.requestOptions('sign-in', null);
    },

    async signIn(request: FastifyRequest, reply: FastifyReply): Promise<SessionView> {
      const { response } = readSignIn(request);
      if (!isCredentialId(response.id)) throw rejectPasskey();
      await countAttempt(`passkey ${hashToken(response.id)}`);
      const verified = await passkeys.verifyAuthentication('sign-in', response);
      if (verified === undefined) throw rejectPasskey();
      const { passkey, use } = verified;
      await rejectSuspended(passkey.accountId);
      const session = await beginSession(context, request, reply, passkey.accountId, 'passkey', (begun) =>
        store.console.signIn(use, begun, {
          at: now(),
          kind: 'signed-in',
          detail: passkey.name,
        }),
      );
      if (session === undefined) throw rejectPasskey();
      return describeChangedSession(context, session);
    },

    async signUpOptions(request: FastifyRequest): Promise<PublicKeyCredentialCreationOptionsJSON> {
      const { name, invite } = readSignUpOptions(request);
      await checkInvite(invite);
      return passkeys.creationOptions('sign-up', { accountId: generateId('acc'), name });
    },

    async signUp(
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<{ session: SessionView; recoveryCodes: string[] }> {
      const { name, passkeyName, invite, response } = readSignUp(request);
      const inviteDigest = await checkInvite(invite);
      const registered = await passkeys.verifyRegistration('sign-up', response);
      if (registered === undefined) throw rejectPasskey();
      const { challengeDigest, passkey } = registered;
      const { accountId } = passkey;
      const createdAt = now();
      const recoveryCodes = generateRecoveryCodes();
      const session = await beginSession(context, request, reply, accountId, 'passkey', (begun) =>
        store.console.signUp(
          {
            challengeDigest,
            account: { accountId, name, status: 'active', createdAt },
            passkey: { ...passkey, name: passkeyName, createdAt, lastUsedAt: createdAt },
            recoveryCodes: recoveryCodes.map(hashRecoveryCode),
            session: begun,
            activity: { at: createdAt, kind: 'account-created', detail: passkeyName },
          },
          inviteDigest,
        ),
      );
      if (session === undefined) {
        await checkInvite(invite);
        throw rejectPasskey();
      }
      return { session: await describeChangedSession(context, session), recoveryCodes };
    },

    async lookUpToken(request: FastifyRequest): Promise<TokenView> {
      const digest = hashToken(readToken(request).token);
      const link = await store.console.findLink(digest, now());
      if (link !== undefined)
        return { kind: 'link', account: { accountId: link.accountId, name: link.accountName } };
      const invite = signup === 'closed' ? undefined : await store.console.findInvite(digest, now());
      if (invite !== undefined) return { kind: 'invite' };
      throw tokenNotFoundError();
    },

    async enter(request: FastifyRequest, reply: FastifyReply): Promise<SessionView> {
      const digest = hashToken(readToken(request).token);
      const link = await store.console.findLink(digest, now());
      if (link === undefined) throw tokenNotFoundError();
      await rejectSuspended(link.accountId);
      const session = await beginSession(context, request, reply, link.accountId, 'link', (begun) =>
        store.console.enterByLink(digest, begun, { at: now(), kind: 'entered-by-link', detail: '' }),
      );
      if (session === undefined) throw tokenNotFoundError();
      return describeChangedSession(context, session);
    },

    async recover(request: FastifyRequest, reply: FastifyReply): Promise<SessionView> {
      const digest = hashRecoveryCode(readRecovery(request).code);
      const code = await store.console.findRecoveryCode(digest);
      if (code === undefined) throw rejectRecoveryCode();
      await rejectSuspended(code.accountId);
      const session = await beginSession(context, request, reply, code.accountId, 'recovery', (begun) =>
        store.console.enterByRecoveryCode(digest, begun, {
          at: now(),
          kind: 'entered-by-recovery-code',
          detail: '',
        }),
      );
      if (session === undefined) throw rejectRecoveryCode();
      return describeChangedSession(context, session);
    },

    async signOut(request: FastifyRequest, reply: FastifyReply): Promise<Record<string, never>> {
      await store.console.endSession(sessionOf(request).digest);
      forgetSession(context, reply);
      return {};
    },

    async signOutEverywhere(request: FastifyRequest, reply: FastifyReply): Promise<Record<string, never>> {
      await store.console.endSessions(sessionOf(request).accountId, {
        at: now(),
        kind: 'signed-out-everywhere',
        detail: '',
      });
      forgetSession(context, reply);
      return {};
    },
  };
}

const rejectInvite = (): ApiError =>
  new ApiError(
    'invite_rejected',
    '초대가 없거나, 이미 쓰였거나, 기간이 지났습니다. 초대한 사람에게 새 초대를 부탁하십시오.',
  );
const rejectRecoveryCode = (): ApiError =>
  new ApiError(
    'recovery_code_rejected',
    '복구 코드를 확인할 수 없습니다. 한 번 쓴 코드는 다시 쓸 수 없으니, 남은 다른 코드를 입력하십시오.',
  );
const tokenNotFoundError = (): ApiError =>
  new ApiError('not_found', '링크가 이미 쓰였거나 기간이 지났습니다. 새 링크를 받아 다시 여십시오.');
