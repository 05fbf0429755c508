import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { addAccount } from '../../../test/add-account.ts';
import { operatorWrite } from '../../../test/operator-write.ts';
import { saveLink } from '../../../test/save-link.ts';
import { saveInvite } from '../../sign-in/invites.ts';
import { signUp } from '../../sign-in/sign-in.ts';
import { openSqlite } from './open-sqlite.ts';
import { restoreDatabase } from './restore-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'rollbook-restore-'));
const file = join(folder, 'rollbook.db');
const backup = join(folder, 'backup.db');
const { signal } = new AbortController();

before(async () => {
  const { store } = await openSqlite(file, { create: true, migrate: true });
  await store.backup(backup);
  await store.close();
});
after(() => rmSync(folder, { recursive: true }));

test('passkeys, sessions, invites and activity survive a backup and its restoration', async () => {
  const [source, copy, target] = ['source.db', 'source-backup.db', 'target.db'].map((name) =>
    join(folder, 'console', name),
  ) as [string, string, string];
  mkdirSync(join(folder, 'console'));
  const digest = (text: string) => hash('sha256', text, 'hex');
  const [accountId, at] = ['a', 1_800_000_000_000];
  const { store } = await openSqlite(source, { create: true, migrate: true });
  await saveInvite(
    store.database,
    { inviteId: 'i', uses: 2, usesLeft: 2, createdAt: at, expiresAt: at + 1, revokedAt: null, madeBy: null },
    digest('invite'),
  );
  const challengeDigest = digest('challenge');
  await signUp(
    store.database,
    {
      challengeDigest,
      account: { accountId, name: '아로나', status: 'active', createdAt: at },
      passkey: {
        credentialId: 'p',
        accountId,
        name: '전화기',
        publicKey: 'key',
        signCount: 4,
        transports: 'internal',
        createdAt: at,
        lastUsedAt: null,
        backedUp: 0,
      },
      recoveryCodes: [digest('code')],
      session: {
        digest: digest('s'),
        accountId,
        origin: 'passkey',
        credentialId: 'p',
        browser: 'Firefox, Linux',
        createdAt: at,
        usedAt: at,
        verifiedAt: at,
      },
      activity: { at, kind: 'account-created', detail: '' },
    },
    { kind: 'invite', digest: digest('invite'), madeBy: null },
  );
  await saveLink(store.database, { accountId, digest: digest('link'), expiresAt: at + 1 });
  await store.backup(copy);
  await store.close();
  await restoreDatabase(target, copy, signal);

  using original = new DatabaseSync(source);
  using restored = new DatabaseSync(target);
  for (const table of [
    'passkey',
    'console_session',
    'recovery_code',
    'used_challenge',
    'invite',
    'account_link',
    'activity',
  ]) {
    const rows = original.prepare(`SELECT * FROM ${table}`).all();
    assert.equal(rows.length, 1, table);
    assert.deepEqual(restored.prepare(`SELECT * FROM ${table}`).all(), rows, table);
  }
});

test('refuses to restore while an idle connection holds a lock', async (t) => {
  // Restore skips its own process when it lists open files, so it can only notice the lock.
  const { store } = await openSqlite(file, { create: false, migrate: false });
  using idle = new DatabaseSync(file);
  t.after(() => store.close());
  idle.prepare('SELECT count(*) FROM account').get();
  await assert.rejects(restoreDatabase(file, backup, signal), /Another process has the database .* open/);
  const names = readdirSync(folder).filter((name) => !/-(wal|shm)$|^console$/.test(name));
  assert.deepEqual(names.sort(), ['backup.db', 'rollbook.db']);
});

test('refuses to serve a database that is replaced while it is being opened', async (t) => {
  const copy = join(folder, 'copy.db');
  copyFileSync(backup, copy);
  const opening = openSqlite(file, { create: false, migrate: false });
  t.after(() =>
    opening.then(
      ({ store }) => store.close(),
      () => {},
    ),
  );
  // The reader has opened the old file, and the writer is about to open the new one.
  renameSync(copy, file);
  await assert.rejects(opening, /was replaced while it was being opened\. Start again\./);
});

test('the changes after a restoration have numbers that none of those that were lost had', async (t) => {
  const [source, copy, target] = ['source.db', 'copy.db', 'target.db'].map((name) =>
    join(folder, 'history', name),
  ) as [string, string, string];
  mkdirSync(join(folder, 'history'));
  const { store } = await openSqlite(source, { create: true, migrate: true });
  for (const accountId of ['written', 'silent']) await addAccount(store, accountId);
  const state = { tier: 1, weaponTier: 0 };
  const first = await store.writeStudent(operatorWrite('written', '1'), state, undefined);
  assert.equal(first?.change?.number, 1);
  await store.backup(copy);
  await store.writeStudent(operatorWrite('written', '2'), state, undefined);
  await store.writeStudent(operatorWrite('silent', '1'), state, undefined);
  await store.close();
  await restoreDatabase(target, copy, signal);
  const { store: restored } = await openSqlite(target, { create: false, migrate: false });
  t.after(() => restored.close());
  const numberOf = async (accountId: string, uid: string) =>
    (await restored.writeStudent(operatorWrite(accountId, uid), state, undefined))?.change?.number;
  assert.deepEqual(
    [await numberOf('written', '3'), await numberOf('written', '4'), await numberOf('silent', '3')],
    [1_000_001, 1_000_002, 1_000_000],
  );
});
