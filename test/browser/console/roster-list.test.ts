import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { validState } from '../../arbitrary-states.ts';
import { finish, openRosterPage, type Roster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';

const SHIROKO = '10010';
const STATE = { tier: 3, weaponTier: 0, level: 35 };

// The lists are as long as those of a player.
const [service, browser] = await useConsole({ hasAllStudents: true });

const openRoster = (recruited: Record<string, object>) => openRosterPage(browser, service, recruited);

async function openTable(roster: Roster): Promise<void> {
  await roster.player.button('표').click();
  await roster.player.page.getByRole('grid').waitFor();
}

const cell = ({ player: { page } }: Roster, uid: string, field: string) =>
  page.locator(`[data-uid="${uid}"] [data-field="${field}"]`);

test('Back and a reload lead to where the list was scrolled to, with its search, filters and order', async () => {
  const roster = await openRoster({ 10000: STATE });
  const { page, button, heading } = roster.player;
  await button('미모집').click();
  await page.getByRole('combobox', { name: '순서' }).selectOption('name');
  await page
    .getByText(`${service.students.length - 1}명`, { exact: true })
    .last()
    .waitFor();
  await page
    .locator('[data-student]')
    .nth(service.students.length - 2)
    .scrollIntoViewIfNeeded();
  const readPlace = () => page.evaluate(() => scrollY);
  const place = await readPlace();
  assert.ok(place > 1_000, `${place}`);
  const isThere = (top: number) => page.waitForFunction((y) => Math.abs(scrollY - y) <= 1, top);
  await page.getByRole('link', { name: '연결' }).click();
  await heading('연결');
  assert.equal(await readPlace(), 0);
  await page.goBack();
  await heading('학생');
  await isThere(place);
  // Left again while it loads, and then loaded late.
  const late = Promise.withResolvers<void>();
  await page.route('**/console/api/roster', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.reload();
  await page.reload();
  setTimeout(late.resolve, 4_000);
  await heading('학생');
  await isThere(place);
  await page
    .getByText(`${service.students.length - 1}명`, { exact: true })
    .last()
    .waitFor();
  assert.equal(await page.getByRole('combobox', { name: '순서' }).inputValue(), 'name');
  // An address that is opened anew begins at its top.
  await page.goto(consoleUrl(service, '/connections'));
  await page.goto(consoleUrl(service));
  await heading('학생');
  assert.equal(await readPlace(), 0);
  await finish(roster);
});

test('a change by another tool leaves the page where it was scrolled to, and the focus on its student', async () => {
  const roster = await openRoster({ [SHIROKO]: STATE });
  const { page, button } = roster.player;
  const last = page.locator('[data-student]').nth(service.students.length - 1);
  await last.focus();
  const readPlace = () => page.evaluate(() => scrollY);
  const place = await readPlace();
  assert.ok(place > 1_000, `${place}`);
  await service.call(roster.key, 'PATCH', `/me/students/${SHIROKO}`, { level: 77 });
  await button('새로 고침').dispatchEvent('click');
  await page.getByText('Lv 77').waitFor();
  await last.waitFor();
  assert.equal(await readPlace(), place);
  assert.ok(await last.evaluate((card) => card === document.activeElement));
  await finish(roster);
});

test('an account without students begins with the ways to fill it, which go with the first scroll after a registration', async () => {
  const roster = await openRoster({});
  const { page, button, heading } = roster.player;
  const start = page.getByRole('heading', { name: '출석부를 채워 보세요' });
  await page.getByRole('link', { name: '목록 가져오기' }).click();
  await heading('가져오기·내보내기');
  await page.goBack();
  await page.getByRole('link', { name: '학생 찾기' }).click();
  assert.ok(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement));
  await start.waitFor();
  const star = button('아루 등록: 성급 3');
  const before = await star.boundingBox();
  await star.click();
  await page.getByText(`${service.students.length}명 중 1명 모집`).waitFor();
  assert.deepEqual(await star.boundingBox(), before);
  await start.waitFor();
  await page.mouse.wheel(0, 50);
  await start.waitFor({ state: 'detached' });
  await finish(roster);
});

test('students who are not recruited take a third of the height of the others', async () => {
  const roster = await openRoster({ 10000: STATE });
  const { page } = roster.player;
  const heightOf = (name: RegExp) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name }) })
      .first()
      .evaluate((element) => element.getBoundingClientRect().height);
  // Before, both took 128 px.
  assert.ok((await heightOf(/ 미모집$/)) <= 128 / 3);
  assert.ok((await heightOf(/^아루 성급/)) <= 128);
  await finish(roster);
});

test('the page of a full roster, loaded with an empty cache, takes at most 90 kB', async () => {
  // No two are alike: equal ones would take a tenth, compressed.
  const states = fc.sample(validState, { numRuns: service.students.length, seed: 1 });
  const recruited = Object.fromEntries(service.students.map(({ uid }, place) => [uid, states[place] ?? {}]));
  const roster = await openRoster(recruited);
  const { page, context } = roster.player;
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  // What the first load has requested may end only now, and is not counted.
  const requested = new Set<string>();
  protocol.on('Network.requestWillBeSent', ({ requestId }) => requested.add(requestId));
  let bytes = 0;
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requested.has(requestId)) bytes += encodedDataLength;
  });
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByText(`${service.students.length}명 중 ${service.students.length}명 모집`).waitFor();
  assert.ok(bytes > 50_000 && bytes <= 90_000, `${bytes} bytes`);
  await finish(roster);
});

test('the averages say of how many students they are', async () => {
  const roster = await openRoster({ 10000: STATE, 10001: { ...STATE, level: null }, 10002: STATE });
  await roster.player.page
    .getByText(`${service.students.length}명 중 3명 모집 · 기록한 2명의 평균 레벨 35`)
    .waitFor();
  await finish(roster);
});

test('the table fits a window of 1280 px, and says what the game does not know', async () => {
  const roster = await openRoster({ 10000: { ...STATE, equip1: 1, equip1Level: 70 } });
  const { page } = roster.player;
  await openTable(roster);
  const grid = page.getByRole('grid');
  assert.ok(await grid.evaluate((element) => element.scrollWidth <= element.clientWidth));
  await cell(roster, '10000', 'equip1Level').click();
  await page.getByText('게임에서 T1 장비의 레벨은 10까지예요.').waitFor();
  await finish(roster);
});

test('a block of a spreadsheet is pasted into the table after a preview, and one student is copied to another', async () => {
  const roster = await openRoster({ 10000: { ...STATE, bond: 5 }, 10001: STATE });
  const { page } = roster.player;
  await roster.player.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTable(roster);
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+v');
  };
  const dialog = page.getByRole('dialog', { name: '붙여 넣은 값' });
  await cell(roster, '10000', 'tier').click();
  await paste('4\t\t50\t2\n3\t0\tLv.61\n2\t0\t12\nx\n');
  await dialog.getByText('3명이 바뀌어요.').waitFor();
  await dialog.getByText('규칙에 맞지 않는 1명은 제외해요.').waitFor();
  await dialog.getByRole('button', { name: '3명 저장' }).click();
  await page.getByText('3명을 저장했어요.').first().waitFor();
  const read = async (uid: string) => {
    const { tier, level, skillEx, bond } = await roster.state(uid);
    return [tier, level, skillEx, bond];
  };
  assert.deepEqual(await read('10000'), [4, 50, 2, 5]);
  assert.deepEqual(await read('10001'), [3, 61, null, null]);
  assert.deepEqual(await read('10002'), [2, 12, null, null]);
  await page.locator('[data-uid="10000"]').getByRole('gridcell').first().focus();
  await page.keyboard.press('Control+c');
  await page.getByText('복사했어요').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+v');
  await dialog.getByRole('button', { name: '1명 저장' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await read('10001'), [4, 50, 2, 5]);
  await page.keyboard.press('Control+z');
  await page.getByText('되돌렸어요').first().waitFor();
  assert.deepEqual(await read('10001'), [3, 61, null, null]);
  await finish(roster);
});

test('the page of 320 px in English holds everything, with all students', async () => {
  const recruited = Object.fromEntries(
    service.students.slice(0, 6).map(({ uid }) => [uid, { ...STATE, bond: 10 }]),
  );
  const roster = await openRoster(recruited);
  const { page } = roster.player;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => localStorage.setItem('rollbook-console-language', 'en'));
  await page.reload();
  await page.getByText(`6 of ${service.students.length} recruited`).waitFor();
  const outside = await page.evaluate(() =>
    [...document.querySelectorAll('main button, main select, main input, nav a')]
      .filter((element) => element.closest('[popover]') === null)
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
      .map(({ outerHTML }) => outerHTML),
  );
  assert.deepEqual(outside, []);
  await finish(roster);
});

test('the head of the table scrolls below the search on a phone', async () => {
  const roster = await openRoster({ 10000: STATE });
  const { page, button } = roster.player;
  await button('표').click();
  await page.setViewportSize({ width: 390, height: 760 });
  await page.getByRole('grid').evaluate((grid) => {
    scrollBy({ top: grid.getBoundingClientRect().top - 70, behavior: 'instant' });
  });
  const isUncovered = await page.getByRole('searchbox').evaluate((field) => {
    const { left, right, top, bottom } = field.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => field === document.elementFromPoint((left + right) / 2, y));
  });
  assert.ok(isUncovered);
  await finish(roster);
});
