import manifest from '../../cli/package.json' with { type: 'json' };
import {
  AREAS,
  type Area,
  findMissingArea,
  type KeyAreas,
  type RequiredAccess,
} from '../../contract/areas.ts';
import type { Permission } from '../../contract/limits.ts';
import { DEFAULT_AREAS } from '../../contract/oauth.ts';
import { VERSION_HEADER } from '../../contract/operation-headers.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../errors/api-error.ts';
import { createRateLimitReporter, takeReport } from '../rate-limit/rate-limit-headers.ts';
import {
  type IncomingRequest,
  readAdmittedBody,
  readWriteHeaders,
  requireOperationId,
  type WriteRequest,
} from '../request/incoming-request.ts';
import type { RequestContext } from '../request/request-context.ts';
import { accountOfKey, hashKey, hasValidChecksum } from '../secrets.ts';
import { findAccountOf } from '../store/account-lookups.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import type { Store } from '../store/store.ts';
import type { KeyStatus } from '../store/stored-account.ts';
import type { LastUsedTracker } from './last-used.ts';
import { createRefusedKeyNotes } from './refused-keys.ts';

/** The requirement of an operation for its key. */
export interface KeyRequirement extends RequiredAccess {
  /** Areas that the key needs besides where the query names a parameter. */
  readonly parameterAreas?: Readonly<Record<string, Area>>;
  /** `Bulk-Operation` is refused where it could name no group. */
  readonly checksOperationId: boolean;
}
export type AdmitKey = (requirement: KeyRequirement) => (request: IncomingRequest) => Promise<RequestContext>;
export type Authenticate = (request: IncomingRequest, required: RequiredAccess) => Promise<KeyStatus>;

/** What a refused program needs to know to be let in, or to be let in for more. */
export interface Refusal {
  readonly error?: 'invalid_token' | 'insufficient_scope';
  readonly areas: readonly Area[];
}
/** The challenge of RFC 6750 and RFC 9728; undefined where none is told. */
export type Challenge = (request: IncomingRequest, refusal: Refusal) => string | undefined;

/** All known accounts of keys are forgotten when there are more. */
const MAX_KNOWN_ACCOUNTS = 10_000;

/** The checks from the key to the rate limit (ARCHITECTURE.md, "The order of checks"). */
export function createKeyAdmission(
  authenticate: Authenticate,
  limiters: Record<Permission, RateLimiter>,
  { readLimit, writeLimit }: Config,
): AdmitKey {
  const reportLimit = {
    read: createRateLimitReporter('read', readLimit),
    write: createRateLimitReporter('write', writeLimit),
  };
  return (requirement) => async (request) => {
    const { permission, checksOperationId } = requirement;
    const written = permission === 'write' ? readWriteHeaders(request) : undefined;
    const required = { permission, areas: areasOf(requirement, request, written) };
    const { keyId, accountId, areas } = await authenticate(request, required);
    const counted = await limiters[permission].consume(accountId);
    takeReport(request, reportLimit[permission](counted));
    if (checksOperationId) requireOperationId(request);
    return {
      request,
      caller: { kind: 'key', id: keyId, accountId, areas },
      asked: written,
      counted,
      // A write checks the key again, but a refusal tells of the state too.
      readBody: () => readAdmittedBody(request, accountId, () => authenticate(request, required)),
    };
  };
}

/** With the areas of the parameters that the query names. Who takes back reads what is taken back. */
function areasOf(
  { areas, parameterAreas }: KeyRequirement,
  { query }: IncomingRequest,
  written: WriteRequest | undefined,
): readonly Area[] {
  if (parameterAreas === undefined && written?.takesBack === undefined) return areas;
  const named = new URLSearchParams(query);
  const ofParameters = Object.entries(parameterAreas ?? {}).filter(([name]) => named.has(name));
  return [
    ...areas,
    ...ofParameters.map(([, area]) => area),
    ...(written?.takesBack === undefined ? [] : ['history:read' as const]),
  ];
}

/** Authenticates and authorizes a request. A malformed key costs no look-up, and every unknown key gets the same error. */
export function createAuthenticator(
  store: Store,
  lastUsed: LastUsedTracker,
  now: () => number,
  challenge: Challenge = () => undefined,
): Authenticate {
  const findKey = createKeyFinder(store);
  const noteRefused = createRefusedKeyNotes(store);

  async function authenticate(request: IncomingRequest): Promise<KeyStatus> {
    const token = parseBearerToken(request);
    const key = await findKey(token);
    if (key === undefined) throw rejectKey('unknown');
    const at = now();
    const ending = endingOf(key, at);
    if (ending !== undefined) {
      noteRefused(key, at);
      throw rejectKey(ending);
    }
    const isFirstUse = key.app && key.lastUsedAt === null;
    if (isFirstUse && !(await lastUsed.storeFirst(key, hashKey(token), at))) throw rejectKey('unknown');
    return key;
  }

  /** The error, with how to be let in. */
  function tell(request: IncomingRequest, error: unknown, refusal: Refusal): unknown {
    const told = error instanceof ApiError ? challenge(request, refusal) : undefined;
    return told === undefined ? error : (error as ApiError).withHeader('www-authenticate', told);
  }

  return async (request, { permission, areas }) => {
    const key = await authenticate(request).catch((error) => {
      const isSent = request.headers.authorization !== undefined;
      const isLetIn = error instanceof ApiError && error.code === 'forbidden';
      if (isLetIn) request.answerHeaders[VERSION_HEADER] = manifest.version;
      throw isLetIn
        ? error
        : tell(request, error, { areas: DEFAULT_AREAS, ...(isSent && { error: 'invalid_token' as const }) });
    });
    request.answerHeaders[VERSION_HEADER] = manifest.version;
    try {
      // First, because it says more of a key with areas that may only read.
      requireAreas(key.areas, areas);
    } catch (error) {
      if (!key.app || key.areas === null) throw error;
      throw tell(request, error, { error: 'insufficient_scope', areas: [...key.areas, ...areas] });
    }
    if (permission === 'write' && key.permission !== 'write') throw rejectKey('read-only');
    lastUsed.record(key, now());
    request.named.account = key.accountId;
    return key;
  };
}

/**
 * Finds a key in the account that it carries. One that was issued before keys carried theirs is looked up once: which
 * account has it never changes. Nothing else of a key is remembered.
 */
export function createKeyFinder(store: Store): (apiKey: string) => Promise<KeyStatus | undefined> {
  const accounts = new Map<string, string>();

  async function findAccount(digest: string): Promise<string | undefined> {
    const known = accounts.get(digest);
    if (known !== undefined) return known;
    const accountId = await findAccountOf(store.database, digest);
    if (accountId === undefined) return undefined;
    if (accounts.size >= MAX_KNOWN_ACCOUNTS) accounts.clear();
    accounts.set(digest, accountId);
    return accountId;
  }

  return async (apiKey) => {
    if (!hasValidChecksum(apiKey)) return undefined;
    const digest = hashKey(apiKey);
    const accountId = accountOfKey(apiKey) ?? (await findAccount(digest));
    return accountId === undefined ? undefined : store.findKey(accountId, digest);
  };
}

/** Why a key is accepted no more. */
export type KeyEnding = 'disconnected' | 'revoked' | 'expired' | 'suspended';
export type KeyRejection = KeyEnding | 'unknown' | 'read-only';

/** Undefined while the key is accepted. Reasons for 401 come before reasons for 403. */
export function endingOf(
  key: Pick<KeyStatus, 'app' | 'revoked' | 'expiresAt' | 'accountActive'>,
  now: number,
): KeyEnding | undefined {
  if (key.revoked) return key.app ? 'disconnected' : 'revoked';
  if (now >= key.expiresAt) return key.app ? 'disconnected' : 'expired';
  return key.accountActive ? undefined : 'suspended';
}

/** Throws 403 for a key that lacks one of the areas. */
export function requireAreas(has: KeyAreas, needed: readonly Area[]): void {
  const missing = has === null ? undefined : findMissingArea(has, needed);
  if (missing !== undefined)
    throw new ApiError(
      'forbidden',
      `이 API 키는 \`${missing}\` 영역(${AREAS[missing].ko})을 사용할 수 없습니다. 그 영역을 허용한 키를 사용하십시오.`,
    );
}

function parseBearerToken(request: IncomingRequest): string {
  const header = request.headers.authorization;
  if (header === undefined) throw missingKeyError();
  // Node keeps the first header, but a proxy may have checked the last.
  if (request.countHeader('authorization') > 1)
    throw unauthorizedError('Authorization 헤더가 여러 개입니다. API 키 하나를 담은 헤더 하나만 보내십시오.');
  const [, token] = /^bearer +(\S+)$/i.exec(header) ?? [];
  if (token === undefined)
    throw unauthorizedError(
      'Authorization 헤더의 형식이 올바르지 않습니다. `Bearer ` 뒤에 API 키 하나를 적어 보내십시오.',
    );
  return token;
}

const unauthorizedError = (message: string): ApiError =>
  new ApiError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } });

export const missingKeyError = (): ApiError =>
  unauthorizedError(
    'Authorization 헤더가 없습니다. `Authorization: Bearer <API_KEY>` 형식으로 API 키를 보내십시오.',
  );

export function rejectKey(reason: KeyRejection): ApiError {
  switch (reason) {
    case 'unknown':
      return unauthorizedError(
        '보내신 API 키를 확인할 수 없습니다. 키 전체를 빠짐없이 옮겨 적었는지 확인하십시오.',
      );
    case 'disconnected':
      return unauthorizedError('이 앱의 연결이 끊어졌습니다. 앱에서 다시 연결하십시오.');
    case 'revoked':
      return unauthorizedError('보내신 API 키는 폐기되었습니다. 새 키를 발급받아 사용하십시오.');
    case 'expired':
      return unauthorizedError('보내신 API 키는 유효 기간이 지났습니다. 새 키를 발급받아 사용하십시오.');
    case 'suspended':
      return new ApiError(
        'forbidden',
        '이 API 키의 계정이 활성 상태가 아닙니다. 서비스 운영자에게 문의하십시오.',
      );
    case 'read-only':
      return new ApiError(
        'forbidden',
        '이 API 키에는 쓰기(write) 권한이 없습니다. 쓰기 권한으로 발급한 키를 사용하십시오.',
      );
  }
}
