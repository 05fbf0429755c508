import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionStatus } from './session-records.ts';
import {
  createSession,
  hashSessionToken,
  type SessionRejection,
  type SessionRequirement,
  sessionExpiry,
  sessionRejection,
  verifiedUntil,
} from './sessions.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const session = (changes: Partial<SessionStatus> = {}): SessionStatus => ({
  digest: '',
  accountId: 'acc_1',
  origin: 'passkey',
  credentialId: 'passkey-1',
  browser: '',
  createdAt: 0,
  usedAt: 0,
  verifiedAt: 0,
  accountName: 'arona',
  accountActive: true,
  isOperator: false,
  ...changes,
});

const operator = session({ isOperator: true });
const cases: [string, SessionStatus | undefined, SessionRequirement, number, SessionRejection | undefined][] =
  [
    ['admits anybody where none is required', undefined, 'none', 0, undefined],
    ['rejects a caller without one', undefined, 'any', 0, 'signed-out'],
    ['admits one that is used', session(), 'full', 30 * DAY - 1, undefined],
    ['rejects one at 30 days without use', session(), 'full', 30 * DAY, 'signed-out'],
    ['admits one that was used lately', session({ usedAt: 29 * DAY }), 'full', 58 * DAY, undefined],
    ['rejects any at 90 days', session({ usedAt: 90 * DAY - 1 }), 'full', 90 * DAY, 'signed-out'],
    ['rejects one of a suspended account', session({ accountActive: false }), 'any', 1, 'suspended'],
    ['admits a passkey check of less than ten minutes', session(), 'verified', 10 * MINUTE - 1, undefined],
    [
      'rejects one whose check is ten minutes old',
      session(),
      'verified',
      10 * MINUTE,
      'verification-required',
    ],
    [
      'admits a passkey check by an instance whose clock is a little ahead',
      session({ verifiedAt: MINUTE }),
      'verified',
      0,
      undefined,
    ],
    [
      'takes a passkey check in the future for none',
      session({ verifiedAt: 90 * DAY }),
      'verified',
      DAY,
      'verification-required',
    ],
    ['admits one begun with a link to what any may do', session({ origin: 'link' }), 'any', 1, undefined],
    ['rejects one begun with a link elsewhere', session({ origin: 'link' }), 'full', 1, 'passkey-required'],
    [
      'rejects one begun with a code elsewhere',
      session({ origin: 'recovery' }),
      'verified',
      1,
      'passkey-required',
    ],
    [
      'ends one begun with a link after ten minutes',
      session({ origin: 'link' }),
      'any',
      10 * MINUTE,
      'signed-out',
    ],
    ['asks whether its account is an operator’s', session(), 'operator', 0, 'not-operator'],
    ['admits an operator to reads without a fresh check', operator, 'operator', 10 * MINUTE, undefined],
    [
      'asks an operator for a fresh check',
      operator,
      'verified-operator',
      10 * MINUTE,
      'verification-required',
    ],
    ['admits an operator with a fresh check', operator, 'verified-operator', 9 * MINUTE, undefined],
    ['tells a player nothing of checks of operators', session(), 'verified-operator', DAY, 'not-operator'],
    ['refuses a suspended operator', { ...operator, accountActive: false }, 'operator', 0, 'suspended'],
  ];
for (const [name, status, required, now, expected] of cases)
  test(`the check of a session ${name}`, () =>
    assert.equal(sessionRejection(status, required, now), expected));

test('a session is stored by the digest of its token and begins verified only with a passkey', () => {
  const { token, session: begun } = createSession(
    'acc_1',
    { origin: 'passkey', credentialId: 'passkey-1' },
    'Firefox',
    5,
  );
  assert.equal(begun.digest, hashSessionToken(token));
  assert.match(token, /^[\w-]{43}1$/, 'random bits, then the account');
  assert.equal(verifiedUntil(begun, 5), 5 + 10 * MINUTE);
  const { session: entered } = createSession('acc_1', { origin: 'link', credentialId: null }, '', 5);
  assert.equal(verifiedUntil(entered, 5), null);
  assert.equal(sessionExpiry(entered), 5 + 10 * MINUTE);
});
