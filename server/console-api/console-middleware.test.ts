import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { ConsoleRoute } from '../routes/route-table.ts';
import type { Store } from '../store/store.ts';
import { createConsoleMiddleware } from './console-middleware.ts';
import { describeSite } from './console-site.ts';

const HOUR_MS = 3_600_000;
const NOW = 1_800_000_000_000;

for (const [problem, write] of [
  ['is full', () => Promise.reject(new UnavailableError('the disk is full'))],
  ['hangs', () => new Promise<void>(() => {})],
] as const)
  test(`a read of a session last used an hour ago passes while the disk ${problem}`, async () => {
    const noted: unknown[] = [];
    const session = {
      digest: 'digest',
      accountId: 'acc_1',
      origin: 'passkey',
      createdAt: NOW - HOUR_MS,
      usedAt: NOW - HOUR_MS,
      verifiedAt: null,
      accountName: 'arona',
      accountActive: true,
    };
    const findSession = async () => session;
    const noteSessionUse = (...use: unknown[]) => {
      noted.push(use);
      return write();
    };
    const checkRequest = createConsoleMiddleware(
      { console: { findSession, noteSessionUse } } as unknown as Store,
      async () => ({ headers: {}, error: undefined }),
      () => describeSite('http://localhost:8787/console'),
      () => '127.0.0.1',
      () => Promise.reject(new Error('a read has no body')),
      () => NOW,
    );
    const request = { headers: { cookie: 'rollbook-session=token' } } as FastifyRequest;
    const route = { operation: 'consoleKeys', permission: 'read', session: 'full', hasBody: false };
    const reply = { headers: () => {} } as unknown as FastifyReply;
    await checkRequest(route as ConsoleRoute, request, reply);
    assert.equal(request.session, session);
    assert.deepEqual(noted, [['digest', NOW]]);
  });
