import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incomingRequest } from '../../test/incoming-request.ts';
import type { SessionStatus } from '../store/console-records.ts';
import type { ConsoleContext } from './console-context.ts';
import { withCaller } from './console-request.ts';
import { createPasskeyHandlers } from './passkey-handlers.ts';

test('no recovery codes are returned to an account that is deleted meanwhile', async () => {
  const store = { console: { replaceRecoveryCodes: async () => false, findSession: async () => undefined } };
  const context = { store, now: () => 1 } as unknown as ConsoleContext;
  const session = { digest: 'digest', accountId: 'acc_1' } as SessionStatus;
  const request = withCaller({ incoming: incomingRequest(), params: {}, body: {}, session }, session);
  const { replaceRecoveryCodes } = createPasskeyHandlers(context);
  await assert.rejects(replaceRecoveryCodes(request), { code: 'signed_out' });
});
