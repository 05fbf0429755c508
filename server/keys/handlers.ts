import { type Area, parseAreas, permissionOf } from '../../contract/areas.ts';
import type { Permission } from '../../contract/limits.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { MAX_KEYS } from '../account-limits.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import { bodyReader } from '../console/body-checks.ts';
import { type ConsoleContext, toTime, toTimeOrNull } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { listKeys } from '../store/find-accounts.ts';
import type { StoredKey } from '../store/stored-account.ts';
import { type IssuedKey, issueKey, type KeyRefusal, revokeKey, rotateKey } from './keys.ts';
import { ISSUE_KEY_BODY, ROTATE_KEY_BODY } from './schemas.ts';
import type { IssuedKeyView, KeyView } from './views.ts';

const readIssue = bodyReader<{ name: string; permission: Permission; areas?: Area[]; days: number }>(
  ISSUE_KEY_BODY,
);
const readRotate = bodyReader<{ overlapMinutes: number; days?: number }>(ROTATE_KEY_BODY);
const DAY = 86_400_000;

/** The account's API keys, as the commands make and end them. */
export function createKeyHandlers({ store, now }: ConsoleContext) {
  async function findOwnKey(request: SessionRequest): Promise<StoredKey> {
    const { keyId } = request.params;
    const key = (await listKeys(store, request.caller.accountId)).find((own) => own.keyId === keyId);
    if (key === undefined) throw keyNotFoundError();
    return key;
  }

  /** The answer to a change that was refused. */
  async function refuse({ caller }: SessionRequest, refusal: KeyRefusal): Promise<never> {
    switch (refusal) {
      case 'caller-ended':
        await rejectEndedCaller(store, caller, now());
        break;
      case 'limit-reached':
        throw new ApiError(
          'limit_reached',
          `쓸 수 있는 API 키는 ${MAX_KEYS}개까지 발급할 수 있습니다. 쓰지 않는 키를 먼저 폐기하십시오.`,
        );
      case 'key-of-app':
        throw invalidRequest([
          { field: 'keyId', message: '앱의 키는 교체할 수 없습니다. 연결을 끊고 앱에서 다시 연결하십시오.' },
        ]);
      case 'key-revoked':
      case 'key-expired':
        throw invalidRequest([
          { field: 'keyId', message: '이미 폐기되었거나 만료된 키입니다. 새 키를 발급받으십시오.' },
        ]);
    }
    throw keyNotFoundError();
  }

  return {
    async list({ caller }: SessionRequest): Promise<{ keys: KeyView[] }> {
      return { keys: (await listKeys(store, caller.accountId)).map(toKeyView) };
    },

    async issue(request: SessionRequest): Promise<IssuedKeyView> {
      const { name, permission, areas = null, days } = readIssue(request);
      if (areas !== null && permissionOf(areas) !== permission)
        throw invalidRequest([AREAS_OF_OTHER_PERMISSION]);
      const { caller } = request;
      const at = now();
      const wanted = { accountId: caller.accountId, name, permission, areas, expiresAt: at + days * DAY };
      const issued = await issueKey(store, caller, wanted, at, MAX_KEYS);
      return typeof issued === 'string' ? refuse(request, issued) : toIssuedView(issued);
    },

    async rotate(request: SessionRequest): Promise<IssuedKeyView & { replaced: KeyView }> {
      const { overlapMinutes, days } = readRotate(request);
      const key = await findOwnKey(request);
      const at = now();
      const terms = { overlapMs: overlapMinutes * 60_000, expiresAt: days && at + days * DAY };
      const issued = await rotateKey(store, request.caller, key, terms, at, MAX_KEYS);
      if (typeof issued === 'string') return refuse(request, issued);
      return { ...toIssuedView(issued), replaced: toKeyView(issued.replaced) };
    },

    async revoke(request: SessionRequest): Promise<KeyView> {
      const revoked = await revokeKey(store, request.caller, await findOwnKey(request), now());
      return typeof revoked === 'string' ? refuse(request, revoked) : toKeyView(revoked);
    },
  };
}

const AREAS_OF_OTHER_PERMISSION: FieldError = {
  field: 'areas',
  message:
    '영역이 권한과 맞지 않습니다. write 권한의 키에는 쓰기 영역이 하나 이상 있어야 하고, read 권한의 키에는 없어야 합니다.',
};

const toIssuedView = (issued: IssuedKey): IssuedKeyView => ({
  key: toKeyView(issued),
  apiKey: issued.apiKey,
});

const keyNotFoundError = (): ApiError =>
  new ApiError('not_found', '이 계정에 그런 API 키가 없습니다. 목록을 새로 고치십시오.');

export const toKeyView = (key: StoredKey): KeyView => ({
  keyId: key.keyId,
  name: key.name,
  permission: key.permission,
  areas: key.areas === null ? null : parseAreas(key.areas),
  shown: key.shown,
  issuedAt: toTime(key.issuedAt),
  expiresAt: toTime(key.expiresAt),
  revokedAt: toTimeOrNull(key.revokedAt),
  lastUsedAt: toTimeOrNull(key.lastUsedAt),
  app: key.app ? { kind: key.app, isWaiting: key.renewableUntil === null } : null,
});
