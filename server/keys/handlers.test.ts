import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incomingRequest } from '../../test/incoming-request.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { withCaller } from '../console/console-request.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { SessionStatus } from '../session/session-records.ts';
import type { Statement, Step } from '../store/database.ts';
import { createKeyHandlers } from './handlers.ts';

const session: SessionStatus = {
  digest: 'digest',
  accountId: 'acc_1',
  origin: 'passkey',
  credentialId: null,
  browser: '',
  createdAt: 0,
  usedAt: 0,
  verifiedAt: null,
  accountName: 'arona',
  accountActive: true,
  isOperator: false,
};
const request = (body?: object) =>
  withCaller({ incoming: incomingRequest(), params: { keyId: 'key_1' }, body, session }, session);

test('a key or account that another request ends meanwhile is not found', async () => {
  const key = { keyId: 'key_1', accountId: 'acc_1', areas: null, revokedAt: null, expiresAt: 2 };
  const store = {
    // The session is alive; the first step of each change is its condition.
    database: {
      read: async ({ name }: Statement) =>
        ({ listKeys: [key], findKeyOfAccount: [] })[name] ?? [{ ...session, accountStatus: 'active' }],
      write: async (_operation: string, [first]: readonly Step[]) => first,
    },
  };
  const { issue, rotate, revoke } = createKeyHandlers({ store, now: () => 1 } as unknown as ConsoleContext);
  await assert.rejects(rotate(request({ overlapMinutes: 0 })), { code: 'not_found' });
  await assert.rejects(revoke(request()), { code: 'not_found' });
  await assert.rejects(issue(request({ name: '', permission: 'read', days: 1 })), { code: 'not_found' });
});

test('a revocation that is stored is reported, whatever becomes of the database after it', async () => {
  const key = {
    keyId: 'key_1',
    accountId: 'acc_1',
    areas: null,
    issuedAt: 1,
    expiresAt: 9,
    revokedAt: null,
    lastUsedAt: null,
  };
  let isStored = false;
  const store = {
    database: {
      async read() {
        if (isStored) throw new UnavailableError('the connection is lost');
        return [key];
      },
      async write() {
        isStored = true;
      },
    },
  };
  const { revoke } = createKeyHandlers({ store, now: () => 5 } as unknown as ConsoleContext);
  assert.equal((await revoke(request())).revokedAt, '1970-01-01T00:00:00.005Z');
});
