import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incomingRequest } from '../../test/incoming-request.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { Step } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { createSessionAdmission } from './admit-session.ts';
import { describeSite } from './console-site.ts';

const HOUR_MS = 3_600_000;
const NOW = 1_800_000_000_000;

const session = {
  digest: 'digest',
  accountId: 'acc_1',
  origin: 'passkey',
  createdAt: NOW - HOUR_MS,
  usedAt: NOW - HOUR_MS,
  verifiedAt: null,
  accountName: 'arona',
  accountActive: true,
  isOperator: false,
};

for (const [problem, write] of [
  ['is full', () => Promise.reject(new UnavailableError('the disk is full'))],
  ['hangs', () => new Promise<void>(() => {})],
] as const)
  test(`a read of a session last used an hour ago passes while the disk ${problem}`, async () => {
    const noted: unknown[] = [];
    const { accountActive: _, isOperator: __, ...stored } = session;
    const store = {
      database: {
        read: async () => [{ ...stored, accountStatus: 'active', operator: 0 }],
        write(_operation: string, [first]: readonly [Step]) {
          noted.push(first.values);
          return write();
        },
      },
    } as unknown as Store;
    const admit = createSessionAdmission(
      { store, now: () => NOW },
      async () => ({ headers: {}, error: undefined }),
      () => describeSite('http://localhost:8787/console'),
      () => '127.0.0.1',
    );
    const request = incomingRequest({ headers: { cookie: `rollbook-session=${'x'.repeat(56)}` } });
    const admitted = await admit(request, { permission: 'read', session: 'full' });
    assert.deepEqual(admitted.session, session);
    assert.deepEqual(noted, [['acc_1', 'digest', NOW]]);
  });
