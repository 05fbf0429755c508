import { test } from 'node:test';
import { askInBrowser } from '../../apps/oauth-client.ts';
import { APPEARANCES, assertAccessible } from './assert-accessible.ts';
import { consoleUrl, openPlayer, tabTo } from './player.ts';
import { openSignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();

for (const { locale, colorScheme } of APPEARANCES)
  test(`axe finds no violation on any page of the console, in ${locale} and ${colorScheme}`, async () => {
    const player = await openSignedUpPlayer(browser, service, 'yuuka', { locale, colorScheme });
    await service.command('account', 'operator', player.accountId);
    const open = async (path: string) => {
      await player.page.goto(consoleUrl(service, path));
      await player.page.getByRole('heading', { level: 1 }).waitFor();
      await player.page.locator('.skeleton').first().waitFor({ state: 'detached' });
    };
    for (const path of [
      '',
      '/plan',
      '/import',
      '/pick',
      '/history',
      '/connections',
      '/share',
      '/device',
      '/account',
      '/server',
    ]) {
      await open(path);
      await assertAccessible(player, path);
    }
    const consent = await askInBrowser(service, { scope: 'roster:write plan:read' }).open();
    await open(`/consent?${consent}`);
    await player.page.getByRole('checkbox').first().waitFor();
    await assertAccessible(player, '/consent');
    await open('');
    await player.page
      .getByRole('listitem')
      .filter({ has: player.page.locator('[data-student]') })
      .first()
      .getByRole('button')
      .nth(3)
      .click();
    await player.page.getByRole('listitem').getByRole('button', { pressed: true }).waitFor();
    await player.page.reload();
    await player.page.getByRole('heading', { level: 3 }).first().waitFor();
    // With all students axe is slow.
    await player.page.getByRole('searchbox').fill('아');
    await assertAccessible(player, 'a roster with a student and others');
    await player.button(/^(선택|Select)$/).click();
    await player.page.locator('[data-student]').nth(1).click();
    await assertAccessible(player, 'selecting students');
    await player.page.locator('[data-student]').first().click();
    await player.button(/^(이미지로 저장|Save as picture)$/).click();
    await player.page.locator('dialog canvas[aria-busy=false]').waitFor();
    await assertAccessible(player, 'a picture of students');
    await player.page.keyboard.press('Escape');
    await player.button(/^(선택 끝내기|Done)$/).click();
    await player.page.locator('[data-student]').first().click();
    await assertAccessible(player, 'the panel of a student');
    await player.page.keyboard.press('Escape');
    await player.button(/^(표|Table)$/).click();
    await player.page.getByRole('grid').waitFor();
    await assertAccessible(player, 'the table');
    await player.button(/^(카드|Cards)$/).click();
    await open('/connections');
    await player
      .button(/새 키|New key/)
      .first()
      .click();
    await assertAccessible(player, 'the dialog of a new key');
    await player.page.getByLabel(/^(이름|Name)$/).fill('bot');
    await player.page
      .getByRole('dialog')
      .getByRole('button', { name: /키 발급|Issue key/ })
      .click();
    await player.page.getByText(/키는 지금만|shown only now/).waitFor();
    await assertAccessible(player, 'the dialog that shows a key');
    await player.context.clearCookies();
    await open('');
    await assertAccessible(player, 'sign-in');
    await open('/enter#link_gone');
    await assertAccessible(player, 'a link that is gone');
    player.assertNoProblems();
    await player.context.close();
  });

test('a player comes in, makes a key and signs out with the keyboard alone', async () => {
  const player = await openPlayer(browser);
  const { page } = player;
  const { url } = await service.command('invite', 'create');
  await page.goto(consoleUrl(service, `/enter${new URL(url).hash}`));
  await player.heading('초대를 받았어요');
  await tabTo(player, '계정 이름');
  await page.keyboard.type('keyboard');
  await page.keyboard.press('Enter');
  await player.heading('복구 코드를 보관해 주세요');
  await tabTo(player, '코드를 안전한 곳에 보관했어요.');
  await page.keyboard.press('Space');
  await tabTo(player, '계속');
  await page.keyboard.press('Enter');
  await player.heading('학생');
  await tabTo(player, '연결');
  await page.keyboard.press('Enter');
  await player.heading('연결');
  await tabTo(player, '새 키');
  await page.keyboard.press('Enter');
  await tabTo(player, '이름');
  await page.keyboard.type('bot');
  await page.keyboard.press('Enter');
  await page.getByText('키는 지금만 표시돼요.').waitFor();
  await tabTo(player, '키를 보관했어요');
  await page.keyboard.press('Enter');
  await tabTo(player, /설정/);
  await page.keyboard.press('Enter');
  await tabTo(player, '로그아웃');
  await page.keyboard.press('Enter');
  await player.heading('로그인');
  await player.context.close();
});
