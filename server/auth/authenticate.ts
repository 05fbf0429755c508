import type { Permission } from '../../contract/limits.ts';
import { ApiError } from '../errors/api-error.ts';
import { type MaybePromise, mapMaybe } from '../maybe-promise.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { KeyStatus } from '../store/account-records.ts';
import type { AuthenticatedKey, KeyLookupHints, Store } from '../store/store.ts';
import { hashKey, hasValidChecksum } from './api-key.ts';
import { type KeyRejection, keyRejection } from './key-rules.ts';
import type { LastUsedTracker } from './last-used.ts';
import { createRefusedKeyNotes } from './refused-keys.ts';

export type Authenticate = ReturnType<typeof createAuthenticator>;

/** Authenticates and authorizes a request. A malformed key costs no look-up, and every unknown key gets the same error. */
export function createAuthenticator(store: Store, lastUsed: LastUsedTracker, now: () => number) {
  const noteRefused = createRefusedKeyNotes(store);
  return (
    request: IncomingRequest,
    required: Permission,
    hints: Omit<KeyLookupHints, 'isAllowed'>,
  ): MaybePromise<AuthenticatedKey> => {
    const key = parseBearerToken(request);
    if (!hasValidChecksum(key)) throw rejectKey('unknown');
    const isAllowed = (status: KeyStatus) => keyRejection(status, required, now()) === undefined;
    return mapMaybe(store.findKey(hashKey(key), { ...hints, isAllowed }), (status) => {
      const at = now();
      const reason = keyRejection(status, required, at);
      if (reason !== undefined) {
        if (status !== undefined && reason !== 'read-only') noteRefused(status, at);
        throw rejectKey(reason);
      }
      const authenticated = status as AuthenticatedKey;
      lastUsed.record(authenticated, at);
      request.named.account = authenticated.accountId;
      return authenticated;
    });
  };
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
