import type { FastifyRequest } from 'fastify';
import type { Work } from '../../contract/limits.ts';
import { Denial } from '../http/api-error.ts';
import { howMany } from '../http/request-guards.ts';
import type { Standing } from '../store/account-records.ts';
import { type Answer, after } from '../store/maybe-promise.ts';
import type { Met, Next, Store } from '../store/types.ts';
import { digestOf, isWellFormed } from './api-key.ts';
import { type WhyNot, whyNot } from './key-status.ts';
import type { KeyUse } from './last-used.ts';

/** Steps 2 and 3: who calls, and whether they may. Strangers cost no look-up and learn only that they are strangers. */
export function authenticate(store: Store, use: KeyUse, now: () => number) {
  return (request: FastifyRequest, needs: Work, next: Omit<Next, 'may'>): Answer<Met> => {
    const key = bearerToken(request);
    if (!isWellFormed(key)) throw refusal('unknown');
    const may = (standing: Standing) => whyNot(standing, needs, now()) === undefined;
    return after(store.findKey(digestOf(key), { ...next, may }), (standing) => {
      const at = now();
      const reason = whyNot(standing, needs, at);
      if (reason !== undefined) throw refusal(reason);
      const caller = standing as Met;
      use.note(caller, at);
      return caller;
    });
  };
}

function bearerToken({ headers, raw }: FastifyRequest): string {
  const header = headers.authorization;
  if (header === undefined) throw withoutKey();
  // Node keeps the first header, but a proxy may have looked at the last.
  if (howMany(raw, 'authorization') > 1)
    throw unauthorized('Authorization 헤더가 여러 개입니다. API 키 하나를 담은 헤더 하나만 보내십시오.');
  const [, token] = /^bearer +(\S+)$/i.exec(header) ?? [];
  if (token === undefined)
    throw unauthorized(
      'Authorization 헤더의 형식이 올바르지 않습니다. `Bearer ` 뒤에 API 키 하나를 적어 보내십시오.',
    );
  return token;
}

const unauthorized = (message: string): Denial =>
  new Denial('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } });

export const withoutKey = (): Denial =>
  unauthorized(
    'Authorization 헤더가 없습니다. `Authorization: Bearer <API_KEY>` 형식으로 API 키를 보내십시오.',
  );

export function refusal(reason: WhyNot): Denial {
  switch (reason) {
    case 'unknown':
      return unauthorized(
        '보내신 API 키를 확인할 수 없습니다. 키 전체를 빠짐없이 옮겨 적었는지 확인하십시오.',
      );
    case 'revoked':
      return unauthorized('보내신 API 키는 폐기되었습니다. 새 키를 발급받아 사용하십시오.');
    case 'expired':
      return unauthorized('보내신 API 키는 유효 기간이 지났습니다. 새 키를 발급받아 사용하십시오.');
    case 'suspended':
      return new Denial(
        'forbidden',
        '이 API 키의 계정이 활성 상태가 아닙니다. 서비스 운영자에게 문의하십시오.',
      );
    case 'read-only':
      return new Denial(
        'forbidden',
        '이 API 키에는 쓰기(write) 권한이 없습니다. 쓰기 권한으로 발급한 키를 사용하십시오.',
      );
  }
}
