import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  activity,
  codesOf,
  countTrue,
  digestOf,
  isAdded,
  isRemoved,
  NOW,
  passkey,
  session,
  useAccounts,
} from '../../test/account-fixture.ts';
import { ENGINES } from '../../test/database.ts';
import { saveLink } from '../../test/save-link.ts';
import { endSession, findSession, noteSessionUse } from '../session/session-records.ts';
import { findLink } from '../sign-in/account-links.ts';
import { findPasskey, listPasskeys, removePasskey, renamePasskey } from '../sign-in/passkey-records.ts';
import { countRecoveryCodes, findRecoveryCode } from '../sign-in/recovery-codes.ts';
import { addPasskey, endSessions, enterByRecoveryCode, renewSession } from '../sign-in/sign-in.ts';
import { OPERATOR } from './caller.ts';

for (const engine of ENGINES)
  describe(engine, () => {
    const fixture = useAccounts(engine);
    const { direct, count, newChallenge, passkeyUse, signIn, signUp, kindsOf } = fixture;

    describe('sessions', () => {
      test('a suspension, a sign-out and a deletion by another process are visible to the next call', async () => {
        await signUp('seen');
        const digest = digestOf('seen session');
        const isActive = async () =>
          (await findSession(fixture.store.database, 'seen', digest))?.accountActive;
        assert.equal(await isActive(), true);
        await direct("UPDATE account SET status = 'suspended' WHERE account_id = 'seen'");
        assert.equal(await isActive(), false);
        await direct("UPDATE account SET status = 'active' WHERE account_id = 'seen'");
        assert.equal(await isActive(), true);
        await direct("DELETE FROM console_session WHERE account_id = 'seen'");
        assert.equal(await isActive(), undefined);
      });

      test('the last use moves forward only, but from the future back', async () => {
        await signUp('used');
        const digest = digestOf('used session');
        for (const [at, usedAt] of [
          [NOW + 10, NOW + 10],
          [NOW + 5, NOW + 10],
          // By a clock that was wrong, and is put right.
          [NOW + 90 * 86_400_000, NOW + 90 * 86_400_000],
          [NOW + 20, NOW + 20],
        ] as const) {
          await noteSessionUse(fixture.store.database, { accountId: 'used', digest }, at);
          assert.equal((await findSession(fixture.store.database, 'used', digest))?.usedAt, usedAt);
        }
        await noteSessionUse(
          fixture.store.database,
          { accountId: 'used', digest: digestOf('no such session') },
          NOW,
        );
      });

      test("a verification begins a new session, with a passkey of the session's account only", async () => {
        await signUp('verified');
        const former = digestOf('verified session');
        const renew = async (from: string, credentialId: string, signCount: number, to: string) =>
          renewSession(
            fixture.store.database,
            digestOf(from),
            await passkeyUse(credentialId, signCount),
            session('verified', to, { createdAt: NOW + 9 }),
            activity('verified'),
          );
        assert.equal(await renew('verified session', 'verified-1', 3, 'renewed'), true);
        assert.equal(await findSession(fixture.store.database, 'verified', former), undefined);
        assert.equal(
          (await findSession(fixture.store.database, 'verified', digestOf('renewed')))?.createdAt,
          NOW + 9,
        );
        const { signCount, lastUsedAt } = (await findPasskey(fixture.store.database, 'verified-1')) ?? {};
        assert.deepEqual([signCount, lastUsedAt], [3, NOW + 9]);
        for (const [name, credentialId] of [
          ['renewed', 'used-1'],
          ['renewed', 'no such passkey'],
          ['verified session', 'verified-1'],
        ] as const)
          assert.equal(await renew(name, credentialId, 4, 'refused'), false);
        assert.ok(await findSession(fixture.store.database, 'verified', digestOf('renewed')));
        assert.equal(await count('console_session', 'verified'), 1);
        assert.equal((await findPasskey(fixture.store.database, 'used-1'))?.signCount, 0);
      });

      test('a session ends once, and all sessions of an account together', async () => {
        await signUp('leaving');
        const begin = (name: string) =>
          signIn('leaving-1', 0, session('leaving', name), activity('signed-in'));
        await begin('l-1');
        assert.equal(await endSession(fixture.store.database, session('leaving', 'l-1')), true);
        assert.equal(await endSession(fixture.store.database, session('leaving', 'l-1')), false);
        await begin('l-2');
        await endSessions(fixture.store.database, OPERATOR, 'leaving', activity('signed-out-everywhere'));
        assert.equal(await count('console_session', 'leaving'), 0);
        assert.equal(await count('console_session', 'verified'), 1);
        assert.equal((await kindsOf('leaving'))[0], 'signed-out-everywhere');
        await endSessions(fixture.store.database, OPERATOR, 'nobody', activity('signed-out-everywhere'));
      });

      test("signing out everywhere voids the account's link, and no other", async () => {
        const link = (accountId: string) => ({
          accountId,
          digest: digestOf(`${accountId} link`),
          expiresAt: NOW + 1,
        });
        for (const accountId of ['link-voided', 'link-untouched']) {
          await signUp(accountId);
          await saveLink(fixture.store.database, link(accountId));
        }
        await endSessions(fixture.store.database, OPERATOR, 'link-voided', activity('signed-out-everywhere'));
        assert.equal(
          await findLink(fixture.store.database, 'link-voided', link('link-voided').digest, NOW),
          undefined,
        );
        assert.ok(
          await findLink(fixture.store.database, 'link-untouched', link('link-untouched').digest, NOW),
        );
      });

      test('signing out everywhere ends the session that a concurrent registration begins', async () => {
        await signUp('both');
        const challenges = Array.from({ length: 10 }, newChallenge);
        const results = await Promise.all(
          Array.from({ length: 10 }, (_, i) => i).flatMap((i) => [
            isAdded(
              addPasskey(
                fixture.store.database,
                challenges[i] as string,
                passkey('both', `both-extra-${i}`),
                {
                  digest: digestOf(i === 0 ? 'both session' : `both ${i - 1}`),
                  session: session('both', `both ${i}`),
                },
                activity('passkey-added'),
              ),
            ),
            endSessions(fixture.store.database, OPERATOR, 'both', activity('signed-out-everywhere')).then(
              () => true,
            ),
          ]),
        );
        assert.ok(results.length === 20);
        assert.equal(await count('console_session', 'both'), 0);
      });
    });

    describe('passkeys', () => {
      const add = async (
        accountId: string,
        credentialId: string,
        { from, to, recoveryCodes }: { from: string; to: string; recoveryCodes?: string[] },
        maxPasskeys?: number,
      ) =>
        isAdded(
          addPasskey(
            fixture.store.database,
            newChallenge(),
            passkey(accountId, credentialId),
            { digest: digestOf(from), session: session(accountId, to), recoveryCodes },
            activity('passkey-added', credentialId),
            maxPasskeys,
          ),
        );
      /** Signs up, with further sessions that could add a passkey. */
      const signUpWithSessions = async (accountId: string, names: readonly string[]) => {
        await signUp(accountId);
        for (const name of names)
          await signIn(`${accountId}-1`, 0, session(accountId, name), activity('signed-in'));
      };

      test('a new passkey replaces the session that registers it', async () => {
        await signUp('two');
        assert.equal(await add('two', 'two-2', { from: 'two session', to: 'two next' }), true);
        assert.equal(await findSession(fixture.store.database, 'two', digestOf('two session')), undefined);
        assert.ok(await findSession(fixture.store.database, 'two', digestOf('two next')));
        assert.equal((await listPasskeys(fixture.store.database, 'two')).length, 2);
        assert.ok(await findRecoveryCode(fixture.store.database, codesOf('two')[0] as string));
        assert.equal(await add('two', 'two-3', { from: 'two next', to: 'two last' }), true);
      });

      /** As a player who has used them all up. */
      const deleteCodes = async (accountId: string) => {
        await direct(`DELETE FROM account_lookup WHERE found_by IN
          (SELECT digest FROM recovery_code WHERE account_id = '${accountId}')`);
        await direct(`DELETE FROM recovery_code WHERE account_id = '${accountId}'`);
      };

      test('of ten passkeys that bring recovery codes at once, one is registered, and its codes work', async () => {
        const names = Array.from({ length: 10 }, (_, i) => `first ${i}`);
        await signUpWithSessions('first', names);
        await deleteCodes('first');
        const results = await Promise.all(
          names.map((name) =>
            add('first', name, { from: name, to: `${name} next`, recoveryCodes: codesOf(name) }),
          ),
        );
        assert.equal(countTrue(results), 1);
        assert.equal(await countRecoveryCodes(fixture.store.database, 'first'), 10);
        for (const code of codesOf(names[results.indexOf(true)] as string))
          assert.deepEqual(
            { ...(await findRecoveryCode(fixture.store.database, code)) },
            { accountId: 'first' },
          );
        assert.equal((await listPasskeys(fixture.store.database, 'first')).length, 2);
      });

      test('the first recovery codes end the session that began with a former one', async () => {
        await signUpWithSessions('spent', ['spent next']);
        const [code = ''] = codesOf('spent');
        const thief = session('spent', 'spent thief', { origin: 'recovery', verifiedAt: null });
        assert.equal(
          await enterByRecoveryCode(
            fixture.store.database,
            code,
            thief,
            activity('entered-by-recovery-code'),
          ),
          true,
        );
        await deleteCodes('spent');
        const recoveryCodes = codesOf('spent again');
        assert.equal(
          await add('spent', 'spent-2', { from: 'spent next', to: 'spent last', recoveryCodes }),
          true,
        );
        assert.equal(await findSession(fixture.store.database, thief.accountId, thief.digest), undefined);
      });

      test('of ten registrations at once, an account gets as many passkeys as it may have', async () => {
        const names = Array.from({ length: 10 }, (_, i) => `many ${i}`);
        await signUpWithSessions('many', names);
        const results = await Promise.all(
          names.map((name) => add('many', name, { from: name, to: `${name} next` }, 4)),
        );
        assert.equal(countTrue(results), 3);
        assert.equal((await listPasskeys(fixture.store.database, 'many')).length, 4);
        const [, failed = ''] = names.filter((_, i) => !results[i]);
        assert.equal(await add('many', failed, { from: failed, to: `${failed} next` }), true);
      });

      test("registers nothing if the session has ended, is another account's, or the credential exists", async () => {
        await signUp('three');
        for (const [credentialId, from] of [
          ['three-2', 'three ended'],
          ['three-2', 'two last'],
          ['two-2', 'three session'],
          ['three-1', 'three session'],
        ] as const)
          assert.equal(await add('three', credentialId, { from, to: 'three refused' }), false);
        assert.ok(await findSession(fixture.store.database, 'three', digestOf('three session')));
        assert.ok(await findSession(fixture.store.database, 'two', digestOf('two last')));
        assert.equal(
          await findSession(fixture.store.database, 'three', digestOf('three refused')),
          undefined,
        );
        assert.equal((await listPasskeys(fixture.store.database, 'three')).length, 1);
        assert.deepEqual(await kindsOf('three'), ['account-created']);
      });

      test('renames a passkey of the account only', async () => {
        const rename = (credentialId: string, name: string) =>
          renamePasskey(
            fixture.store.database,
            OPERATOR,
            'three',
            credentialId,
            name,
            activity('passkey-renamed', 'x'),
          );
        assert.equal(await rename('three-1', '전화기'), true);
        assert.equal((await findPasskey(fixture.store.database, 'three-1'))?.name, '전화기');
        assert.equal(await rename('two-1', 'stolen'), false);
        assert.equal(await rename('no such passkey', ''), false);
        await assert.rejects(rename('three-1', 'x'.repeat(101)), /check constraint/i);
      });

      test('removes all passkeys of an account but the last, and none of another', async () => {
        const remove = (accountId: string, credentialId: string) =>
          isRemoved(
            removePasskey(
              fixture.store.database,
              OPERATOR,
              accountId,
              credentialId,
              activity('passkey-removed', credentialId),
            ),
          );
        assert.equal(await remove('three', 'two-1'), false);
        assert.equal(await remove('three', 'no such passkey'), false);
        assert.equal(await remove('three', 'three-1'), false);
        assert.equal((await kindsOf('three')).includes('passkey-removed'), false);
        const ids = ['two-1', 'two-2', 'two-3'];
        const results = await Promise.all(ids.map((id) => remove('two', id)));
        assert.equal(countTrue(results), 2);
        assert.deepEqual(
          (await listPasskeys(fixture.store.database, 'two')).map(({ credentialId }) => credentialId),
          ids.filter((_, i) => !results[i]),
        );
        assert.equal((await kindsOf('two')).filter((kind) => kind === 'passkey-removed').length, 2);
      });
    });
  });
