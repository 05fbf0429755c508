import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from './console-context.ts';
import { createKeyHandlers } from './key-handlers.ts';

test('a key or account that another request ends meanwhile is not found', async () => {
  const key = { keyId: 'key_1', accountId: 'acc_1', revokedAt: null, expiresAt: 2 };
  const store = {
    listKeys: async () => [key],
    findKeyById: async () => ({ ...key, revokedAt: 1 }),
    revokeKey: async () => false,
    findAccount: async () => undefined,
  };
  const { issue, rotate, revoke } = createKeyHandlers({ store, now: () => 1 } as unknown as ConsoleContext);
  const request = (body?: object) =>
    ({ params: { keyId: 'key_1' }, caller: { accountId: 'acc_1' }, body }) as unknown as FastifyRequest;
  await assert.rejects(rotate(request({ overlapMinutes: 0 })), { code: 'not_found' });
  await assert.rejects(revoke(request()), { code: 'not_found' });
  await assert.rejects(issue(request({ name: '', permission: 'read', days: 1 })), { code: 'not_found' });
});
