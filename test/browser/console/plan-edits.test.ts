import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Goal, GoalSettings } from '../../../contract/goals.ts';
import { until } from '../../until.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, type Roster, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';

/** No goal and no count that is typed is lost, and none overwrites what was changed elsewhere meanwhile. */

const SHIROKO = '10010';
const ARU = '10000';
const STATE = { tier: 3, weaponTier: 0, level: 35 };
const GOAL = { wanted: { level: 90 }, labels: ['총력전'], note: '', priority: 10, isPaused: false };

const [service, browser] = await useConsole();

interface PlanContent {
  goals?: Record<string, GoalSettings>;
  stock?: Record<string, number>;
}

async function openPlan(view: string, { goals = {}, stock = {} }: PlanContent): Promise<Roster> {
  const roster = await signUpWithRoster(browser, service, { [SHIROKO]: STATE });
  for (const [uid, goal] of Object.entries(goals)) await putGoal(roster, uid, goal);
  await patchStock(roster, stock);
  await goToPlan(roster, view);
  return roster;
}

async function goToPlan({ player: { page, heading } }: Roster, view: string): Promise<void> {
  await page.goto(consoleUrl(service, `/plan?view=${view}`));
  await heading('계획');
}

/** Each as another tool does. */
async function putGoal({ key }: Roster, uid: string, goal: GoalSettings): Promise<void> {
  assert.equal((await service.callBeta(key, 'PUT', `/goals/${uid}`, goal)).status, 200);
}
async function patchStock({ key }: Roster, items: Record<string, number | null>): Promise<void> {
  assert.equal((await service.callBeta(key, 'PATCH', '/stock', { items })).status, 200);
}
const listGoals = async ({ key }: Roster): Promise<Goal[]> =>
  (await service.callBeta(key, 'GET', '/goals')).body.goals;
const readStock = async ({ key }: Roster): Promise<Record<string, number>> =>
  (await service.callBeta(key, 'GET', '/stock')).body.items;
const untilGoal = (description: string, roster: Roster, isMet: (goal: Goal) => boolean) =>
  until(description, async () => (await listGoals(roster)).some(isMet), { every: 500 });

const toggles = (page: Page) => page.locator('[data-goal] [aria-expanded]');
const count = ({ player: { page } }: Roster, name: string) => page.getByRole('textbox', { name });
const saved = ({ player: { page } }: Roster) => page.getByText('저장했어요', { exact: true }).waitFor();
const decision = ({ player: { page } }: Roster, name: string) =>
  page.locator('.notice_notice', { hasText: name });
/** The browser is offline and the console closed. */
const leave = ({ player: { page } }: Roster) => page.goto('about:blank');

async function setWantedLevel({ player: { page, button } }: Roster, level: string): Promise<void> {
  await toggles(page).filter({ hasText: '시로코' }).click();
  await button('고치기').click();
  await page.getByRole('dialog').getByRole('spinbutton', { name: /^레벨/ }).fill(level);
}

async function saveDialog({ player: { page } }: Roster): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: '저장' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('counts that were typed offline and spent elsewhere meanwhile are shown both, and one of them is chosen', async () => {
  const roster = await openPlan('stock', { stock: { credits: 100, 13: 20, 100: 5 } });
  const { page, context, button } = roster.player;
  await context.setOffline(true);
  await count(roster, '크레딧 포인트').fill('150');
  await count(roster, '최상급 활동 보고서').fill('25');
  await count(roster, '네브라 디스크 조각').fill('6');
  await page.getByText('3개를 저장하지 못했어요. 이 기기에 두었어요.').waitFor();
  await page.getByText('변경 3개는 이 기기에 두었다가 저장해요.').waitFor();
  await leave(roster);
  await patchStock(roster, { credits: 70, 13: 10 });
  await context.setOffline(false);
  await goToPlan(roster, 'stock');
  await page.getByText('목표와 재고의 변경 2개를 저장하지 못했어요.').waitFor();
  await page.reload();
  const credits = decision(roster, '크레딧 포인트');
  await credits.getByText('다른 곳에서 바뀜: 100 → 70 · 내 값: 150').waitFor();
  assert.equal(await count(roster, '크레딧 포인트').inputValue(), '70');
  await page.getByRole('searchbox').fill('크레딧');
  await page.getByRole('region', { name: '엘레프' }).waitFor({ state: 'detached' });
  await assertAccessible(roster.player, 'counts that need a decision');
  assert.deepEqual(await readStock(roster), { 13: 10, 100: 6, credits: 70 });
  await credits.getByRole('button', { name: '내 값 150' }).click();
  await credits.waitFor({ state: 'detached' });
  await button('10 쓰기').click();
  await page.getByText('어떤 값을 쓸지 정해 주세요.').waitFor({ state: 'detached' });
  await saved(roster);
  assert.deepEqual(await readStock(roster), { 13: 10, 100: 6, credits: 150 });
  await finish(roster);
});

test('a goal that was entered offline is saved when the console is opened again, on whatever page', async () => {
  const roster = await openPlan('goals', { goals: { [SHIROKO]: GOAL } });
  const { page, context } = roster.player;
  await context.setOffline(true);
  await setWantedLevel(roster, '85');
  await saveDialog(roster);
  await page.locator('[data-goal]').getByText('저장하지 못했어요. 이 기기에 두었어요.').waitFor();
  await leave(roster);
  assert.deepEqual((await listGoals(roster))[0]?.wanted, { level: 90 });
  await context.setOffline(false);
  await page.goto(consoleUrl(service));
  await page.getByText('시로코의 목표: 저장했어요.').first().waitFor();
  assert.deepEqual(await listGoals(roster), [{ studentUid: SHIROKO, ...GOAL, wanted: { level: 85 } }]);
  await finish(roster);
});

test('different values of one goal that were changed in two places are merged, and the latest order wins', async () => {
  const goals = { [SHIROKO]: GOAL, [ARU]: { ...GOAL, priority: 20 } };
  const roster = await openPlan('goals', { goals });
  const { page, context, button } = roster.player;
  await context.setOffline(true);
  await setWantedLevel(roster, '85');
  await saveDialog(roster);
  await button('시로코 순서 옮기기').press('ArrowDown');
  await page.getByText('시로코: 2개 중 2번째').waitFor({ state: 'attached' });
  await putGoal(roster, SHIROKO, { ...GOAL, wanted: { level: 90, bond: 20 }, note: '다른 곳', priority: 15 });
  await context.setOffline(false);
  await untilGoal('the merged goal', roster, ({ wanted }) => wanted.level === 85);
  await page.getByText('저장하지 못했어요. 이 기기에 두었어요.').first().waitFor({ state: 'detached' });
  assert.equal(await page.getByText('어떤 값을 쓸지 정해 주세요.').count(), 0);
  const [first, second] = await listGoals(roster);
  assert.equal(first?.studentUid, ARU);
  assert.deepEqual([second?.wanted, second?.note], [{ level: 85, bond: 20 }, '다른 곳']);
  await page.getByText('다른 곳', { exact: true }).waitFor();
  await finish(roster);
});

test('what a dialog was opened with is what its goal is compared with, and one value is chosen where both changed it', async () => {
  const roster = await openPlan('goals', { goals: { [SHIROKO]: GOAL } });
  const { page } = roster.player;
  await setWantedLevel(roster, '85');
  await page.getByRole('dialog').getByLabel('메모').fill('내 메모');
  await putGoal(roster, SHIROKO, { ...GOAL, wanted: { level: 80 }, labels: ['제약해제'] });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.locator('[data-goal]').getByText('제약해제').waitFor();
  await saveDialog(roster);
  const conflict = decision(roster, '시로코의 목표');
  await conflict.getByText('레벨 — 다른 곳에서 바뀜: 90 → 80 · 내 값: 85').waitFor();
  await assertAccessible(roster.player, 'a goal that needs a decision');
  assert.deepEqual((await listGoals(roster))[0]?.wanted, { level: 80 });
  await conflict.getByRole('button', { name: '내 값 쓰기' }).click();
  await untilGoal('the goal of level 85', roster, ({ wanted }) => wanted.level === 85);
  await conflict.waitFor({ state: 'detached' });
  const [goal] = await listGoals(roster);
  assert.deepEqual([goal?.note, goal?.labels], ['내 메모', ['제약해제']]);
  await finish(roster);
});

test('a goal that was removed elsewhere is saved again only if the player says so', async () => {
  const roster = await openPlan('goals', { goals: { [SHIROKO]: GOAL, [ARU]: GOAL } });
  const { page } = roster.player;
  await setWantedLevel(roster, '85');
  await service.callBeta(roster.key, 'DELETE', `/goals/${SHIROKO}`);
  await saveDialog(roster);
  const conflict = decision(roster, '시로코의 목표');
  await conflict.getByText('다른 곳에서 이 목표를 지웠어요.').waitFor();
  assert.deepEqual(await toggles(page).getByRole('strong').allTextContents(), ['아루']);
  await conflict.getByRole('button', { name: '지운 채로 두기' }).click();
  await conflict.waitFor({ state: 'detached' });
  assert.equal((await listGoals(roster)).length, 1);
  await finish(roster);
});

test('counts whose answer is lost are recognized as saved, and take effect once', async () => {
  const roster = await openPlan('stock', { stock: { credits: 100 } });
  const { page } = roster.player;
  let sent = 0;
  await page.route('**/console/api/stock', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sent += 1;
    if (sent > 1) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await count(roster, '크레딧 포인트').fill('150');
  await until('the count is sent again', () => sent > 1);
  await page
    .getByText(/저장하지 못했어요/)
    .first()
    .waitFor({ state: 'detached' });
  assert.equal(await page.getByText('어떤 값을 쓸지 정해 주세요.').count(), 0);
  assert.equal(await page.getByText(/저장하지 못했어요/).count(), 0);
  assert.deepEqual(await readStock(roster), { credits: 150 });
  await finish(roster);
});

test('a count that is typed after the session ended is saved when the player has signed in again', async () => {
  const roster = await openPlan('stock', { stock: { credits: 100 } });
  const { page, context, button, heading } = roster.player;
  // What the page still loads would tell it before the count is typed.
  await page.waitForLoadState('networkidle');
  await context.clearCookies();
  await count(roster, '크레딧 포인트').fill('150');
  await heading('로그인');
  await button(/패스키로 로그인/).click();
  await heading('계획');
  await until('the count is saved', async () => (await readStock(roster)).credits === 150);
  await finish(roster);
});

test('two tabs send what waits once, and each shows it', async () => {
  const roster = await openPlan('stock', { stock: { credits: 100 } });
  const { page, context } = roster.player;
  const second = await context.newPage();
  await second.goto(consoleUrl(service, '/plan?view=stock'));
  const other = second.getByRole('textbox', { name: '크레딧 포인트' });
  await other.waitFor();
  const bodies: (string | null)[] = [];
  context.on('response', (response) => {
    if (response.request().method() === 'PATCH') bodies.push(response.request().postData());
  });
  await context.setOffline(true);
  await page.bringToFront();
  await count(roster, '크레딧 포인트').fill('15');
  await count(roster, '크레딧 포인트').fill('150');
  await second
    .getByText(/저장하지 못했어요/)
    .first()
    .waitFor();
  assert.equal(await other.inputValue(), '150');
  await context.setOffline(false);
  await page
    .getByText(/저장하지 못했어요/)
    .first()
    .waitFor({ state: 'detached' });
  await second
    .getByText(/저장하지 못했어요/)
    .first()
    .waitFor({ state: 'detached' });
  assert.equal(await other.inputValue(), '150');
  assert.deepEqual(bodies, ['{"items":{"credits":150},"seen":{"credits":100}}']);
  await finish(roster);
});
