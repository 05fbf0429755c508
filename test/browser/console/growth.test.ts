import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './assert-accessible.ts';
import { keepDay as keepDayOf } from './keep-day.ts';
import { finish, openRosterPage, type Roster, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';

/** How a roster has grown: a line on its page, and a chart in the history. */

const STATE = { tier: 3, weaponTier: 0, level: 35, bond: 2 };

const [service, browser] = await useConsole();

const openRoster = (students: Record<string, object>): Promise<Roster> =>
  openRosterPage(browser, service, students);

const keepDay = ({ player: { accountId } }: Roster, age: number, students: Record<string, object>) =>
  keepDayOf(service, accountId, age, students);

test('a line on the roster page tells what has grown this week, and leads to the history', async () => {
  const roster = await openRoster({ 10000: { ...STATE, level: 40, bond: 5 }, 10001: STATE });
  const { page, heading } = roster.player;
  // All students are new: a first import is no growth.
  const asked = page.waitForResponse('**/history/growth*');
  await page.reload();
  await asked;
  await page.locator('[data-student="10000"]').waitFor();
  assert.equal(await page.getByRole('link', { name: /^이번 주/ }).count(), 0);
  await keepDay(roster, 8, { 10000: STATE });
  await keepDay(roster, 3, { 10000: STATE });
  await page.reload();
  const line = page.getByRole('link', { name: '이번 주 새 학생 1명, 1명 성장, 인연 +3' });
  await line.waitFor();
  await line.click();
  await heading('기록');
  await page.getByRole('figure').waitFor();
  await finish(roster);
});

test('a roster that has not grown has no line', async () => {
  const roster = await openRoster({ 10000: STATE });
  const { page } = roster.player;
  await page.route('**/history/growth*', (route) =>
    route.fulfill({
      json: {
        isOn: true,
        week: { since: '2026-01-01T00:00:00Z', newStudents: 0, grownStudents: 0, bondRanks: 0 },
        days: [],
      },
    }),
  );
  const asked = page.waitForResponse('**/history/growth*');
  await page.reload();
  assert.ok((await asked).url().endsWith('?days=none'));
  await page.getByText(`${service.students.length}명 중 1명 모집`).waitFor();
  assert.equal(await page.getByRole('link', { name: /^이번 주/ }).count(), 0);
  await finish(roster);
});

for (const width of [1280, 390])
  test(`the chart tells its values by keyboard, pointer and table at ${width} px`, async () => {
    const students = { 10000: STATE, 10001: STATE, 10002: STATE };
    const roster = await signUpWithRoster(browser, service, students, { viewport: { width, height: 900 } });
    const { page } = roster.player;
    await keepDay(roster, 100, {});
    await keepDay(roster, 20, { 10000: { ...STATE, level: 10 } });
    await keepDay(roster, 5, { 10000: { ...STATE, level: 20 }, 10001: STATE });
    await page.goto(consoleUrl(service, '/history'));
    const slider = page.getByRole('slider', { name: '모집 학생 그래프의 날짜' });
    if (width === 390) await page.locator('summary', { hasText: '성장' }).click();
    const reads = (text: string | RegExp) => page.locator('figcaption', { hasText: text }).waitFor();
    await slider.waitFor();
    assert.equal(await slider.getAttribute('aria-valuetext'), '지금, 3');
    await reads(/지금\s*3\s*이 기간에 \+2/);
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await reads(/2$|\s2\s/);
    await page.keyboard.press('Home');
    assert.equal(await slider.getAttribute('aria-valuenow'), '0');
    await page.keyboard.press('End');
    await reads('지금');
    const box = await slider.boundingBox();
    assert.ok(box);
    assert.ok(
      box.width <= width && (await page.evaluate(() => document.documentElement.scrollWidth)) <= width,
    );
    await page.mouse.move(box.x + 40, box.y + box.height / 2);
    await reads(/\s1\s/);
    await page.getByLabel('전체', { exact: true }).check();
    await reads('이 기간에 +3');
    await page.getByLabel('평균 레벨').check();
    await reads('35.0');
    // For screen readers the table is always there.
    const table = page.getByRole('table', { name: '성장' });
    assert.match(await table.getByRole('row').nth(1).innerText(), /지금\s+3\s+35\.0\s+0\s+6/);
    await page.getByRole('button', { name: '표로 보기' }).click();
    await page.getByRole('region', { name: '성장 표' }).getByRole('table').waitFor();
    await assertAccessible(roster.player, 'the chart of growth');
    await finish(roster);
  });

test('a roster that has changed on one day only has no line of two points', async () => {
  const roster = await signUpWithRoster(browser, service, { 10000: STATE });
  const { page } = roster.player;
  await page.goto(consoleUrl(service, '/history'));
  await page.getByText(/^아직 하루치예요/).waitFor();
  assert.equal(await page.getByRole('slider').count(), 0);
  await finish(roster);
});

test('the history begins with the latest changes on a phone', async () => {
  const phone = { viewport: { width: 360, height: 740 } };
  const roster = await signUpWithRoster(browser, service, { 10000: STATE }, phone);
  const { page, button } = roster.player;
  await keepDay(roster, 5, {});
  await page.goto(consoleUrl(service, '/history'));
  const change = page.getByRole('listitem').filter({ has: button(/^되돌리기/) });
  await change.first().waitFor();
  const box = await change.first().boundingBox();
  // Above the bar at the bottom, in the upper half.
  assert.ok(box && box.y < 370 && box.y + box.height < 684, `${box?.y}`);
  assert.ok(!(await page.getByRole('searchbox').isVisible()));
  await button('필터').click();
  await page.getByLabel('변경의 종류').waitFor();
  await page.locator('summary', { hasText: '성장' }).click();
  await page.getByRole('slider').waitFor();
  await finish(roster);
});

test('a service that keeps no history does not promise a chart', async () => {
  const roster = await signUpWithRoster(browser, service, {});
  const { page } = roster.player;
  await page.route('**/history/growth*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), isOn: false } });
  });
  const answered = page.waitForResponse('**/history/growth*');
  await page.goto(consoleUrl(service, '/history'));
  await answered;
  await page.getByRole('heading', { name: '성장', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: '아직 바뀐 것이 없어요' }).waitFor();
  await finish(roster);
});

test('a player without any change sees a friendly start', async () => {
  const roster = await signUpWithRoster(browser, service, {});
  const { page } = roster.player;
  await page.goto(consoleUrl(service, '/history'));
  await page.getByRole('heading', { name: '성장이 여기에 그려져요' }).waitFor();
  await finish(roster);
});
