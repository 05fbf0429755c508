import type { Permission } from '../../contract/limits.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import { issueKey, revokeKey, rotateKey } from '../auth/keys.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { UserError } from '../errors/user-error.ts';
import type { StoredKey } from '../store/account-records.ts';
import { bodyReader } from './body-checks.ts';
import { type ConsoleContext, toTime, toTimeOrNull } from './console-context.ts';
import type { SessionRequest } from './console-request.ts';
import { ISSUE_KEY_BODY, ROTATE_KEY_BODY } from './console-schemas.ts';
import type { IssuedKeyView, KeyView } from './console-views.ts';

const readIssue = bodyReader<{ name: string; permission: Permission; days: number }>(ISSUE_KEY_BODY);
const readRotate = bodyReader<{ overlapMinutes: number; days?: number }>(ROTATE_KEY_BODY);
const DAY = 86_400_000;
/** Of an account; those that have ended do not count. */
const MAX_KEYS = 1000;

/** The account's API keys, as the commands make and end them. */
export function createKeyHandlers({ store, now }: ConsoleContext) {
  async function findOwnKey(request: SessionRequest): Promise<StoredKey> {
    const { keyId } = request.params;
    const key = (await store.listKeys(request.caller.accountId)).find((own) => own.keyId === keyId);
    if (key === undefined) throw keyNotFoundError();
    return key;
  }

  /** The account has as many keys as it may, or another request ended the key or the account meanwhile. */
  async function rejectUnissued({ caller }: SessionRequest, error: unknown): Promise<never> {
    await rejectEndedCaller(store, caller, now());
    const active = (await store.listKeys(caller.accountId)).filter(
      ({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now(),
    );
    if (error instanceof UserError && active.length >= MAX_KEYS)
      throw new ApiError(
        'limit_reached',
        `쓸 수 있는 API 키는 ${MAX_KEYS}개까지 발급할 수 있습니다. 쓰지 않는 키를 먼저 폐기하십시오.`,
      );
    return rejectEnded(error);
  }

  return {
    async list(request: SessionRequest): Promise<{ keys: KeyView[] }> {
      return { keys: (await store.listKeys(request.caller.accountId)).map(toKeyView) };
    },

    async issue(request: SessionRequest): Promise<IssuedKeyView> {
      const { name, permission, days } = readIssue(request);
      const { accountId } = request.caller;
      const at = now();
      const { apiKey, ...key } = await issueKey(
        store,
        request.caller,
        { accountId, name, permission, expiresAt: at + days * DAY },
        at,
        MAX_KEYS,
      ).catch((error) => rejectUnissued(request, error));
      return { key: toKeyView(key), apiKey };
    },

    async rotate(request: SessionRequest): Promise<IssuedKeyView & { replaced: KeyView }> {
      const { overlapMinutes, days } = readRotate(request);
      const { keyId, revokedAt, expiresAt } = await findOwnKey(request);
      if (revokedAt !== null || expiresAt <= now())
        throw invalidRequest([
          { field: 'keyId', message: '이미 폐기되었거나 만료된 키입니다. 새 키를 발급받으십시오.' },
        ]);
      const at = now();
      const { apiKey, replaced, ...key } = await rotateKey(
        store,
        request.caller,
        keyId,
        { overlapMs: overlapMinutes * 60_000, expiresAt: days && at + days * DAY },
        at,
        MAX_KEYS,
      ).catch((error) => rejectUnissued(request, error));
      return { key: toKeyView(key), apiKey, replaced: toKeyView(replaced) };
    },

    async revoke(request: SessionRequest): Promise<KeyView> {
      const { keyId } = await findOwnKey(request);
      const key = await revokeKey(store, request.caller, keyId, now()).catch(rejectEnded);
      if (key.revokedAt === null) await rejectEndedCaller(store, request.caller, now());
      return toKeyView(key);
    },
  };
}

const keyNotFoundError = (): ApiError =>
  new ApiError('not_found', '이 계정에 그런 API 키가 없습니다. 목록을 새로 고치십시오.');

/** Another request ended the key or the account meanwhile. */
function rejectEnded(error: unknown): never {
  throw error instanceof UserError ? keyNotFoundError() : error;
}

export const toKeyView = (key: StoredKey): KeyView => ({
  keyId: key.keyId,
  name: key.name,
  permission: key.permission,
  shown: key.shown,
  issuedAt: toTime(key.issuedAt),
  expiresAt: toTime(key.expiresAt),
  revokedAt: toTimeOrNull(key.revokedAt),
  lastUsedAt: toTimeOrNull(key.lastUsedAt),
});
