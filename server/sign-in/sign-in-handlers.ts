import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { addActivity } from '../activity/activity.ts';
import { bodyReader, readEmptyBody } from '../console/body-checks.ts';
import type { OpenRequest } from '../console/console-request.ts';
import { ApiError } from '../errors/api-error.ts';
import { rejectPasskey, rejectSession } from '../session/session-errors.ts';
import type { StoredSession } from '../session/session-records.ts';
import type { SessionStart } from '../session/sessions.ts';
import { OPERATOR } from '../store/caller.ts';
import { findAccount } from '../store/find-accounts.ts';
import { generateAccountId } from '../store/reachable-key.ts';
import { findLinkOfToken } from './account-links.ts';
import { markBrowser, readBrowser } from './browser-cookie.ts';
import { beginSession, describeChangedSession } from './browser-session.ts';
import { checkClientData } from './client-data.ts';
import { findInvite } from './invites.ts';
import { findPasskey } from './passkey-records.ts';
import { isCredentialId } from './passkeys.ts';
import { findRecoveryCode, generateRecoveryCodes } from './recovery-codes.ts';
import { RECOVERY_BODY, SIGN_IN_BODY, SIGN_UP_BODY, SIGN_UP_OPTIONS_BODY, TOKEN_BODY } from './schemas.ts';
import { isSetupLink } from './setup-links.ts';
import { enterByLink, enterByRecoveryCode, type SignUpPermit, signIn, signUp } from './sign-in.ts';
import type { SignInContext } from './sign-in-context.ts';
import { hashRecoveryCode, hashToken, isSetupToken } from './tokens.ts';
import type { SessionView, TokenView } from './views.ts';

const readSignIn = bodyReader<{ response: AuthenticationResponseJSON }>(SIGN_IN_BODY, checkClientData);
const readSignUpOptions = bodyReader<{ name: string; invite?: string }>(SIGN_UP_OPTIONS_BODY);
const readSignUp = bodyReader<{
  name: string;
  passkeyName: string;
  invite?: string;
  response: RegistrationResponseJSON;
}>(SIGN_UP_BODY, checkClientData);
const readToken = bodyReader<{ token: string }>(TOKEN_BODY);
const readRecovery = bodyReader<{ code: string }>(RECOVERY_BODY);

const LINK_START = { origin: 'link', credentialId: null } as const;
const RECOVERY_START = { origin: 'recovery', credentialId: null } as const;

/** Sign in and sign up. Whatever is wrong with a passkey, a token or a code, the error says the same. */
export function createSignInHandlers(context: SignInContext) {
  const { store, passkeys, countAttempt, now } = context;
  const { signup } = context.config;

  /** `invite` may also be the token of the setup link, which works whatever ROLLBOOK_SIGNUP says. */
  async function findPermit(invite: string | undefined): Promise<SignUpPermit> {
    if (invite !== undefined && isSetupToken(invite)) {
      const digest = hashToken(invite);
      if (!(await isSetupLink(store.database, digest, now()))) throw rejectSetup();
      return { kind: 'setup', digest };
    }
    if (signup === 'open') return undefined;
    if (signup === 'closed')
      throw new ApiError(
        'sign_up_closed',
        '이 서비스는 지금 가입을 받지 않습니다. 서비스 운영자에게 문의하십시오.',
      );
    const digest = invite === undefined ? undefined : hashToken(invite);
    const found = digest === undefined ? undefined : await findInvite(store.database, digest, now());
    if (found === undefined) throw rejectInvite();
    return { kind: 'invite', ...found };
  }

  /** For whoever holds a valid passkey, link or code, before it is used up. */
  async function rejectSuspended(accountId: string): Promise<void> {
    const account = await findAccount(store, accountId);
    if (account?.status === 'suspended') throw rejectSession('suspended');
  }

  /**
   * The player whose passkey was tried sees it in the activity. Only failed attempts count for the passkey: whoever knows
   * its ID cannot keep its player out.
   */
  async function rejectSignIn(credentialId: string): Promise<never> {
    await countAttempt(`passkey ${hashToken(credentialId)}`);
    const passkey = await findPasskey(store.database, credentialId);
    if (passkey !== undefined) {
      const entry = { at: now(), kind: 'sign-in-failed', detail: passkey.name } as const;
      await addActivity(store.database, OPERATOR, passkey.accountId, entry);
    }
    throw rejectPasskey();
  }

  /** Begins a session with what `save` uses up, or rejects by `refuse` where that is used already. */
  async function enterAccount(
    request: OpenRequest,
    accountId: string,
    start: SessionStart,
    save: (begun: StoredSession) => Promise<boolean>,
    refuse: () => ApiError | Promise<never>,
  ): Promise<SessionView> {
    await rejectSuspended(accountId);
    const session = await beginSession(context, request, accountId, start, save);
    if (session !== undefined) return describeChangedSession(context, session);
    await rejectSuspended(accountId);
    throw await refuse();
  }

  return {
    async signInOptions(request: OpenRequest): Promise<PublicKeyCredentialRequestOptionsJSON> {
      readEmptyBody(request);
      return passkeys.requestOptions('sign-in', markBrowser(context, request));
    },

    async signIn(request: OpenRequest): Promise<SessionView> {
      const { response } = readSignIn(request);
      if (!isCredentialId(response.id)) throw rejectPasskey();
      const verified = await passkeys.verifyAuthentication(
        'sign-in',
        readBrowser(context, request),
        response,
      );
      if (verified === undefined) return rejectSignIn(response.id);
      const { passkey, use } = verified;
      return enterAccount(
        request,
        passkey.accountId,
        { origin: 'passkey', credentialId: passkey.credentialId },
        (begun) => signIn(store.database, use, begun, { at: now(), kind: 'signed-in', detail: passkey.name }),
        () => rejectSignIn(response.id),
      );
    },

    async signUpOptions(request: OpenRequest): Promise<PublicKeyCredentialCreationOptionsJSON> {
      const { name, invite } = readSignUpOptions(request);
      await findPermit(invite);
      return passkeys.creationOptions('sign-up', markBrowser(context, request), {
        accountId: await generateAccountId(store),
        name,
      });
    },

    async signUp(request: OpenRequest): Promise<{ session: SessionView; recoveryCodes: string[] }> {
      const { name, passkeyName, invite, response } = readSignUp(request);
      const permit = await findPermit(invite);
      const registered = await passkeys.verifyRegistration(
        'sign-up',
        readBrowser(context, request),
        response,
      );
      if (registered === undefined) throw rejectPasskey();
      const { challengeDigest, passkey } = registered;
      const { accountId } = passkey;
      const createdAt = now();
      const recoveryCodes = await generateRecoveryCodes(store.database);
      const start = { origin: 'passkey', credentialId: passkey.credentialId } as const;
      const session = await beginSession(context, request, accountId, start, (begun) =>
        signUp(
          store.database,
          {
            challengeDigest,
            account: { accountId, name, status: 'active', createdAt },
            passkey: { ...passkey, name: passkeyName, createdAt, lastUsedAt: createdAt },
            recoveryCodes: recoveryCodes.map(hashRecoveryCode),
            session: begun,
            activity: { at: createdAt, kind: 'account-created', detail: passkeyName },
          },
          permit,
        ),
      );
      if (session === undefined) {
        await findPermit(invite);
        throw rejectPasskey();
      }
      return { session: await describeChangedSession(context, session), recoveryCodes };
    },

    async lookUpToken(request: OpenRequest): Promise<TokenView> {
      const { token } = readToken(request);
      const digest = hashToken(token);
      if (isSetupToken(token) && (await isSetupLink(store.database, digest, now()))) return { kind: 'setup' };
      const link = await findLinkOfToken(store.database, token, now());
      if (link !== undefined)
        return { kind: 'link', account: { accountId: link.accountId, name: link.accountName } };
      const invite = signup === 'closed' ? undefined : await findInvite(store.database, digest, now());
      if (invite !== undefined) return { kind: 'invite' };
      throw tokenNotFoundError();
    },

    async enter(request: OpenRequest): Promise<SessionView> {
      const { token } = readToken(request);
      const link = await findLinkOfToken(store.database, token, now());
      if (link === undefined) throw tokenNotFoundError();
      const entry = { at: now(), kind: 'entered-by-link', detail: '' } as const;
      const save = (begun: StoredSession) => enterByLink(store.database, link, begun, entry);
      return enterAccount(request, link.accountId, LINK_START, save, tokenNotFoundError);
    },

    async recover(request: OpenRequest): Promise<SessionView> {
      const digest = hashRecoveryCode(readRecovery(request).code);
      const code = await findRecoveryCode(store.database, digest);
      if (code === undefined) throw rejectRecoveryCode();
      const entry = { at: now(), kind: 'entered-by-recovery-code', detail: '' } as const;
      const save = (begun: StoredSession) => enterByRecoveryCode(store.database, digest, begun, entry);
      return enterAccount(request, code.accountId, RECOVERY_START, save, rejectRecoveryCode);
    },
  };
}

const rejectInvite = (): ApiError =>
  new ApiError(
    'invite_rejected',
    '초대가 없거나, 이미 쓰였거나, 기간이 지났습니다. 초대한 사람에게 새 초대를 부탁하십시오.',
  );
const rejectSetup = (): ApiError =>
  new ApiError(
    'setup_rejected',
    '설정 링크가 이미 쓰였거나, 기간이 지났거나, 이 서버에 이미 계정이 있습니다. 서버를 다시 시작하면 계정이 없는 동안 새 링크가 나옵니다.',
  );
const rejectRecoveryCode = (): ApiError =>
  new ApiError(
    'recovery_code_rejected',
    '복구 코드를 확인할 수 없습니다. 한 번 쓴 코드는 다시 쓸 수 없으니, 남은 다른 코드를 입력하십시오.',
  );
const tokenNotFoundError = (): ApiError =>
  new ApiError('not_found', '링크가 이미 쓰였거나 기간이 지났습니다. 새 링크를 받아 다시 여십시오.');
