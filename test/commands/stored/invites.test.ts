import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hashToken } from '../../../server/sign-in/tokens.ts';
import { type Database, newDatabase, query } from '../../database.ts';
import { launch } from '../../launch.ts';
import { spawnCommand } from '../../spawn-command.ts';

const DAY_MS = 86_400_000;
let database: Database;
let accountId: string;
before(async () => {
  database = await newDatabase();
  await spawnCommand(['migrate'], database.address);
  ({ accountId } = await spawnCommand(['account', 'create', '아로나'], database.address));
});
after(() => database.remove());

const command = (...words: string[]) => spawnCommand(words, database.address);
const print = (words: string[], env: Record<string, string> = {}) =>
  launch(words, { ROLLBOOK_DATABASE: database.address, ...env });
const tokenIn = (text: string) => /#(invite_[0-9A-Za-z]{27}|link_[0-9A-Za-z]{40})$/m.exec(text)?.[1] ?? '';
const findInvite = async (id: string) =>
  (await command('invite', 'list')).find(({ inviteId }: { inviteId: string }) => inviteId === id);

describe('invites', { concurrency: 2 }, () => {
  test('invite create prints an address once and stores only its hash', async () => {
    const before = Date.now();
    const created = await command('invite', 'create');
    assert.deepEqual(Object.keys(created), ['inviteId', 'url', 'uses', 'expiresAt', 'signup']);
    assert.match(created.inviteId, /^inv_[0-9A-Za-z]{13}$/);
    assert.match(created.url, /^http:\/\/localhost:8787\/console\/enter#invite_[0-9A-Za-z]{27}$/);
    assert.deepEqual([created.uses, created.signup], [1, 'invite']);
    const expiresAt = Date.parse(created.expiresAt);
    assert.ok(expiresAt >= before + 7 * DAY_MS && expiresAt <= Date.now() + 7 * DAY_MS, created.expiresAt);
    const [row] = await query(database.address, 'SELECT * FROM invite WHERE invite_id = ?', [
      created.inviteId,
    ]);
    assert.equal(row?.digest, hashToken(tokenIn(created.url)));
    assert.ok(!JSON.stringify(row).includes(tokenIn(created.url)));
  });

  test('invite list shows what is left of an invite, and invite revoke ends it', async () => {
    const { inviteId } = await command('invite', 'create', '--uses', '20', '--expires', '12h');
    const { uses, usesLeft, createdAt, expiresAt, revokedAt } = await findInvite(inviteId);
    assert.deepEqual([uses, usesLeft, revokedAt], [20, 20, null]);
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), DAY_MS / 2);
    assert.deepEqual(await command('invite', 'revoke', inviteId), { inviteId, revoked: true });
    assert.ok((await findInvite(inviteId)).revokedAt);
  });

  test('an invite starts with the public address', async () => {
    const { stdout } = await print(['invite', 'create', '--uses', '3'], {
      ROLLBOOK_PUBLIC_URL: 'https://rollbook.example/roster/',
    });
    assert.match(stdout, /^https:\/\/rollbook\.example\/roster\/console\/enter#invite_/);
    assert.match(stdout, /for 3 players until 2\d{3}-.*not shown again: send the address/);
    assert.doesNotMatch(stdout, /ROLLBOOK_SIGNUP/);
  });

  test('invite create says if sign-up is closed', async () => {
    const { stdout } = await print(['invite', 'create'], { ROLLBOOK_SIGNUP: 'closed' });
    assert.match(stdout, /Nobody can sign up with it now, because ROLLBOOK_SIGNUP is closed/);
  });

  for (const [name, words, message] of [
    ['no sign-up', ['--uses', '0'], /1 to 10000 sign-ups, not 0/],
    ['too many sign-ups', ['--uses', '10001'], /1 to 10000 sign-ups/],
    ['half a sign-up', ['--uses', '1.5'], /--uses must be a whole number/],
    ['no time', ['--expires', '0'], /cannot expire at once/],
    ['a malformed time', ['--expires', 'soon'], /--expires must be a duration such as/],
  ] as const)
    test(`invite create refuses an invite for ${name}`, () =>
      assert.rejects(command('invite', 'create', ...words), message));
});

test('account link prints a link for 30 minutes that voids the one before', async () => {
  const before = Date.now();
  const first = await command('account', 'link', accountId);
  assert.deepEqual(Object.keys(first), ['accountId', 'url', 'expiresAt']);
  const left = Date.parse(first.expiresAt) - before;
  assert.ok(left >= 30 * 60_000 && left < 31 * 60_000, String(left));
  const { stdout } = await print(['account', 'link', accountId]);
  assert.match(stdout, /^http:\/\/localhost:8787\/console\/enter#link_[0-9A-Za-z]{40}\n\n.* for 30 minutes/);
  const rows = await query(database.address, 'SELECT account_id, digest FROM account_link');
  assert.deepEqual(rows, [{ account_id: accountId, digest: hashToken(tokenIn(stdout)) }]);
});
