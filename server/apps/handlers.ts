import {
  AREAS_SCHEMA,
  type Area,
  addIncludedAreas,
  askingFirst,
  findMissingArea,
  parseAreas,
  writingAtOnce,
} from '../../contract/areas.ts';
import {
  AUTHORIZATION_CODE_SECONDS,
  DEVICE_CODE_SECONDS,
  MAX_APPS,
  normalizeUserCode,
} from '../../contract/oauth.ts';
import type { AppContext } from '../app-context.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import { bodyReader, readEmptyBody } from '../console/body-checks.ts';
import { bodySchema } from '../console/body-schemas.ts';
import { type ConsoleContext, toTime } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import type { OAuthSite } from '../http/oauth-site.ts';
import { MAX_FORM_LENGTH } from '../http/request-body.ts';
import type { Step } from '../store/database.ts';
import { findKeyOfAccount, listKeys } from '../store/find-accounts.ts';
import { generateReachable } from '../store/reachable-key.ts';
import type { AppKind } from '../store/stored-account.ts';
import type { Client } from './app-clients.ts';
import { type AllowedApp, allowApp, changeAppAreas, newAppKeyId } from './app-keys.ts';
import {
  type AppRequest,
  allowAppRequest,
  denyAppRequest,
  digestOf,
  findAppRequest,
  hasExpired,
  insertAppRequest,
} from './app-requests.ts';
import { createClientDocuments, isDocumentId } from './client-documents.ts';
import { generateAuthorizationCode } from './code-grant.ts';
import {
  type ConsentRequest,
  readConsentRequest,
  redirectBack,
  type WrongRequest,
} from './consent-request.ts';
import type { AppRequestView, RedirectView, WrongRequestView } from './views.ts';

const userCode = { type: 'string', maxLength: 50 };
/** The query as the browser writes it, which may be longer than it was sent. */
const query = { type: 'string', maxLength: 4 * MAX_FORM_LENGTH };
const readCode = bodyReader<{ userCode: string }>(bodySchema({ userCode }));
const readCodeAndAreas = bodyReader<{ userCode: string; areas: Area[] }>(
  bodySchema({ userCode, areas: AREAS_SCHEMA }),
);
const readQuery = bodyReader<{ query: string }>(bodySchema({ query }));
const readQueryAndAreas = bodyReader<{ query: string; areas: Area[] }>(
  bodySchema({ query, areas: AREAS_SCHEMA }),
);

/** The answers of the player to an app that asks. */
export function createAppHandlers(context: ConsoleContext & Pick<AppContext, 'ticks'>, site: OAuthSite) {
  const { config, store, now, ticks, countAttempt } = context;
  const { database } = store;
  const documents = createClientDocuments(ticks);

  /** A document is read only for a player who is asked, and counts as an attempt of theirs and on its host. */
  const readConsent = (query: string, { caller }: SessionRequest): Promise<ConsentRequest | WrongRequest> =>
    readConsentRequest(query, site, async (clientId, redirectUri) =>
      config.clientDocuments && isDocumentId(clientId)
        ? await documents.find(clientId, redirectUri, async (host) => {
            await countAttempt(`client documents of ${caller.accountId}`);
            await countAttempt(`client documents at ${host}`);
          })
        : undefined,
    );

  /** Throws what is wrong, with where the browser goes on to tell the app so. */
  async function readAnswerable(query: string, request: SessionRequest): Promise<ConsentRequest> {
    const consent = await readConsent(query, request);
    if (!('problems' in consent)) return consent;
    const { error, problems, client } = consent;
    const description = problems.map(({ field }) => field).join(', ');
    const wrong: WrongRequestView = {
      kind: client.kind,
      name: client.name,
      redirectTo: redirectBack(consent, { error, error_description: description }),
    };
    throw invalidRequest(problems, {}, { app: JSON.stringify(wrong) });
  }

  /** Each look-up counts as an attempt, so that no code can be guessed. */
  async function findRequest({ caller }: SessionRequest, typed: string): Promise<AppRequest> {
    await countAttempt(`device codes of ${caller.accountId}`);
    const code = normalizeUserCode(typed);
    const found = code === undefined ? undefined : await findAppRequest(database, digestOf(code));
    if (
      found === undefined ||
      found.redirectUri !== null ||
      found.answer !== null ||
      hasExpired(found, now())
    )
      throw codeNotFoundError();
    return found;
  }

  /** Whether an app of this name may write, or might before it was disconnected. */
  const hasLetWrite = async ({ caller }: SessionRequest, kind: AppKind, name: string): Promise<boolean> =>
    (await listKeys(store, caller.accountId)).some(
      (key) => key.app === kind && key.name === name && parseAreas(key.areas ?? '').includes('roster:write'),
    );

  /** Lets the app in, or throws what keeps it out. */
  async function allow({ caller }: SessionRequest, asked: readonly Area[], app: AllowedApp, answer: Step) {
    if (findMissingArea(asked, app.areas) !== undefined) throw invalidRequest([NOT_ASKED_FOR]);
    const at = now();
    const outcome = await allowApp(database, caller, app, answer, at);
    if (outcome === 'done') return;
    if (outcome === 'too-many-apps')
      throw new ApiError(
        'limit_reached',
        `앱은 ${MAX_APPS}개까지 연결할 수 있습니다. 쓰지 않는 앱의 연결을 먼저 끊으십시오.`,
      );
    if (outcome === 'caller-ended') await rejectEndedCaller(store, caller, at);
    throw codeNotFoundError();
  }

  /** What an app may do with the roster from its next request on. */
  const changeAreas =
    (kind: 'app-writes' | 'app-asks', change: (areas: readonly Area[]) => Area[]) =>
    async (request: SessionRequest): Promise<object> => {
      readEmptyBody(request);
      const { caller, params } = request;
      const key = await findKeyOfAccount(store, caller.accountId, params.keyId ?? '');
      const changed = key && (await changeAppAreas(database, caller, key, change, kind, now()));
      if (changed === 'done') return {};
      await rejectEndedCaller(store, caller, now());
      throw new ApiError(
        'not_found',
        '이 계정에 그런 앱이 없거나 연결이 끊겼습니다. 목록을 새로 고치십시오.',
      );
    };

  return {
    letWrite: changeAreas('app-writes', writingAtOnce),
    letAsk: changeAreas('app-asks', askingFirst),

    async findDevice(request: SessionRequest): Promise<AppRequestView> {
      const { name, place, askedAt, areas } = await findRequest(request, readCode(request).userCode);
      const wroteBefore = await hasLetWrite(request, 'device', name);
      return { kind: 'device', name, claimedName: null, place, askedAt: toTime(askedAt), areas, wroteBefore };
    },

    async allowDevice(request: SessionRequest): Promise<object> {
      const { userCode, areas: granted } = readCodeAndAreas(request);
      const areas = addIncludedAreas(granted);
      const { digest, name, areas: asked } = await findRequest(request, userCode);
      const keyId = newAppKeyId();
      const at = now();
      const app: AllowedApp = {
        keyId,
        name,
        kind: 'device',
        areas,
        expiresAt: at + DEVICE_CODE_SECONDS * 1000,
      };
      await allow(request, asked, app, allowAppRequest(digest, request.caller.accountId, app, at));
      return {};
    },

    async denyDevice(request: SessionRequest): Promise<object> {
      const { digest } = await findRequest(request, readCode(request).userCode);
      if (!(await denyAppRequest(database, digest, now()))) throw codeNotFoundError();
      return {};
    },

    async findConsent(request: SessionRequest): Promise<AppRequestView> {
      const { client, areas } = await readAnswerable(readQuery(request).query, request);
      const wroteBefore = await hasLetWrite(request, client.kind, nameOf(client));
      return { ...client, place: null, askedAt: null, areas, wroteBefore };
    },

    async allowConsent(request: SessionRequest): Promise<RedirectView> {
      const { query, areas: granted } = readQueryAndAreas(request);
      const areas = addIncludedAreas(granted);
      const consent = await readAnswerable(query, request);
      const { client, clientId, redirectUri, challenge, areas: asked } = consent;
      const code = await generateReachable(store, generateAuthorizationCode, digestOf);
      const at = now();
      const digest = digestOf(code);
      const name = nameOf(client);
      const expiresAt = at + AUTHORIZATION_CODE_SECONDS * 1000;
      const keyId = newAppKeyId();
      const { accountId } = request.caller;
      const answer = insertAppRequest({
        digest,
        clientId,
        name,
        areas,
        proof: challenge,
        redirectUri,
        place: null,
        askedAt: at,
        expiresAt,
        intervalSeconds: 0,
        polledAt: null,
        answer: 'allowed',
        accountId,
        keyId,
      });
      await allow(request, asked, { keyId, name, kind: client.kind, areas, expiresAt }, answer);
      return { redirectTo: redirectBack(consent, { code }) };
    },

    async denyConsent(request: SessionRequest): Promise<RedirectView> {
      const consent = await readAnswerable(readQuery(request).query, request);
      return { redirectTo: redirectBack(consent, { error: 'access_denied' }) };
    },
  };
}

/** The name of a program of the player's computer that has not said one. */
const LOCAL_NAME = 'localhost';
const nameOf = ({ name, claimedName }: Client): string => name ?? claimedName ?? LOCAL_NAME;

const NOT_ASKED_FOR = { field: 'areas', message: '앱이 요청한 영역 가운데에서 고르십시오.' };

const codeNotFoundError = (): ApiError =>
  new ApiError(
    'not_found',
    '코드가 없거나 만료되었거나 이미 처리되었습니다. 기기에 표시된 코드를 다시 확인하거나 새 코드를 받으십시오.',
  );
