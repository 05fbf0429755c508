import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  activity,
  codesOf,
  countTrue,
  digestOf,
  invite,
  isAdded,
  NOW,
  passkey,
  session,
  signUpOf,
  useAccounts,
} from '../../test/account-fixture.ts';
import { AT_ONCE, ENGINES } from '../../test/database.ts';
import { saveLink } from '../../test/save-link.ts';
import { listActivity } from '../activity/activity.ts';
import { changeOperator } from '../operator/records.ts';
import { findSession } from '../session/session-records.ts';
import { findLink } from '../sign-in/account-links.ts';
import { findInvite, listInvites, saveInvite } from '../sign-in/invites.ts';
import { findPasskey, listPasskeys } from '../sign-in/passkey-records.ts';
import { countRecoveryCodes, findRecoveryCode, replaceRecoveryCodes } from '../sign-in/recovery-codes.ts';
import {
  addPasskey,
  enterByLink,
  enterByRecoveryCode,
  renewSession,
  signIn as storeSignIn,
  signUp as storeSignUp,
} from '../sign-in/sign-in.ts';
import { OPERATOR } from './caller.ts';
import { findAccount } from './find-accounts.ts';

for (const engine of ENGINES)
  describe(engine, () => {
    const fixture = useAccounts(engine);
    const { direct, count, countRows, newChallenge, passkeyUse, register, signIn, signUp, kindsOf } = fixture;

    describe('challenges', () => {
      test('of 20 concurrent sign-ins with one challenge, one succeeds', async () => {
        await signUp('challenged');
        const use = await passkeyUse('challenged-1', 1);
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            storeSignIn(
              fixture.store.database,
              use,
              session('challenged', `challenged ${i}`),
              activity('signed-in'),
            ),
          ),
        );
        assert.equal(countTrue(results), 1);
        assert.equal(await count('console_session', 'challenged'), 2);
      });

      test('a challenge serves one response of each kind, and a used one none', async () => {
        await signUp('once');
        const writes = {
          signUp: (challengeDigest: string) =>
            storeSignUp(
              fixture.store.database,
              { ...signUpOf(`once ${challengeDigest}`), challengeDigest },
              undefined,
            ),
          signIn: (challengeDigest: string) =>
            storeSignIn(
              fixture.store.database,
              { challengeDigest, credentialId: 'once-1', signCount: 1, backedUp: 0 },
              session('once', challengeDigest),
              activity('signed-in'),
            ),
          renewSession: (challengeDigest: string) =>
            renewSession(
              fixture.store.database,
              digestOf('once session'),
              { challengeDigest, credentialId: 'once-1', signCount: 2, backedUp: 1 },
              session('once', 'once renewed'),
              activity('verified'),
            ),
          addPasskey: (challengeDigest: string) =>
            isAdded(
              addPasskey(
                fixture.store.database,
                challengeDigest,
                passkey('once', 'once-2'),
                { digest: digestOf('once renewed'), session: session('once', 'once next') },
                activity('passkey-added'),
              ),
            ),
        };
        for (const [name, write] of Object.entries(writes)) {
          const used = newChallenge();
          assert.equal(
            await register({ ...signUpOf(`first ${name}`), challengeDigest: used }, undefined),
            true,
          );
          assert.equal(await write(used), false, name);
          assert.equal(await write(newChallenge()), true, name);
        }
      });

      test('a failed write leaves its challenge', async () => {
        await signUp('left');
        const use = await passkeyUse('left-1', 1);
        const invalid = session('left', 'x', { digest: 'too short' });
        await assert.rejects(
          storeSignIn(fixture.store.database, use, invalid, activity('signed-in')),
          /check constraint/i,
        );
        const again = session('left', 'again');
        assert.equal(await storeSignIn(fixture.store.database, use, again, activity('signed-in')), true);
      });
    });

    describe('sign-up', () => {
      test('creates the account with its passkey, recovery codes, session and activity', async () => {
        await saveInvite(
          fixture.store.database,
          invite('inv-all', { uses: 2, usesLeft: 2 }),
          digestOf('inv-all'),
        );
        assert.deepEqual(await findInvite(fixture.store.database, digestOf('inv-all'), NOW), {
          inviteId: 'inv-all',
          digest: digestOf('inv-all'),
          madeBy: null,
        });
        assert.equal(await register(signUpOf('all'), digestOf('inv-all')), true);
        assert.deepEqual(
          { ...(await findAccount(fixture.store, 'all')) },
          { ...signUpOf('all').account, gameServer: 'jp', isOperator: 0 },
        );
        assert.deepEqual(await listPasskeys(fixture.store.database, 'all'), [signUpOf('all').passkey]);
        assert.deepEqual(await findPasskey(fixture.store.database, 'all-1'), signUpOf('all').passkey);
        assert.equal(await countRecoveryCodes(fixture.store.database, 'all'), 10);
        assert.deepEqual(await findSession(fixture.store.database, 'all', digestOf('all session')), {
          ...signUpOf('all').session,
          accountName: 'name of all',
          accountActive: true,
          isOperator: false,
        });
        assert.deepEqual(await listActivity(fixture.store.database, 'all'), [activity('account-created')]);
        const listed = (await listInvites(fixture.store.database)).find(
          ({ inviteId }) => inviteId === 'inv-all',
        );
        assert.deepEqual(listed, invite('inv-all', { uses: 2, usesLeft: 1 }));
      });

      for (const [reason, changes] of [
        ['used up', { usesLeft: 0 }],
        ['revoked', { revokedAt: NOW }],
        ['expired at this moment', { expiresAt: NOW }],
        ['unknown', undefined],
      ] as const)
        test(`writes nothing if the invite is ${reason}`, async () => {
          const [accountId, digest] = [`refused-${reason}`, digestOf(reason)];
          if (changes !== undefined)
            await saveInvite(fixture.store.database, invite(`inv-${reason}`, changes), digest);
          assert.equal(await findInvite(fixture.store.database, digest, NOW), undefined);
          assert.equal(await register(signUpOf(accountId), digest), false);
          assert.deepEqual(new Set(Object.values(await countRows(accountId))), new Set([0]));
        });

      test('writes nothing and keeps the invite if the credential is registered already', async () => {
        await signUp('credential-owner');
        await saveInvite(fixture.store.database, invite('inv-credential'), digestOf('inv-credential'));
        const copy = { ...signUpOf('thief'), passkey: passkey('thief', 'credential-owner-1') };
        assert.equal(await register(copy, digestOf('inv-credential')), false);
        assert.deepEqual(new Set(Object.values(await countRows('thief'))), new Set([0]));
        assert.deepEqual(await findInvite(fixture.store.database, digestOf('inv-credential'), NOW), {
          inviteId: 'inv-credential',
          digest: digestOf('inv-credential'),
          madeBy: null,
        });
        assert.equal(
          (await findPasskey(fixture.store.database, 'credential-owner-1'))?.accountId,
          'credential-owner',
        );
      });

      test('an error leaves neither an account nor a used invite', async () => {
        await saveInvite(fixture.store.database, invite('inv-error'), digestOf('inv-error'));
        const invalid = { ...signUpOf('error'), session: session('error', 'x', { digest: 'too short' }) };
        await assert.rejects(register(invalid, digestOf('inv-error')), /check constraint/i);
        assert.equal(await findAccount(fixture.store, 'error'), undefined);
        assert.ok(await findInvite(fixture.store.database, digestOf('inv-error'), NOW));
      });

      test('of 20 concurrent sign-ups with an invite for three, three succeed', async () => {
        await saveInvite(
          fixture.store.database,
          invite('inv-race', { uses: 3, usesLeft: 3 }),
          digestOf('inv-race'),
        );
        const ids = Array.from({ length: 20 }, (_, i) => `racer-${i}`);
        const results = await Promise.all(ids.map((id) => register(signUpOf(id), digestOf('inv-race'))));
        assert.equal(countTrue(results), 3);
        const accounts = await Promise.all(ids.map((id) => findAccount(fixture.store, id)));
        assert.deepEqual(
          accounts.map((account) => account !== undefined),
          results,
        );
      });

      test('other writes of the same moment are not affected by one that is rolled back', async () => {
        const [refused, ...same] = await Promise.allSettled([
          register(signUpOf('no-invite'), digestOf('no such invite')),
          register(signUpOf('beside'), undefined),
          register(signUpOf('beside'), undefined),
        ]);
        // PostgreSQL may serve either of the two equal ones first.
        assert.deepEqual(
          [refused.status === 'fulfilled' && refused.value, ...same.map(({ status }) => status).sort()],
          [false, 'fulfilled', 'rejected'],
        );
        assert.equal((await countRows('beside')).recovery_code, 10);
      });
    });

    describe('sign-in', () => {
      test('notes the use of the passkey and begins a session', async () => {
        await signUp('in');
        const begun = session('in', 'in later', { createdAt: NOW + 5, usedAt: NOW + 5 });
        assert.equal(await signIn('in-1', 7, begun, activity('signed-in')), true);
        assert.deepEqual(await findPasskey(fixture.store.database, 'in-1'), {
          ...signUpOf('in').passkey,
          signCount: 7,
          lastUsedAt: NOW + 5,
          backedUp: 0,
        });
        assert.equal((await findSession(fixture.store.database, 'in', begun.digest))?.usedAt, NOW + 5);
        assert.deepEqual(await kindsOf('in'), ['signed-in', 'account-created']);
      });

      test("begins no session with a passkey that is gone, or that is another account's", async () => {
        await signUp('gone');
        for (const credentialId of ['no such passkey', 'in-1'])
          assert.equal(
            await signIn(credentialId, 1, session('gone', 'refused'), activity('signed-in')),
            false,
          );
        assert.equal(await findSession(fixture.store.database, 'gone', digestOf('refused')), undefined);
        assert.equal((await findPasskey(fixture.store.database, 'in-1'))?.signCount, 7);
        assert.deepEqual(await kindsOf('gone'), ['account-created']);
      });

      test(`${AT_ONCE} sign-ins at once all succeed`, async () => {
        await signUp('crowd');
        const results = await Promise.all(
          Array.from({ length: AT_ONCE }, (_, i) =>
            signIn('crowd-1', 0, session('crowd', `crowd ${i}`), activity('signed-in')),
          ),
        );
        assert.equal(countTrue(results), AT_ONCE);
        assert.equal(await count('console_session', 'crowd'), AT_ONCE + 1);
      });
    });

    describe('links and recovery codes', () => {
      const enter = (accountId: string, link: string, name: string, at = NOW) =>
        enterByLink(
          fixture.store.database,
          { digest: digestOf(link), madeBy: null },
          session(accountId, name, { origin: 'link', createdAt: at, usedAt: at, verifiedAt: null }),
          activity('entered-by-link'),
        );

      test('a link begins one session, before it expires, and only into its account', async () => {
        await signUp('linked');
        const link = { accountId: 'linked', digest: digestOf('link'), expiresAt: NOW + 1 };
        assert.equal(await saveLink(fixture.store.database, link), true);
        assert.deepEqual(await findLink(fixture.store.database, link.accountId, link.digest, NOW), {
          accountId: 'linked',
          accountName: 'name of linked',
          digest: link.digest,
          madeBy: null,
        });
        assert.equal(await findLink(fixture.store.database, link.accountId, link.digest, NOW + 1), undefined);
        assert.equal(await enter('linked', 'link', 'late', NOW + 1), false);
        // A clock that was wrong has made it, and is put right.
        const DAY_MS = 86_400_000;
        assert.equal(
          await findLink(fixture.store.database, link.accountId, link.digest, NOW - DAY_MS),
          undefined,
        );
        assert.equal(await enter('linked', 'link', 'early', NOW - DAY_MS), false);
        assert.equal(await enter('gone', 'link', 'another account'), false);
        assert.deepEqual(
          countTrue(await Promise.all([enter('linked', 'link', 'l1'), enter('linked', 'link', 'l2')])),
          1,
        );
        assert.equal(await findLink(fixture.store.database, link.accountId, link.digest, NOW), undefined);
        assert.deepEqual(await kindsOf('linked'), ['entered-by-link', 'account-created']);
      });

      test('a link and an invite of an operator need at their use that the operator still has the right', async () => {
        for (const accountId of ['grantor', 'entered']) await signUp(accountId);
        const madeBy = 'grantor';
        const link = { digest: digestOf('granted'), madeBy };
        const [into, expiresAt] = ['entered', NOW + 1];
        await saveLink(fixture.store.database, { ...link, accountId: into, expiresAt });
        const digest = digestOf('inv-granted');
        await saveInvite(fixture.store.database, invite('inv-granted', { madeBy }), digest);
        const begun = session(into, 'granted', { origin: 'link', verifiedAt: null });
        const use = async (accountId: string) => [
          await findLink(fixture.store.database, into, link.digest, NOW).then((found) => found !== undefined),
          await enterByLink(fixture.store.database, link, begun, activity('entered-by-link')),
          await findInvite(fixture.store.database, digest, NOW).then((found) => found !== undefined),
          await register(signUpOf(accountId), digest, madeBy),
        ];
        const setRight = (isOperator: number, status: string) =>
          // As a release that ends nothing, so that only the check of the use is left.
          direct(
            `UPDATE account SET is_operator = ${isOperator}, status = '${status}' WHERE account_id = 'grantor'`,
          );
        assert.deepEqual(await use('granted-1'), [false, false, false, false]);
        await setRight(1, 'suspended');
        assert.deepEqual(await use('granted-2'), [false, false, false, false]);
        assert.deepEqual(await kindsOf(into), ['account-created']);
        await setRight(1, 'active');
        assert.deepEqual(await use('granted-3'), [true, true, true, true]);
      });

      test('whoever uses a link or an invite while its operator loses the right comes before the loss, or not in', async () => {
        await signUp('losing');
        const { database } = fixture.store;
        const madeBy = 'losing';
        for (let round = 0; round < 10; round += 1) {
          const name = `round-${round}`;
          await changeOperator(database, madeBy, true, NOW);
          await signUp(name);
          const link = { digest: digestOf(`${name} link`), madeBy };
          await saveLink(database, { ...link, accountId: name, expiresAt: NOW + 1 });
          const digest = digestOf(`${name} invite`);
          await saveInvite(database, invite(`inv-${name}`, { madeBy, uses: 2, usesLeft: 2 }), digest);
          const enterNow = (into: string) =>
            enterByLink(
              database,
              link,
              session(name, into, { origin: 'link', verifiedAt: null }),
              activity('entered-by-link'),
            );
          const [entered, signedUp] = await Promise.all([
            enterNow(`${name} at once`),
            register(signUpOf(`${name}-invited`), digest, madeBy),
            changeOperator(database, madeBy, false, NOW),
          ]);
          assert.equal(await count('console_session', name), entered ? 2 : 1);
          assert.equal(await count('account', `${name}-invited`), signedUp ? 1 : 0);
          await changeOperator(database, madeBy, true, NOW);
          assert.equal(await enterNow(`${name} late`), false);
          assert.equal(await register(signUpOf(`${name}-late`), digest, madeBy), false);
        }
      });

      test('a new link voids the one before, and an unknown account gets none', async () => {
        await signUp('relinked');
        const save = (accountId: string, name: string) =>
          saveLink(fixture.store.database, { accountId, digest: digestOf(name), expiresAt: NOW + 1 });
        assert.deepEqual([await save('relinked', 'first'), await save('relinked', 'second')], [true, true]);
        assert.equal(await findLink(fixture.store.database, 'relinked', digestOf('first'), NOW), undefined);
        assert.equal(await enter('relinked', 'first', 'voided'), false);
        assert.equal(await enter('relinked', 'second', 'current'), true);
        assert.equal(await save('nobody', 'third'), false);
      });

      test('a recovery code works once, and for its account only', async () => {
        await signUp('recovered');
        const [code = ''] = codesOf('recovered');
        assert.deepEqual(await findRecoveryCode(fixture.store.database, code), { accountId: 'recovered' });
        const enterBy = (accountId: string, name: string) =>
          enterByRecoveryCode(
            fixture.store.database,
            code,
            session(accountId, name, { origin: 'recovery', verifiedAt: null }),
            activity('entered-by-recovery-code'),
          );
        assert.equal(await enterBy('gone', 'another'), false);
        assert.equal(
          countTrue(await Promise.all([enterBy('recovered', 'r1'), enterBy('recovered', 'r2')])),
          1,
        );
        assert.equal(await findRecoveryCode(fixture.store.database, code), undefined);
        assert.equal(await countRecoveryCodes(fixture.store.database, 'recovered'), 9);
      });

      test('new recovery codes replace all former ones, also when replaced twice at once', async () => {
        await signUp('codes');
        const replace = (name: string) =>
          replaceRecoveryCodes(
            fixture.store.database,
            OPERATOR,
            'codes',
            codesOf(name),
            activity('recovery-codes-replaced'),
          );
        assert.deepEqual(await Promise.all([replace('x'), replace('y')]), [true, true]);
        assert.equal(await countRecoveryCodes(fixture.store.database, 'codes'), 10);
        assert.equal(
          await findRecoveryCode(fixture.store.database, codesOf('codes')[0] as string),
          undefined,
        );
        assert.equal(
          await replaceRecoveryCodes(
            fixture.store.database,
            OPERATOR,
            'nobody',
            codesOf('z'),
            activity('signed-in'),
          ),
          false,
        );
      });

      test('new recovery codes end the session that a former one begins at the same time', async () => {
        await signUp('renewed');
        const [used = '', ...left] = codesOf('renewed');
        const enterBy = (code: string, name: string) =>
          enterByRecoveryCode(
            fixture.store.database,
            code,
            session('renewed', name, { origin: 'recovery', verifiedAt: null }),
            activity('entered-by-recovery-code'),
          );
        assert.equal(await enterBy(used, 'before the new codes'), true);
        await Promise.all([
          ...left.map((code) => enterBy(code, code)),
          replaceRecoveryCodes(
            fixture.store.database,
            OPERATOR,
            'renewed',
            codesOf('renewed later'),
            activity('recovery-codes-replaced'),
          ),
        ]);
        const origins = await direct("SELECT origin FROM console_session WHERE account_id = 'renewed'");
        assert.deepEqual(
          origins.map(({ origin }) => origin),
          ['passkey'],
        );
        assert.equal(await countRecoveryCodes(fixture.store.database, 'renewed'), 10);
      });
    });
  });
