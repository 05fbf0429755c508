import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../until.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, type Roster, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';

/** Goals that a player has reached in the game: values, stock and goal follow, and come back together. */

const [SHIROKO, ARU, EIMI] = ['10010', '10000', '10001'];
const STATE = { tier: 3, weaponTier: 0, level: 88, skillEx: 1 };
const STOCK = { 13: 30, 3040: 15, credits: 2_000_000 };
const GOAL = { wanted: { level: 90, skillEx: 2 }, labels: ['총력전'], note: '먼저' };

const [service, browser] = await useConsole();

async function openGoals(students: readonly string[], stock: object = STOCK): Promise<Roster> {
  const states = Object.fromEntries(students.map((uid) => [uid, STATE]));
  const roster = await signUpWithRoster(browser, service, states, { viewport: { width: 1280, height: 900 } });
  for (const uid of students) {
    const answer = await service.callBeta(roster.key, 'PUT', `/goals/${uid}`, GOAL);
    assert.equal(answer.status, 200, answer.text);
  }
  await service.callBeta(roster.key, 'PATCH', '/stock', { items: stock });
  await roster.player.page.goto(consoleUrl(service, '/plan?view=goals'));
  if (students.length > 0) await roster.player.page.locator('[data-goal]').first().waitFor();
  return roster;
}

const stockOf = async ({ key }: Roster) => (await service.callBeta(key, 'GET', '/stock')).body.items;
const goalsOf = async ({ key }: Roster) =>
  (await service.callBeta(key, 'GET', '/goals')).body.goals.map(
    ({ studentUid, labels, note }: { studentUid: string; labels: string[]; note: string }) => [
      studentUid,
      ...labels,
      note,
    ],
  );
const stateOf = async ({ key }: Roster, uid: string) =>
  (await service.call(key, 'GET', `/me/students/${uid}`)).body;

test('a goal is saved as done after one look, and undo brings values, goal and materials back', async () => {
  const roster = await openGoals([SHIROKO]);
  const { page, button } = roster.player;
  await button('시로코: 달성했어요').click();
  const dialog = page.getByRole('dialog', { name: '시로코 달성' });
  const row = (item: string) => dialog.getByRole('row').filter({ hasText: item });
  assert.equal(await row('크레딧').innerText(), '크레딧\t2,000,000\t−1,680,445\t319,555');
  assert.match(await row('기초 전술 교육 BD').innerText(), /15\t−12\t3$/);
  // 13 artifacts are needed of a kind of which there is none.
  await dialog.getByText(/재고에 없던 것:/).waitFor();
  await assertAccessible(roster.player, 'what a reached goal takes');
  await dialog.getByRole('button', { name: '달성했어요' }).click();
  await page.getByText('시로코의 목표를 달성했어요.').last().waitFor();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.locator('[data-goal]').count(), 0);
  assert.deepEqual([await goalsOf(roster), (await stateOf(roster, SHIROKO)).level], [[], 90]);
  const { 13: reports, 3040: discs, credits } = await stockOf(roster);
  assert.deepEqual([reports < 30, discs, credits], [true, 3, 319_555]);

  await button('실행 취소').click();
  await page.getByText('값과 목표, 재료를 되돌렸어요.').last().waitFor();
  await page.locator('[data-goal]').waitFor();
  assert.deepEqual(await stockOf(roster), STOCK);
  assert.deepEqual(await goalsOf(roster), [[SHIROKO, '총력전', '먼저']]);
  assert.deepEqual((await stateOf(roster, SHIROKO)).level, 88);
  await finish(roster);
});

test('the stock is left alone if the player says so', async () => {
  const roster = await openGoals([SHIROKO]);
  const { page, button } = roster.player;
  await button('시로코: 달성했어요').click();
  await page.getByLabel('재고에서 빼기').uncheck();
  await page.getByRole('dialog').getByRole('button', { name: '달성했어요' }).click();
  await page.getByText('시로코의 목표를 달성했어요.').last().waitFor();
  assert.deepEqual([await stockOf(roster), await goalsOf(roster)], [STOCK, []]);
  await finish(roster);
});

test('goals that are chosen show what they take together, and are done together as one group', async () => {
  const roster = await openGoals([SHIROKO, ARU, EIMI], { credits: 9_000_000 });
  const { page, button } = roster.player;
  await button('여러 목표 고르기').click();
  await page.getByLabel('시로코 고르기').check();
  await page.getByLabel('아루 고르기').check();
  const bar = page.getByRole('region', { name: '함께 드는 것' });
  // Twice the credits of one.
  await bar.getByText(/2명:.*크레딧 3,360,890/).waitFor();
  await assertAccessible(roster.player, 'chosen goals');
  await bar.getByRole('button', { name: '달성했어요' }).click();
  await page
    .getByRole('dialog', { name: '목표 2개 달성' })
    .getByRole('button', { name: '달성했어요' })
    .click();
  await page.getByText('2명의 목표를 달성했어요.').last().waitFor();
  assert.deepEqual(await goalsOf(roster), [[EIMI, '총력전', '먼저']]);
  assert.deepEqual(await stockOf(roster), { credits: 9_000_000 - 3_360_890 });
  const { changes } = (await service.callBeta(roster.key, 'GET', '/changes?limit=500')).body;
  const done = changes.slice(-2);
  assert.equal(done[0].group, done[1].group);
  assert.deepEqual(done[0].spent, { credits: 3_360_890 });
  await finish(roster);
});

test('one student of a group of goals is taken back in the history, with her materials and her goal', async () => {
  const roster = await openGoals([SHIROKO, ARU], { credits: 9_000_000 });
  const { page, button } = roster.player;
  const headers = { 'bulk-operation': 'done-two' };
  for (const uid of [SHIROKO, ARU])
    await service.callBeta(roster.key, 'POST', `/goals/${uid}/complete`, {}, headers);
  await page.goto(consoleUrl(service, '/history'));
  const group = page.getByRole('listitem').filter({ hasText: '목표를 달성하여' }).first();
  await group.getByRole('button', { expanded: false }).click();
  await page.getByText('재고에서 쓴 것: 크레딧 3,360,890').waitFor();
  await button('이 학생만 되돌리기: 시로코').click();
  await page.getByText('되돌린 학생에게 쓴 재료와 달성한 목표도 함께 돌아와요.').waitFor();
  await button('1명 되돌리기').click();
  await page.getByRole('heading', { level: 2, name: '되돌렸어요' }).waitFor();
  assert.deepEqual(await stockOf(roster), { credits: 9_000_000 - 1_680_445 });
  assert.deepEqual(await goalsOf(roster), [[SHIROKO, '총력전', '먼저']]);
  assert.deepEqual([(await stateOf(roster, SHIROKO)).level, (await stateOf(roster, ARU)).level], [88, 90]);
  await finish(roster);
});

test('a level that the plan assumes says so, and one tap opens the field for what it is', async () => {
  const roster = await openGoals([]);
  const { page, button } = roster.player;
  const state = { studentUid: ARU, tier: 3, weaponTier: 0, equip1: 3 };
  await service.call(roster.key, 'POST', '/me/students', state);
  await service.callBeta(roster.key, 'PUT', `/goals/${ARU}`, { wanted: { equip1: 4, equip1Level: 40 } });
  await page.reload();
  const goal = page.locator('[data-goal]');
  await goal.getByText('장비 레벨은 최대로').waitFor();
  await goal.locator('[aria-expanded]').click();
  await button('장비 1 레벨 적기').click();
  const field = goal.getByRole('spinbutton', { name: '장비 1 레벨' });
  await field.and(page.locator(':focus')).waitFor();
  await field.fill('31');
  await goal.getByText('1부터 30까지의 정수를 입력하세요.').waitFor();
  await field.fill('17');
  await assertAccessible(roster.player, 'the field for a level that is assumed');
  await field.press('Enter');
  await page.getByText('기록했어요: 장비 1 레벨 17').last().waitFor();
  await goal.getByText('장비 레벨은 최대로').waitFor({ state: 'detached' });
  assert.equal((await stateOf(roster, ARU)).equip1Level, 17);
  await finish(roster);
});

test('the wanted value beside a field is done with a tap, and only that field', async () => {
  const roster = await openGoals([SHIROKO]);
  const { page, button } = roster.player;
  await service.call(roster.key, 'POST', '/me/students', { studentUid: ARU, ...STATE, level: 89 });
  await page.goto(consoleUrl(service, '?recruited=yes&sort=level'));
  const names = page.locator('[data-student] [lang]');
  await names.nth(1).waitFor();
  assert.deepEqual(await names.allTextContents(), ['아루', '시로코']);
  await page
    .getByRole('button', { name: /^시로코/ })
    .first()
    .click();
  await button('레벨 90 달성했어요').click();
  const dialog = page.getByRole('dialog', { name: '시로코 달성' });
  await dialog.getByText('레벨 88 → 90').waitFor();
  await assertAccessible(roster.player, 'a reached field over the panel');
  await dialog.getByRole('button', { name: '달성했어요' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('시로코의 목표를 달성했어요.').last().waitFor();
  const { level, skillEx } = await stateOf(roster, SHIROKO);
  assert.deepEqual([level, skillEx], [90, 1]);
  assert.deepEqual(await goalsOf(roster), [[SHIROKO, '총력전', '먼저']]);
  await button('EX 스킬 2 달성했어요').waitFor();
  assert.equal(await button('레벨 90 달성했어요').count(), 0);
  // The list keeps its order, as after any edit of the player.
  assert.deepEqual(await names.allTextContents(), ['아루', '시로코']);

  // The toast is over the panel, which is modal.
  await button('실행 취소').last().click();
  await page.getByText('값과 목표, 재료를 되돌렸어요.').last().waitFor();
  await button('레벨 90 달성했어요').waitFor();
  assert.equal((await stateOf(roster, SHIROKO)).level, 88);
  await finish(roster);
});

test('what is raised by hand takes its materials where the player has said so, and undo returns them', async () => {
  const roster = await openGoals([SHIROKO]);
  const { page } = roster.player;
  await page.goto(consoleUrl(service));
  await page
    .getByRole('button', { name: /^시로코/ })
    .first()
    .click();
  await page.getByLabel('값을 직접 올릴 때도 재료를 재고에서 빼기').check();
  const level = page.getByRole('spinbutton', { name: '레벨', exact: true });
  await level.fill('90');
  await page.keyboard.press('Enter');
  await page.getByText('저장했어요.', { exact: false }).first().waitFor();
  // 228,635 experience are 23 of the best reports and seven times as many credits.
  assert.deepEqual(await stockOf(roster), { ...STOCK, 13: 7, credits: 2_000_000 - 7 * 228_635 });
  await page.getByRole('dialog').getByRole('button', { name: '실행 취소' }).click();
  await level.and(page.locator('[aria-valuenow="88"]')).waitFor();
  await until('the materials are back', async () => (await stockOf(roster)).credits === STOCK.credits);
  assert.deepEqual(await stockOf(roster), STOCK);
  assert.equal((await stateOf(roster, SHIROKO)).level, 88);
  // The choice stays for the next time, and the panel is open again.
  await page.reload();
  const spends = page.getByLabel('값을 직접 올릴 때도 재료를 재고에서 빼기');
  await spends.waitFor();
  assert.ok(await spends.isChecked());
  await finish(roster);
});

test('what several students are raised by takes their materials too, where its dialog is told so', async () => {
  const roster = await openGoals([SHIROKO, ARU], { credits: 9_000_000 });
  const { page, button } = roster.player;
  await page.goto(consoleUrl(service, '?recruited=yes'));
  await button('선택').click();
  await button('모두 선택 (2)').click();
  await button('값 바꾸기').click();
  const dialog = page.getByRole('dialog');
  const spends = dialog.getByLabel('값을 직접 올릴 때도 재료를 재고에서 빼기');
  await dialog.getByRole('textbox').fill('88');
  await dialog.getByText('2명은 그대로예요.').waitFor();
  assert.equal(await spends.count(), 0);
  await dialog.getByRole('textbox').fill('89');
  await spends.check();
  await assertAccessible(roster.player, 'a change to many that spends');
  await dialog.getByRole('button', { name: '2명 저장' }).click();
  await page.getByText('2명을 저장했어요.').first().waitFor();
  assert.ok((await stockOf(roster)).credits < 9_000_000);
  await finish(roster);
});
