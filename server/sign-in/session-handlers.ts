import { changeAccount } from '../activity/activity.ts';
import { refuseWrite } from '../auth/refuse-write.ts';
import { bodyReader } from '../console/body-checks.ts';
import { type ConsoleContext, rejectEndedSession, toTime } from '../console/console-context.ts';
import type { OpenRequest, SessionRequest } from '../console/console-request.ts';
import { ApiError } from '../errors/api-error.ts';
import { endAuthors, viewAuthors } from '../history/group-authors.ts';
import { toKeyView } from '../keys/handlers.ts';
import { listApps } from '../keys/keys.ts';
import { SESSION_LIFETIME_MS } from '../session/session-lifetimes.ts';
import { endSession, type ListedSession, listSessions } from '../session/session-records.ts';
import { SESSION_ID_LENGTH, sessionIdOf } from '../session/sessions.ts';
import { findAccount } from '../store/find-accounts.ts';
import type { StoredKey } from '../store/stored-account.ts';
import { endLink, findLinkOfAccount } from './account-links.ts';
import { describeSession, forgetSession } from './browser-session.ts';
import { generateRecoveryCodes } from './recovery-codes.ts';
import { EVICTION_BODY, SIGN_OUT_BODY } from './schemas.ts';
import { endListedSession, endSessions, evictIntruder } from './sign-in.ts';
import { hashRecoveryCode } from './tokens.ts';
import type { EvictionView, ListedSessionView, OpenLinkView, SessionsView, SessionView } from './views.ts';

const readSignOut = bodyReader<{ apps: string[] }>(SIGN_OUT_BODY);
const readEviction = bodyReader<{ keptPasskeys: string[] }>(EVICTION_BODY);

/** The account's sessions and the link that begins one: which there are, and how they end. */
export function createSessionHandlers(context: ConsoleContext) {
  const { store, now } = context;

  async function endAll(request: SessionRequest, apps: readonly StoredKey[]): Promise<Record<string, never>> {
    const { caller } = request;
    const entry = { at: now(), kind: 'signed-out-everywhere', detail: '' } as const;
    if (!(await endSessions(store.database, caller, caller.accountId, entry, apps)))
      await refuseWrite(store, caller, now());
    forgetSession(context, request);
    return {};
  }

  async function readLink(accountId: string): Promise<OpenLinkView | null> {
    const link = await findLinkOfAccount(store.database, accountId, now());
    if (link === undefined) return null;
    const maker = link.madeBy === null ? undefined : await findAccount(store, link.madeBy);
    return { madeBy: maker?.name ?? null, expiresAt: toTime(link.expiresAt) };
  }

  return {
    current: (request: OpenRequest): Promise<SessionView> => describeSession(context, request.session),

    async list(request: SessionRequest): Promise<SessionsView> {
      const { digest, accountId } = request.session;
      const sessions = await listSessions(store.database, accountId);
      const at = now();
      const apps = await listApps(store, accountId, at);
      // A session lasts no longer: none that is there has let in an app before.
      const recentApps = apps.filter(({ issuedAt }) => issuedAt > at - SESSION_LIFETIME_MS);
      return {
        sessions: sessions.map((session) => toListedView(session, digest)),
        recentApps: recentApps.map(toKeyView),
        link: await readLink(accountId),
      };
    },

    async signOut(request: SessionRequest): Promise<Record<string, never>> {
      await endSession(store.database, request.session);
      forgetSession(context, request);
      return {};
    },

    signOutEverywhere: (request: SessionRequest) => endAll(request, []),

    async signOutWithApps(request: SessionRequest): Promise<Record<string, never>> {
      const { apps: named } = readSignOut(request);
      const apps = await listApps(store, request.caller.accountId, now());
      // An app that is not among them any more has ended.
      return endAll(
        request,
        apps.filter(({ keyId }) => named.includes(keyId)),
      );
    },

    async end(request: SessionRequest): Promise<Record<string, never>> {
      const { caller } = request;
      const { sessionId = '' } = request.params;
      const ended = (await listSessions(store.database, caller.accountId)).find(
        (session) => sessionIdOf(session) === sessionId,
      );
      if (sessionId.length !== SESSION_ID_LENGTH || ended === undefined) throw sessionNotFoundError();
      const entry = { at: now(), kind: 'session-ended', detail: ended.browser } as const;
      if (!(await endListedSession(store.database, caller, caller.accountId, sessionId, entry))) {
        await rejectEndedSession(context, request);
        throw sessionNotFoundError();
      }
      return {};
    },

    async endLink(request: SessionRequest): Promise<Record<string, never>> {
      const { caller } = request;
      const entry = { at: now(), kind: 'link-ended', detail: '' } as const;
      const steps = [endLink(caller.accountId)];
      if (await changeAccount(store.database, 'endAccountLink', caller, caller.accountId, entry, steps)) {
        await rejectEndedSession(context, request);
        throw linkNotFoundError();
      }
      return {};
    },

    /** "Somebody else was here": only this session, its passkey, those that the player names and new codes are left. */
    async evictIntruder(request: SessionRequest): Promise<EvictionView> {
      const { caller } = request;
      const { keptPasskeys } = readEviction(request);
      const { credentialId } = request.session;
      const recoveryCodes = await generateRecoveryCodes(store.database);
      const eviction = {
        // The passkey that was checked for this request is the player's.
        keptCredentialIds: [...keptPasskeys, ...(credentialId === null ? [] : [credentialId])],
        recoveryCodes: recoveryCodes.map(hashRecoveryCode),
      };
      const at = now();
      // Before, so that the recovery codes are told whatever becomes of the database after it.
      const authors = await viewAuthors(store, caller.accountId, request.session.digest, at);
      const entry = { at, kind: 'intruder-evicted', detail: '' } as const;
      if (!(await evictIntruder(store.database, caller, caller.accountId, eviction, entry))) {
        await rejectEndedSession(context, request);
        throw sessionNotFoundError();
      }
      return { recoveryCodes, authors: endAuthors(authors) };
    },
  };
}

const toListedView = (session: ListedSession, ownDigest: string): ListedSessionView => ({
  sessionId: sessionIdOf(session),
  origin: session.origin,
  passkeyName: session.passkeyName,
  browser: session.browser,
  createdAt: toTime(session.createdAt),
  usedAt: toTime(session.usedAt),
  isCurrent: session.digest === ownDigest,
});

const sessionNotFoundError = (): ApiError =>
  new ApiError('not_found', '이 계정에 그런 세션이 없습니다. 목록을 새로 고치십시오.');
const linkNotFoundError = (): ApiError =>
  new ApiError('not_found', '이 링크는 이미 끝났거나 쓰였습니다. 최근 활동을 확인하십시오.');
