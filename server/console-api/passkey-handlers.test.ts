import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from './console-context.ts';
import { createPasskeyHandlers } from './passkey-handlers.ts';

test('no recovery codes are returned to an account that is deleted meanwhile', async () => {
  const store = { console: { replaceRecoveryCodes: async () => false } };
  const context = { store, now: () => 1 } as unknown as ConsoleContext;
  const request = { body: {}, caller: { accountId: 'acc_1' } } as unknown as FastifyRequest;
  const { replaceRecoveryCodes } = createPasskeyHandlers(context);
  await assert.rejects(replaceRecoveryCodes(request), { code: 'signed_out' });
});
