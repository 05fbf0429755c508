import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConsoleBrowser } from '../../console/console-browser.ts';
import { finish, openRosterPage, type Roster } from './open-roster.ts';
import { tabTo } from './player.ts';
import { useConsole } from './use-console.ts';

const SHIROKO = '10010';
const STATE = { tier: 3, weaponTier: 0, level: 35 };

const [service, browser] = await useConsole();

const openRoster = (students: Record<string, object> = { [SHIROKO]: STATE }) =>
  openRosterPage(browser, service, students);

const openCard = ({ player: { page } }: Roster) => page.getByRole('button', { name: /^시로코 성급/ }).click();
const levelField = ({ player: { page } }: Roster) => page.getByRole('spinbutton', { name: /^레벨/ });

test('a student is found, changed and changed back by keyboard alone', async () => {
  const roster = await openRoster();
  const { page } = roster.player;
  // The search by keyboard layout is still being loaded.
  await page.keyboard.press('/');
  await page.keyboard.type('tlfhzh');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '시로코' }).waitFor();
  for (let i = 0; i < 12; i += 1) {
    if (await levelField(roster).evaluate((field) => field === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('49');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByText(/^저장했어요/).waitFor();
  assert.equal((await roster.state(SHIROKO)).level, 50);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByText('되돌렸어요').first().waitFor();
  assert.equal((await roster.state(SHIROKO)).level, 35);
  await finish(roster);
});

test('Tab leads from the page into the cards and into the table', async () => {
  const roster = await openRoster({ '10000': STATE });
  const { page, button } = roster.player;
  await page
    .getByRole('button', { name: /^에이미/ })
    .first()
    .waitFor();
  await tabTo(roster.player, /^아루 /);
  await page.keyboard.press('ArrowRight');
  await tabTo(roster.player, /^에이미/);
  await button('표').click();
  // A busy page has the grid before its rows.
  await page.getByRole('grid').getByText('아루', { exact: true }).waitFor();
  await tabTo(roster.player, '아루');
  await finish(roster);
});

test('an invalid value is explained while it is typed, and not sent', async () => {
  const roster = await openRoster();
  await openCard(roster);
  await roster.player.button('레벨: 1 늘리기').click();
  assert.equal(await levelField(roster).inputValue(), '36');
  await levelField(roster).fill('91');
  await roster.player.page.getByText('비워 두거나 1부터 90까지의 정수를 입력하세요.').waitFor();
  await levelField(roster).press('Enter');
  await levelField(roster).fill('35');
  const weapon = roster.player.page.getByRole('group', { name: '고유무기 성급' });
  await weapon.getByRole('radio', { name: '★2' }).check();
  await roster.player.page.getByText('고유무기 성급이 1 이상이면 성급은 5여야 해요.').waitFor();
  assert.equal((await roster.state(SHIROKO)).level, 35);
  await finish(roster);
});

test('a change by another tool appears in an open page, and at once when asked for', async () => {
  const roster = await openRoster();
  const { page, button } = roster.player;
  const card = page.getByRole('button', { name: /^시로코 성급/ });
  // While the clock stands, the page does not look by itself.
  const now = await page.evaluate(() => Date.now());
  await page.clock.setFixedTime(now);
  await service.call(roster.key, 'PATCH', `/me/students/${SHIROKO}`, { level: 77 });
  await button('새로 고침').click();
  await card.getByText('Lv 77').waitFor();
  await service.call(roster.key, 'PATCH', `/me/students/${SHIROKO}`, { level: 78 });
  await page.clock.setFixedTime(now + 10_000);
  await card.getByText('Lv 78').waitFor();
  await page.getByText(/에 확인/).waitFor();
  await finish(roster);
});

test('values are typed down a column of the table, and a typed star registers a student', async () => {
  const roster = await openRoster({ '10000': STATE, '10001': STATE });
  const { page } = roster.player;
  await page.getByRole('button', { name: '표', exact: true }).click();
  await page.locator('[data-uid="10000"] [data-field="level"]').click();
  await page.keyboard.type('70');
  await page.keyboard.press('Enter');
  await page.keyboard.type('71');
  await page.keyboard.press('Enter');
  await page.keyboard.type('9');
  await page.getByText('먼저 성급을 입력하세요.').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await page.getByText(`${service.students.length}명 중 3명 모집`).waitFor();
  await page.locator('[data-saving]').first().waitFor({ state: 'detached' });
  const levels = await Promise.all(['10000', '10001', '10002'].map(async (uid) => roster.state(uid)));
  assert.deepEqual(
    levels.map(({ tier, level }) => [tier, level]),
    [
      [3, 70],
      [3, 71],
      [3, null],
    ],
  );
  await finish(roster);
});

test('the table that was chosen is there when the page opens again', async () => {
  const roster = await openRoster();
  const { page } = roster.player;
  await page.getByRole('button', { name: '표', exact: true }).click();
  await page.getByRole('grid').waitFor();
  await page.reload();
  await page.getByRole('grid').waitFor();
  await finish(roster);
});

test('many students are changed at once after a preview, and changed back at once', async () => {
  const roster = await openRoster({ '10000': STATE, '10001': { ...STATE, level: 80 }, '10002': STATE });
  const { page, button } = roster.player;
  await button('필터').click();
  await page.getByRole('button', { name: /^성급 3 / }).click();
  await button('선택').click();
  await button('모두 선택 (3)').click();
  await button('값 바꾸기').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('50');
  await dialog.getByText('2명이 바뀌어요.').waitFor();
  await dialog.getByText('1명은 그대로예요.').waitFor();
  await dialog.getByRole('button', { name: '2명 저장' }).click();
  await page.getByText('2명을 저장했어요.').first().waitFor();
  assert.equal((await roster.state('10002')).level, 50);
  assert.equal((await roster.state('10001')).level, 80);
  await page.getByRole('button', { name: '실행 취소' }).last().click();
  await page.getByText('되돌렸어요').first().waitFor();
  assert.equal((await roster.state('10002')).level, 35);
  await finish(roster);
});

test('a removal is asked about, and its undo brings the bond back', async () => {
  const roster = await openRoster({ [SHIROKO]: { ...STATE, bond: 20 } });
  const { page, button } = roster.player;
  await openCard(roster);
  await button('모집 해제').click();
  await page.getByRole('dialog').last().getByRole('button', { name: '모집 해제' }).click();
  await page.getByText('모집을 해제했어요.').first().waitFor();
  assert.equal((await service.call(roster.key, 'GET', `/me/students/${SHIROKO}`)).status, 404);
  await page.getByRole('button', { name: '실행 취소' }).last().click();
  await page.getByText('되돌렸어요').first().waitFor();
  assert.equal((await roster.state(SHIROKO)).bond, 20);
  await finish(roster);
});

test('an account that signs in after another one finds none of its filters', async () => {
  const { recoveryCodes } = await new ConsoleBrowser(service).signUp('the next account');
  const roster = await openRoster();
  const { page, button, heading } = roster.player;
  const search = page.getByRole('searchbox');
  await search.fill('시로코');
  await page
    .getByText('1명', { exact: true })
    .or(page.getByText(/^\d명$/))
    .first()
    .waitFor();
  await button(/설정/).click();
  await button('로그아웃').click();
  await heading('로그인');
  await page.getByText('패스키를 쓸 수 없나요?').click();
  await page.getByLabel('복구 코드').fill(recoveryCodes[0] ?? '');
  await button('복구 코드로 계속').click();
  await heading('패스키를 등록해 주세요');
  await button('패스키 등록').click();
  await page.getByText(`${service.students.length}명 중 0명 모집`).waitFor();
  assert.equal(await search.inputValue(), '');
  await finish(roster);
});
