import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf } from '../browser.ts';
import { assertAccessible } from './assert-accessible.ts';
import { signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { openSignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const TOUCH_TARGET = 44;
/** Those that take the whole width of the window, and those of a column. */
const WIDE_PAGES = ['', '/plan', '/pick'];
const COLUMNS = ['/history', '/import', '/connections', '/share', '/account', '/server'];

test('a phone has four tabs, and a menu of the other pages that closes without leaving the page', async () => {
  const player = await openSignedUpPlayer(browser, service, 'player', PHONE);
  const { page } = player;
  await page.goto(consoleUrl(service, '/plan'));
  await player.heading('계획');
  const navigation = page.getByRole('navigation');
  const more = navigation.getByRole('button', { name: '더 보기' });
  const account = navigation.getByRole('link', { name: '계정' });
  /** The entry that Back would close is gone. */
  const waitForNoEntry = () => page.waitForFunction(() => history.state === null);
  assert.deepEqual(await navigation.getByRole('link').allInnerTexts(), [
    '학생',
    '계획',
    '기록',
    '가져오기\n·내보내기',
  ]);
  for (const tab of await navigation.locator(':is(a, button):visible').all()) {
    const { width = 0, height = 0 } = (await tab.boundingBox()) ?? {};
    assert.ok(width >= TOUCH_TARGET && height >= TOUCH_TARGET, `${width} × ${height}`);
  }
  assert.equal(await more.getAttribute('aria-current'), null);

  await more.focus();
  await page.keyboard.press('Enter');
  await account.waitFor();
  await assertAccessible(player, 'the menu of pages');
  await page.setViewportSize(PHONE.viewport);
  await page.keyboard.press('Tab');
  await navigation.getByRole('link', { name: '연결' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await account.waitFor({ state: 'hidden' });
  await more.and(page.locator(':focus')).waitFor();
  await waitForNoEntry();

  await more.tap();
  await account.waitFor();
  await page.touchscreen.tap(180, 200);
  await account.waitFor({ state: 'hidden' });
  await waitForNoEntry();

  await more.tap();
  await account.waitFor();
  await page.goBack();
  await account.waitFor({ state: 'hidden' });
  await player.heading('계획');

  await more.tap();
  await account.tap();
  await player.heading('계정');
  await account.waitFor({ state: 'hidden' });
  assert.equal(await more.getAttribute('aria-current'), 'true');
  await page.goBack();
  await player.heading('계획');
  player.assertNoProblems();
  await player.context.close();
});

test('the menu of a phone has the page of the server for an operator, and a wide window has all pages in the top bar', async () => {
  const player = await openSignedUpPlayer(browser, service, 'operator', PHONE);
  const { page } = player;
  await service.command('account', 'operator', player.accountId);
  await page.goto(consoleUrl(service, '/server'));
  await player.heading('서버');
  const navigation = page.getByRole('navigation');
  await navigation.getByRole('button', { name: '더 보기' }).tap();
  await navigation
    .getByRole('link', { name: '서버', exact: true })
    .and(page.locator('[aria-current=page]'))
    .waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 740 });
  await navigation.getByRole('link', { name: '서버', exact: true }).waitFor();
  assert.deepEqual(await navigation.locator(':is(a, button):visible').allInnerTexts(), [
    '학생',
    '계획',
    '기록',
    '가져오기·내보내기',
    '연결',
    '공유',
    '계정',
    '서버',
  ]);
  // Where the bar has no room for it, the name is still that of the button.
  await page.setViewportSize({ width: 900, height: 740 });
  await player.button(/^operator ?: 설정$/).waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('an address without a page says so in the language of the reader, and leads back', async () => {
  const player = await openSignedUpPlayer(browser, service, 'player', PHONE);
  const { page } = player;
  const answer = await page.goto(consoleUrl(service, '/histroy'));
  assert.equal(answer?.status(), 404);
  await player.heading('없는 페이지예요');
  assert.equal(await page.locator('[aria-current=page]').count(), 0);
  await assertAccessible(player, 'a page that does not exist');
  await page.getByRole('link', { name: '출석부로 가기' }).tap();
  await player.heading('학생');
  await page.goBack();
  await player.heading('없는 페이지예요');
  await player.context.clearCookies();
  await page.evaluate(() => localStorage.setItem('rollbook-console-language', 'en'));
  await page.reload();
  await player.heading('There is no such page');
  player.assertNoProblems();
  await player.context.close();
});

test('the panel of a student has an address, which opens it, and Back closes it', async () => {
  const { player } = await signUpWithRoster(browser, service, { 10000: { tier: 3, weaponTier: 0 } });
  const { page } = player;
  const panel = page.getByRole('dialog', { name: '아루' });
  const queryIs = (query: string) => page.waitForFunction((text) => location.search === text, query);
  await page.goto(consoleUrl(service, '?recruited=yes'));
  await page.getByRole('button', { name: /^아루 성급/ }).click();
  await panel.waitFor();
  await queryIs('?recruited=yes&student=10000');
  const address = (await addressOf(page)).href;
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  await queryIs('?recruited=yes');
  const other = await player.context.newPage();
  await other.goto(address);
  await other.getByRole('dialog', { name: '아루' }).waitFor();
  await other.keyboard.press('Escape');
  await other.getByRole('dialog', { name: '아루' }).waitFor({ state: 'detached' });
  await other.waitForFunction(() => location.search === '?recruited=yes');
  await page.goto(consoleUrl(service, '?student=nobody'));
  await player.heading('학생');
  await queryIs('?recruited=yes');
  player.assertNoProblems();
  await player.context.close();
});

test('Back leads through the tabs of the plan', async () => {
  const { player, key } = await signUpWithRoster(browser, service, { 10000: { tier: 3, weaponTier: 0 } });
  const goal = { wanted: { level: 90 }, labels: [], priority: 0 };
  assert.equal((await service.callBeta(key, 'PUT', '/goals/10000', goal)).status, 200);
  const { page, button } = player;
  await page.goto(consoleUrl(service, '/plan'));
  const isChosen = (name: string) => button(name).and(page.locator('[aria-pressed=true]')).waitFor();
  await isChosen('부족한 것');
  await button('목표').click();
  await isChosen('목표');
  await button('재고').click();
  await isChosen('재고');
  await page.goBack();
  await isChosen('목표');
  await page.goBack();
  await isChosen('부족한 것');
  await page.goForward();
  await isChosen('목표');
  player.assertNoProblems();
  await player.context.close();
});

test('the heading of every page stands in the same place, beside others of its width', async () => {
  const { player, key } = await signUpWithRoster(browser, service, { 10000: { tier: 3, weaponTier: 0 } });
  const goal = { wanted: { level: 90 }, labels: [], priority: 0 };
  assert.equal((await service.callBeta(key, 'PUT', '/goals/10000', goal)).status, 200);
  await service.command('account', 'operator', player.accountId);
  const { page } = player;
  const protocol = await player.context.newCDPSession(page);
  for (const width of [390, 1024, 1440]) {
    await protocol.send('Emulation.setTouchEmulationEnabled', { enabled: width === 390 });
    await page.setViewportSize({ width, height: 900 });
    const places: Record<string, { left: number; top: number }> = {};
    for (const path of [...WIDE_PAGES, ...COLUMNS]) {
      await page.goto(consoleUrl(service, path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      places[path] = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
        const { left, top } = heading.getBoundingClientRect();
        return { left, top };
      });
    }
    for (const [first = '', ...others] of width < 1_040
      ? [[...WIDE_PAGES, ...COLUMNS]]
      : [WIDE_PAGES, COLUMNS])
      for (const path of others) assert.deepEqual(places[path], places[first], `${path} at ${width} px`);
    const [column, bar] = [places['/account'], places['']];
    assert.equal(column?.top, bar?.top);
    // A column stands in the middle.
    assert.equal(column?.left, Math.max(bar?.left ?? 0, (width - 992) / 2));
  }
  player.assertNoProblems();
  await player.context.close();
});
