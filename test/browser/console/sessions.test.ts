import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './assert-accessible.ts';
import { consoleUrl, openPlayer, signUp } from './player.ts';
import { useOwnConsole } from './use-console.ts';

const [service, browser] = await useOwnConsole({ ROLLBOOK_SIGNUP: 'invite' });

test('a player sees the sessions, ends one, and puts everybody else out', async () => {
  const player = await openPlayer(browser);
  const [code = ''] = await signUp(player, service, '아로나');
  const { page } = player;
  const enterElsewhere = async (recoveryCode: string) => {
    const other = await openPlayer(browser);
    await other.page.goto(consoleUrl(service));
    await other.heading('로그인');
    const entered = await other.page.evaluate(async (value) => {
      const response = await fetch('/console/api/recover', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: value }),
      });
      return response.status;
    }, recoveryCode);
    assert.equal(entered, 200);
    return other;
  };
  const isSignedIn = async ({ page: other }: typeof player) =>
    other.evaluate(
      async () => (await (await fetch('/console/api/session', { cache: 'no-store' })).json()).signedIn,
    );
  const first = await enterElsewhere(code);
  await page.goto(consoleUrl(service, '/account'));
  const sessions = page.getByRole('region', { name: '로그인' });
  await sessions.getByText('이 브라우저', { exact: true }).waitFor();
  await sessions.getByText('복구 코드', { exact: true }).waitFor();
  await assertAccessible(player, 'the list of sessions');
  await sessions.getByRole('button', { name: /로그인 끝내기$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '끝내기' }).click();
  await page.getByText('로그인을 끝냈어요.').first().waitFor();
  assert.equal(await isSignedIn(first), false);

  await player.button('누가 내 계정에 들어왔어요').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await assertAccessible(player, 'the dialog that puts everybody else out');
  await dialog.getByRole('button', { name: '모두 내보내기' }).click();
  await dialog.locator('ol code').first().waitFor();
  const codes = await dialog.locator('ol code').allInnerTexts();
  assert.equal(codes.length, 10);
  assert.ok(!codes.includes(code));
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: '계속' }).click();
  await page.reload();
  await page.getByText(/^다른 사람을 내보냈어요/).waitFor();
  assert.equal(await isSignedIn(player), true);
  player.assertNoProblems();
  await Promise.all([player, first].map(({ context }) => context.close()));
});
