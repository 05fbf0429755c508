import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../until.ts';
import { assertAccessible } from './assert-accessible.ts';
import { findLayoutFaults } from './find-layout-faults.ts';
import { listUnreleased } from './list-unreleased.ts';
import { finish, type Roster, signUpWithRoster } from './open-roster.ts';
import { consoleUrl, tabTo } from './player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole({ hasAllStudents: true });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TOTAL = service.students.length;
/** Own stars: one, one, two, three. */
const [ASUNA, CHINATSU, AKANE, SHIROKO] = ['16001', '26000', '13000', '10010'] as const;

const UNRELEASED = listUnreleased(service).map(({ uid }) => uid);

const tile = (page: Page, uid: string) => page.locator(`[data-student="${uid}"]`);
const starsOf = async (roster: Roster, uid: string) => {
  const { tier, weaponTier } = await roster.state(uid);
  return [tier, weaponTier];
};
/** Waits until the tile shows so many stars. */
const hasStars = (page: Page, uid: string, stars: number) =>
  tile(page, uid).getByText(String(stars), { exact: true }).waitFor();
const isPicked = (page: Page, uid: string, value: boolean) =>
  tile(page, uid)
    .and(page.locator(`[aria-pressed=${value}]`))
    .waitFor();

const storedPicks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find((one) => one.startsWith('rollbook-picks')) ?? '';
    return Object.keys(JSON.parse(localStorage.getItem(name) ?? '{}'));
  });

async function openPick(recruited: Record<string, object>, options?: object): Promise<Roster> {
  const roster = await signUpWithRoster(browser, service, recruited, options);
  await roster.player.page.goto(consoleUrl(service, '/pick'));
  await roster.player.page
    .locator('[data-student]')
    .nth(TOTAL - 1)
    .waitFor();
  return roster;
}

/** Until the tile has changed. */
async function pressLong(page: Page, uid: string): Promise<void> {
  const pressed = tile(page, uid);
  const before = await pressed.innerText();
  const { x = 0, y = 0, width = 0 } = (await pressed.boundingBox()) ?? {};
  const protocol = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + 20 }];
  await protocol.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForFunction(([element, text]) => (element as HTMLElement).innerText !== text, [
    await pressed.elementHandle(),
    before,
  ] as const);
  await protocol.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('120 students are picked from nothing by fewer than 150 taps on a phone, saved at once and taken back at once', async () => {
  const roster = await signUpWithRoster(browser, service, {}, PHONE);
  const { page, button, heading } = roster.player;
  await page.goto(consoleUrl(service));
  let taps = 0;
  const tap = async (target: ReturnType<typeof button>) => {
    taps += 1;
    await target.tap();
  };
  const chooseStars = async (label: string) => {
    // One tap opens the list, and one chooses.
    taps += 2;
    await page.getByRole('combobox', { name: '누르면' }).selectOption({ label });
  };
  await tap(button('일본'));
  await button('일본').and(page.locator('[aria-pressed=true]')).waitFor();
  await tap(page.getByRole('link', { name: '학생 고르기' }));
  await heading('내 학생 고르기');
  const tiles = page.locator('[data-student]');
  await tiles.nth(TOTAL - 1).waitFor();
  const uids = await tiles.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.student ?? ''));
  const columns = await tiles.evaluateAll(
    (all) =>
      all.filter((one) => one.getBoundingClientRect().top === all[0]?.getBoundingClientRect().top).length,
  );
  assert.equal(columns, 5);
  const picked = uids.slice(0, 120);
  for (const uid of picked.slice(0, 60)) await tap(tile(page, uid));
  await chooseStars('★5');
  for (const uid of picked.slice(60, 100)) await tap(tile(page, uid));
  await chooseStars('고유 ★2');
  for (const uid of picked.slice(100)) await tap(tile(page, uid));
  await tap(button('120명 저장'));
  assert.ok(taps < 150, `${taps} taps`);
  await page.getByText('120명을 등록했어요.').first().waitFor();
  await heading(/^학생$/);
  await page.getByText(`${TOTAL}명 중 120명 모집`).waitFor();
  await page.getByRole('heading', { level: 3, name: '모집 120', exact: true }).waitFor();
  const own = service.students.find(({ uid }) => uid === picked[0])?.attributes.star;
  assert.deepEqual(await starsOf(roster, picked[0] ?? ''), [own, 0]);
  assert.deepEqual(await starsOf(roster, picked[60] ?? ''), [5, 0]);
  assert.deepEqual(await starsOf(roster, picked[119] ?? ''), [5, 2]);
  const { body } = await service.callBeta(roster.key, 'GET', '/changes?limit=200');
  const groups = new Set(body.changes.map(({ group }: { group: number }) => group));
  assert.deepEqual([body.changes.length, groups.size], [120, 1]);

  await tap(button('실행 취소').first());
  await page.getByText(`${TOTAL}명 중 0명 모집`).waitFor();
  await until('nobody is recruited', async () => {
    const { body: listed } = await service.call(roster.key, 'GET', '/me/students');
    return listed.students.length === 0;
  });
  await finish(roster);
});

test('taps add stars, a long press takes one back, and the last pick and all of them can be undone', async () => {
  const roster = await openPick({ [SHIROKO]: { tier: 4, weaponTier: 0 } }, PHONE);
  const { page, button } = roster.player;
  for (const stars of [2, 3, 4, 5, 1]) {
    await tile(page, AKANE).tap();
    await hasStars(page, AKANE, stars);
  }
  await isPicked(page, AKANE, true);
  await pressLong(page, AKANE);
  await hasStars(page, AKANE, 5);
  // The finger that lifts is no tap.
  await tile(page, ASUNA).tap();
  await hasStars(page, ASUNA, 1);
  await hasStars(page, AKANE, 5);
  await pressLong(page, ASUNA);
  await isPicked(page, ASUNA, false);
  await button('마지막 선택 취소').tap();
  await hasStars(page, ASUNA, 1);
  // Who is recruited stays as she is.
  await tile(page, SHIROKO).tap({ force: true });
  await tile(page, ASUNA).tap();
  await hasStars(page, ASUNA, 2);
  await hasStars(page, SHIROKO, 4);
  await button('2명 저장').waitFor();
  const clear = button('고른 학생 모두 빼기');
  await clear.press('Enter');
  await button('저장').waitFor();
  // There is nothing left to clear, and the focus is where it was.
  await clear.and(page.locator(':focus')).waitFor();
  await button('마지막 선택 취소').tap();
  await button('2명 저장').waitFor();
  await finish(roster);
});

test('picks survive Back, a reload and another tab, and a sign-out asks about them', async () => {
  const roster = await openPick({});
  const { page, button, heading } = roster.player;
  await tile(page, AKANE).click({ clickCount: 2 });
  await tile(page, ASUNA).click();
  await page.goto(consoleUrl(service));
  await page.getByRole('link', { name: '이어서 고르기 (2명)' }).click();
  await heading('내 학생 고르기');
  await page.goBack();
  await heading(/^학생$/);
  await page.goForward();
  await button('2명 저장').waitFor();
  await page.reload();
  await button('2명 저장').waitFor();
  await hasStars(page, AKANE, 3);
  await hasStars(page, ASUNA, 1);
  const other = await roster.player.context.newPage();
  await page.close();
  await other.goto(consoleUrl(service, '/pick'));
  await other.getByRole('button', { name: '2명 저장' }).waitFor();
  await other.getByRole('button', { name: /설정$/ }).click();
  await other.getByRole('button', { name: '로그아웃' }).click();
  const dialog = other.getByRole('dialog', { name: '저장하지 않은 변경이 있어요' });
  await dialog.getByText('고른 학생 2명을 아직 저장하지 않았어요.').waitFor();
  // One that fails says so where it was asked for.
  await other.route('**/console/api/session', (route) => route.fulfill({ status: 503, json: {} }));
  await dialog.getByRole('button', { name: '로그아웃' }).click();
  await dialog.getByRole('alert').filter({ hasText: '서버' }).waitFor();
  await other.unroute('**/console/api/session');
  await dialog.getByRole('button', { name: '로그아웃' }).click();
  await other.getByRole('heading', { level: 1, name: '로그인' }).waitFor();
  assert.deepEqual(
    await other.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('rollbook-picks'))),
    [],
  );
  roster.player.assertNoProblems();
  await roster.player.context.close();
});

test('students are found by name and school, picked all together, and saved with the keyboard alone', async () => {
  const roster = await openPick({ [CHINATSU]: { tier: 3, weaponTier: 0 } });
  const { page, heading } = roster.player;
  await tabTo(roster.player, '학생 이름 검색');
  await page.keyboard.type('아카네');
  await tile(page, ASUNA).waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await tile(page, AKANE).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: '아카네: 성급 2. 1명 고름' }).waitFor();
  await page.keyboard.press('7');
  await page.getByRole('status').filter({ hasText: '아카네: 성급 5, 고유무기 성급 2. 1명 고름' }).waitFor();
  await page.keyboard.press('-');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('0');
  await page.getByRole('status').filter({ hasText: '2명 고름' }).waitFor();
  await page.keyboard.press('Backspace');
  await page.getByRole('status').filter({ hasText: '선택 해제. 1명 고름' }).waitFor();
  await tabTo(roster.player, '학생 이름 검색');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  const gehenna = service.students.filter(
    ({ attributes: { school, star } }) => school === 'gehenna' && star === 1,
  ).length;
  await page.getByRole('combobox', { name: '학교' }).selectOption({ label: '게헨나' });
  const all = page.getByRole('button', { name: /^모두 고르기.*★1$/ });
  await all.focus();
  await page.keyboard.press('Enter');
  // One of them is recruited.
  await page.getByText(`${gehenna}명 중 ${gehenna}명`).waitFor();
  await page
    .getByRole('button', { name: /^모두 빼기.*★1$/ })
    .and(page.locator(':focus'))
    .waitFor();
  await tabTo(roster.player, `${gehenna}명 저장`);
  await page.keyboard.press('Enter');
  await heading(/^학생$/);
  await page.getByText(`${TOTAL}명 중 ${gehenna + 1}명 모집`).waitFor();
  assert.deepEqual(await starsOf(roster, AKANE), [5, 1]);
  assert.deepEqual(await starsOf(roster, CHINATSU), [3, 0]);
  await finish(roster);
});

test('a save without a connection waits on the device, and one that is refused stays picked', async () => {
  const roster = await openPick({});
  const { page, button, heading } = roster.player;
  const { context } = roster.player;
  await tile(page, AKANE).click();
  await tile(page, ASUNA).click();
  await context.setOffline(true);
  await button('2명 저장').click();
  await heading(/^학생$/);
  await page.getByText('변경 2개는 이 기기에 두었다가 저장해요.').waitFor();
  await context.setOffline(false);
  await until('both are saved', async () => {
    const { body } = await service.call(roster.key, 'GET', '/me/students');
    return body.students.length === 2;
  });

  await page.getByRole('link', { name: '여러 명 한 번에 고르기' }).click();
  await tile(page, SHIROKO).click();
  await tile(page, CHINATSU).click();
  const error = { code: 'not_found', message: '', docs: '' };
  await page.route('**/console/api/me/students', async (route) => {
    const { students } = route.request().postDataJSON();
    const others = students.filter(({ studentUid }: { studentUid: string }) => studentUid !== CHINATSU);
    const response = await route.fetch({ postData: { students: others } });
    const answers = [
      ...(await response.json()).students,
      { studentUid: CHINATSU, status: 404, answer: { error } },
    ];
    await route.fulfill({ response, json: { students: answers } });
  });
  await button('2명 저장').click();
  await page
    .getByText(/저장하지 못했어요/)
    .first()
    .waitFor();
  await button('1명 저장').waitFor();
  await page.unrouteAll();
  await button('1명 저장').click();
  await page.getByText(`${TOTAL}명 중 4명 모집`).waitFor();
  assert.deepEqual(await starsOf(roster, CHINATSU), [1, 0]);
  await finish(roster);
});

test('an empty roster asks for the game server until it is told, and the account keeps it', async () => {
  const roster = await signUpWithRoster(browser, service, {});
  const { page, button } = roster.player;
  await page.goto(consoleUrl(service));
  const chosen = page.locator('fieldset [aria-pressed=true]', { hasText: /일본|글로벌/ });
  await button('일본').waitFor();
  assert.equal(await chosen.count(), 0);
  await button('일본').click();
  await chosen.filter({ hasText: '일본' }).waitFor();
  await page.reload();
  await chosen.filter({ hasText: '일본' }).waitFor();
  await button('글로벌').click();
  await chosen.filter({ hasText: '글로벌' }).waitFor();
  // Also where the device knows nothing of it.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await chosen.filter({ hasText: '글로벌' }).waitFor();
  await page.getByRole('link', { name: '학생 고르기' }).click();
  const tiles = page.locator('[data-student]');
  await tiles.nth(TOTAL - UNRELEASED.length - 1).waitFor();
  assert.ok(UNRELEASED.length > 0);
  assert.equal(await tiles.count(), TOTAL - UNRELEASED.length);
  for (const uid of UNRELEASED) assert.equal(await tile(page, uid).count(), 0, uid);
  await finish(roster);
});

test('who is recruited by another way is picked no more, and whom the page hides stays picked until all are taken out', async () => {
  const roster = await openPick({ [SHIROKO]: { tier: 3, weaponTier: 0 } });
  const { page, button } = roster.player;
  const [hidden = ''] = UNRELEASED;
  for (const uid of [hidden, AKANE, ASUNA]) await tile(page, uid).click();
  await button('3명 저장').waitFor();
  await service.call(roster.key, 'POST', '/me/students', { studentUid: ASUNA, tier: 1, weaponTier: 0 });
  await page.reload();
  await button('2명 저장').waitFor();
  assert.deepEqual(await storedPicks(page), [AKANE, hidden].toSorted());

  const settings = page.getByRole('button', { name: /설정$/ });
  await settings.click();
  await page.getByRole('radio', { name: '글로벌' }).check();
  await page.keyboard.press('Escape');
  await button('1명 저장').click();
  await page.getByText(`${TOTAL - UNRELEASED.length}명 중 3명 모집`).waitFor();
  assert.deepEqual(await storedPicks(page), [hidden]);

  await page.getByRole('link', { name: '여러 명 한 번에 고르기' }).click();
  await button('고른 학생 모두 빼기').click();
  await button('고른 학생 모두 빼기').and(page.locator('[aria-disabled=true]')).waitFor();
  assert.deepEqual(await storedPicks(page), []);
  await finish(roster);
});

for (const { locale, colorScheme } of [
  { locale: 'ko-KR', colorScheme: 'light' },
  { locale: 'en-US', colorScheme: 'dark' },
] as const)
  test(`the start and the picks are accessible and whole at every width, in ${locale}`, async () => {
    const roster = await signUpWithRoster(
      browser,
      service,
      {},
      { locale, colorScheme, viewport: { width: 390, height: 844 } },
    );
    const { page } = roster.player;
    const protocol = await roster.player.context.newCDPSession(page);
    const found: string[] = [];
    const look = async (state: string) => {
      for (const width of [360, 390, 768, 1280, 1920]) {
        const enabled = width <= 768;
        await protocol.send('Emulation.setTouchEmulationEnabled', { enabled });
        await page.setViewportSize({ width, height: 1000 });
        found.push(
          ...(await findLayoutFaults(page, enabled)).map((fault) => `${state}, ${width} px: ${fault}`),
        );
      }
    };
    await page.goto(consoleUrl(service));
    await page.locator('#start').waitFor();
    await look('start');
    await page.goto(consoleUrl(service, '/pick'));
    await page
      .locator('[data-student]')
      .nth(TOTAL - 1)
      .waitFor();
    for (const uid of [ASUNA, CHINATSU, AKANE]) await tile(page, uid).click();
    await page.getByRole('combobox').last().selectOption('9');
    await page
      .getByRole('button', { name: /^(모두 고르기|Pick all)/ })
      .first()
      .click();
    await look('picks');
    assert.deepEqual(found, []);
    await page.getByRole('searchbox').fill('아');
    await assertAccessible(roster.player, 'picks');
    await finish(roster);
  });
