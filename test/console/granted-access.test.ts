import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { query } from '../database.ts';
import { useService } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

const service = await useService();
const tokenOf = (url: string): string => new URL(url).hash.slice(1);
const sharedInvite = tokenOf((await service.command('invite', 'create', '--uses', '20')).url);

async function signedUp(name: string): Promise<{ browser: ConsoleBrowser; accountId: string }> {
  const browser = new ConsoleBrowser(service);
  return { browser, accountId: (await browser.signUp(name, sharedInvite)).accountId };
}

async function signedUpOperator(name: string) {
  const operator = await signedUp(name);
  await service.command('account', 'operator', operator.accountId);
  return operator;
}

const player = await signedUp('player');
const otherPlayer = await signedUp('other player');
const colleague = await signedUpOperator('colleague');

const makeLink = async (by: ConsoleBrowser): Promise<string> =>
  tokenOf((await by.ok('POST', `/server/accounts/${player.accountId}/link`, {})).url);
const readLink = async () => (await player.browser.ok('GET', '/sessions')).link;
const readActivity = async (): Promise<{ kind: string; detail: string }[]> =>
  (await player.browser.ok('GET', '/activity')).activity;
const send = (path: string, token: string) => new ConsoleBrowser(service).call('POST', path, { token });

/** How an operator loses the right, and how it is given back. */
const LOSSES = {
  'account operator --off': {
    take: ({ accountId }) => service.command('account', 'operator', accountId, '--off'),
    giveBack: 'operator',
  },
  'account suspend': {
    take: ({ accountId }) => service.command('account', 'suspend', accountId),
    giveBack: 'activate',
  },
  'a suspension in the console': {
    take: ({ accountId }) => colleague.browser.ok('POST', `/server/accounts/${accountId}/suspend`, {}),
    giveBack: 'activate',
  },
  'account delete': { take: ({ accountId }) => service.command('account', 'delete', accountId, '--yes') },
  'the deletion of the own account': { take: ({ browser }) => browser.ok('DELETE', '/account') },
} satisfies Record<string, Loss>;

interface Loss {
  take: (operator: Awaited<ReturnType<typeof signedUp>>) => Promise<unknown>;
  giveBack?: string;
}

describe('what an operator made ends with the right of that operator, and what a command made does not', () => {
  for (const [how, { take, giveBack }] of Object.entries<Loss>(LOSSES))
    test(`links and invites of an operator end by ${how}`, async () => {
      const operator = await signedUpOperator('removed');
      const link = await makeLink(operator.browser);
      const created = await operator.browser.ok('POST', '/server/invites', { uses: 3, days: 365 });
      const invite = tokenOf(created.url);
      assert.equal((await send('/token', invite)).status, 200);
      const linkOfCommand = tokenOf((await service.command('account', 'link', otherPlayer.accountId)).url);

      await take(operator);
      const assertEnded = async () => {
        assert.equal(await readLink(), null);
        assert.equal((await send('/enter', link)).status, 404);
        assert.equal((await send('/token', invite)).status, 404);
        await assert.rejects(new ConsoleBrowser(service).signUp('late', invite), /invite_rejected/);
      };
      await assertEnded();
      const invites: { inviteId: string; revokedAt: string | null }[] = await service.command(
        'invite',
        'list',
      );
      const ended = invites.filter(({ revokedAt }) => revokedAt !== null).map(({ inviteId }) => inviteId);
      assert.ok(ended.includes(created.inviteId));
      if (giveBack !== undefined) {
        await service.command('account', giveBack, operator.accountId);
        await assertEnded();
        assert.equal((await send('/enter', await makeLink(operator.browser))).status, 200);
      }
      assert.equal((await send('/enter', linkOfCommand)).status, 200);
      // A command made the invite.
      assert.equal((await send('/token', sharedInvite)).status, 200);
    });
});

test('a player sees who made the open link into the account, and ends it without a passkey check', async () => {
  const token = await makeLink(colleague.browser);
  const [made] = await readActivity();
  assert.deepEqual([made?.kind, made?.detail], ['link-by-operator', 'colleague']);
  const link = await readLink();
  assert.deepEqual(link, { madeBy: 'colleague', expiresAt: link.expiresAt });
  assert.ok(Date.parse(link.expiresAt) > Date.now());

  await query(service.database, 'UPDATE console_session SET verified_at = 1 WHERE account_id = ?', [
    player.accountId,
  ]);
  await player.browser.ok('DELETE', '/link');
  assert.equal((await send('/enter', token)).status, 404);
  assert.equal(await readLink(), null);
  assert.equal((await player.browser.call('DELETE', '/link')).status, 404);
  assert.deepEqual(
    (await readActivity()).slice(0, 2).map(({ kind }) => kind),
    ['link-ended', 'link-by-operator'],
  );

  assert.equal((await send('/enter', await makeLink(colleague.browser))).status, 200);
  assert.equal(await readLink(), null);
  await service.command('account', 'link', player.accountId);
  assert.equal((await readLink()).madeBy, null);
  assert.equal((await readActivity())[0]?.detail, '');
});
