import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incomingRequest } from '../../test/incoming-request.ts';
import { withCaller } from '../console/console-request.ts';
import type { SessionStatus } from '../session/session-records.ts';
import type { Step } from '../store/database.ts';
import { createPasskeyHandlers } from './passkey-handlers.ts';
import type { SignInContext } from './sign-in-context.ts';

test('no recovery codes are returned to an account that is deleted meanwhile', async () => {
  const store = {
    database: { read: async () => [], write: async (_operation: string, [first]: readonly Step[]) => first },
  };
  const context = { store, now: () => 1 } as unknown as SignInContext;
  const session = { digest: 'digest', accountId: 'acc_1' } as SessionStatus;
  const request = withCaller({ incoming: incomingRequest(), params: {}, body: {}, session }, session);
  const { replaceRecoveryCodes } = createPasskeyHandlers(context);
  await assert.rejects(replaceRecoveryCodes(request), { code: 'signed_out' });
});
