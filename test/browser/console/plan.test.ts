import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../until.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, type Roster, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';

/** What is missing for the goals of a player, by roster and stock. */

const SHIROKO = '10010';
const ARU = '10000';
const EIMI = '10001';
const STATE = { tier: 3, weaponTier: 0, level: 88, skillEx: 1 };
/** The amounts of level 88 to 90 and EX 1 to 2, by hand: 102,990 + 125,645 experience, 7 credits each, and 80,000. */
const NEEDED = { exp: '228,635', credits: '1,680,445', discs: 12, artifacts: 13 };

const [service, browser] = await useConsole();

interface GoalBody {
  wanted: object;
  labels?: string[];
  priority?: number;
}

async function openPlan(
  students: Record<string, object>,
  {
    goals = {},
    stock = {},
    view = '',
  }: { goals?: Record<string, GoalBody>; stock?: object; view?: string } = {},
  width = 1280,
): Promise<Roster> {
  const roster = await signUpWithRoster(browser, service, students, { viewport: { width, height: 900 } });
  for (const [uid, goal] of Object.entries(goals)) await writeGoal(roster, uid, goal);
  const saved = await service.callBeta(roster.key, 'PATCH', '/stock', { items: stock });
  assert.equal(saved.status, 200, saved.text);
  await roster.player.page.goto(consoleUrl(service, `/plan${view && `?view=${view}`}`));
  await roster.player.heading('계획');
  return roster;
}

/** As another tool does. */
async function writeGoal({ key }: Roster, uid: string, goal: GoalBody): Promise<void> {
  const answer = await service.callBeta(key, 'PUT', `/goals/${uid}`, goal);
  assert.equal(answer.status, 200, answer.text);
}

async function savedGoals({
  key,
}: Roster): Promise<{ studentUid: string; priority: number; wanted: object }[]> {
  return (await service.callBeta(key, 'GET', '/goals')).body.goals;
}

const need = ({ player: { button } }: Roster, name: string, needed: string, have: string, short: string) =>
  button(`${name}: ${needed} 필요, ${have} 있음, ${short === '0' ? '충분' : `${short} 부족`}`);

/** Items of which something is missing. */
const items = (page: Page) =>
  page
    .getByRole('region')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .getByRole('button');
/** The buttons that open and close the goals. */
const toggles = (page: Page) => page.locator('[data-goal] [aria-expanded]');
const goalOf = (page: Page, name: string) => page.locator('[data-goal]').filter({ hasText: name });
const names = ({ player: { page } }: Roster) => toggles(page).getByRole('strong').allTextContents();

async function showView({ player: { page } }: Roster, name: string): Promise<void> {
  await page.getByRole('group', { name: '보기' }).getByRole('button', { name }).click();
}

test('a goal entered by hand tells what is missing, and stock that is typed lowers it', async () => {
  const roster = await openPlan({ [SHIROKO]: STATE });
  const { page, button } = roster.player;
  await page.getByRole('heading', { name: '무엇이 얼마나 부족한지 바로 알려 드려요' }).waitFor();
  await button('첫 목표 정하기').click();
  await page.keyboard.type('ㅅㄹㅋ');
  await page.getByRole('option', { name: '시로코', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: '레벨 (지금 88)', exact: true }).fill('90');
  await page.getByRole('spinbutton', { name: 'EX 스킬 (지금 1)' }).press('ArrowUp');
  await page.getByLabel('라벨', { exact: true }).fill('총력전');
  await page.keyboard.press('Enter');
  await button('저장').click();
  await page.getByText('시로코의 목표를 저장했어요.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(
    (await savedGoals(roster)).map(({ studentUid, wanted }) => [studentUid, wanted]),
    [[SHIROKO, { level: 90, skillEx: 2 }]],
  );
  await need(roster, '크레딧', NEEDED.credits, '0', NEEDED.credits).waitFor();
  await need(roster, '레벨 경험치', NEEDED.exp, '0', NEEDED.exp).waitFor();
  await page.getByText('최상급 활동 보고서 약 23개').waitFor();
  await need(roster, '기초 전술 교육 BD (아비도스)', '12', '0', '12').waitFor();
  assert.equal(await items(page).count(), 2);

  await showView(roster, '재고');
  await page.getByRole('textbox', { name: '크레딧 포인트' }).fill('1,000,000');
  await page.keyboard.press('Enter');
  // Enter leads to the first report, and the arrow to the next ones.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.type('20');
  await page.getByRole('textbox', { name: '기초 전술 교육 BD (아비도스)' }).fill('5');
  await page.getByText('저장했어요', { exact: true }).waitFor();
  const { body } = await service.callBeta(roster.key, 'GET', '/stock');
  assert.deepEqual(body.items, { 13: 20, 3040: 5, credits: 1_000_000 });

  await showView(roster, '부족한 것');
  await need(roster, '크레딧', NEEDED.credits, '1,000,000', '680,445').waitFor();
  await need(roster, '레벨 경험치', NEEDED.exp, '200,000', '28,635').waitFor();
  await need(roster, '기초 전술 교육 BD (아비도스)', '12', '5', '7').click();
  await page.getByRole('dialog').getByText('7 부족').first().waitFor();
  await assertAccessible(roster.player, 'who needs an item');
  await page.getByRole('dialog').getByRole('textbox').fill('12');
  await page.getByRole('dialog').getByText('충분해요').waitFor();
  await button('시로코, 목표 보기').click();
  await page.locator('[data-goal]').getByText('전술 교육 BD 아비도스').waitFor();
  assert.equal(await toggles(page).and(page.locator(':focus')).count(), 1);
  await showView(roster, '부족한 것');
  await page.getByLabel('충분한 것도 보기').check();
  await need(roster, '기초 전술 교육 BD (아비도스)', '12', '12', '0').waitFor();
  await finish(roster);
});

test('a state that another tool records reaches the goal, and the page follows', async () => {
  const roster = await openPlan(
    { [SHIROKO]: STATE },
    { goals: { [SHIROKO]: { wanted: { level: 89 } } }, view: 'goals' },
  );
  const { page, button } = roster.player;
  await page.getByText('남은 목표 1개', { exact: true }).waitFor();
  // As a player does who comes back to the page again and again.
  await page.evaluate(() => setInterval(() => dispatchEvent(new Event('focus')), 250));
  assert.equal(await page.locator('[data-goal]').getByText('지금 가능').count(), 0);
  // 102,990 experience are eleven of the best reports, and 720,930 credits.
  await service.callBeta(roster.key, 'PATCH', '/stock', { items: { 13: 11, credits: 720_930 } });
  await page.locator('[data-goal]').getByText('지금 가능').waitFor();
  assert.equal((await roster.state(SHIROKO)).level, 88);
  await service.call(roster.key, 'PATCH', `/me/students/${SHIROKO}`, { level: 89 });
  await page.getByText('남은 목표 0개 · 달성 1개').waitFor();
  await page.locator('summary', { hasText: '달성 1개' }).click();
  await writeGoal(roster, ARU, { wanted: { level: 2 } });
  await page.getByText('남은 목표 1개 · 달성 1개').waitFor();
  await button('달성한 목표 지우기').click();
  await page.getByText('달성한 목표 1개를 지웠어요.').first().waitFor();
  await button('실행 취소').click();
  await page.locator('summary', { hasText: '달성 1개' }).waitFor();
  await finish(roster);
});

const THREE_GOALS = {
  [SHIROKO]: { wanted: { level: 90 }, labels: ['총력전'], priority: 10 },
  [ARU]: { wanted: { skillEx: 5 }, priority: 20 },
  [EIMI]: { wanted: { bond: 20 }, labels: ['총력전'], priority: 30 },
};

test('goals are reordered by the arrow keys of a grip, by buttons and by dragging, and one move writes one goal', async () => {
  const roster = await openPlan({ [SHIROKO]: STATE }, { goals: THREE_GOALS, view: 'goals' });
  const { page, button, context } = roster.player;
  await page.getByText('목표 3개').waitFor();
  assert.deepEqual(await names(roster), ['시로코', '아루', '에이미']);
  const written: string[][] = [];
  context.on('request', (request) => {
    if (request.method() === 'PATCH')
      written.push(
        JSON.parse(request.postData() ?? '').goals.map((one: { studentUid: string }) => one.studentUid),
      );
  });
  const saved = () => page.waitForResponse((response) => response.request().method() === 'PATCH');
  let answer = saved();
  await button('시로코 순서 옮기기').press('ArrowDown');
  await page.getByText('시로코: 3개 중 2번째').waitFor({ state: 'attached' });
  await answer;
  assert.deepEqual(await names(roster), ['아루', '시로코', '에이미']);
  assert.equal(await page.locator(':focus').getAttribute('aria-label'), '시로코 순서 옮기기');
  answer = saved();
  await toggles(page).filter({ hasText: '에이미' }).click();
  await button('맨 위로').click();
  await answer;
  assert.deepEqual(await names(roster), ['에이미', '아루', '시로코']);
  answer = saved();
  const grip = await button('에이미 순서 옮기기').boundingBox();
  const last = await page.locator('[data-goal]').last().boundingBox();
  assert.ok(grip && last);
  await page.mouse.move(grip.x + 8, grip.y + 8);
  await page.mouse.down();
  await page.mouse.move(grip.x + 8, last.y + last.height, { steps: 5 });
  await page.mouse.up();
  await answer;
  assert.deepEqual(await names(roster), ['아루', '시로코', '에이미']);
  assert.deepEqual(written, [[SHIROKO], [EIMI], [EIMI]]);
  assert.deepEqual(
    (await savedGoals(roster)).map(({ studentUid }) => studentUid),
    [ARU, SHIROKO, EIMI],
  );
  await finish(roster);
});

test('a label narrows the goals, and a preset gives many students all that it wants', async () => {
  const roster = await openPlan(
    { [SHIROKO]: STATE, [ARU]: { ...STATE, skillEx: 5 } },
    { goals: THREE_GOALS },
  );
  const { page, button } = roster.player;
  await page.getByRole('combobox', { name: '라벨' }).selectOption('총력전');
  await showView(roster, '목표');
  assert.deepEqual(await names(roster), ['시로코', '에이미']);
  await button('목표 추가').click();
  for (const name of ['아루', '하루나']) {
    await page.keyboard.type(name);
    await page.getByRole('listbox').getByRole('option', { name, exact: true }).waitFor();
    await page.keyboard.press('Enter');
  }
  await button('스킬 5/10/10/10').click();
  await page.getByText('이미 있는 목표 1개가 바뀌어요.').waitFor();
  await button('목표 2개 저장').click();
  await page.getByText('목표 2개를 저장했어요.').waitFor();
  const goals = new Map((await savedGoals(roster)).map(({ studentUid, wanted }) => [studentUid, wanted]));
  const skills = { skillEx: 5, skillNormal: 10, skillEnhanced: 10, skillSub: 10 };
  // What one of them has reached is wanted too.
  assert.deepEqual([goals.get(ARU), goals.get('10002')], [skills, skills]);
  await finish(roster);
});

test('a goal asks all of it again after what was reached is taken back', async () => {
  const gear = { equip1: 9, equip1Level: 40 };
  const roster = await openPlan(
    { [SHIROKO]: { ...STATE, ...gear }, [ARU]: STATE },
    { goals: { [EIMI]: { wanted: { equip2Level: 65 } } }, view: 'goals' },
  );
  const { page, button } = roster.player;
  await button('목표 추가').click();
  for (const name of ['시로코', '아루']) {
    await page.keyboard.type(name);
    await page.getByRole('listbox').getByRole('option', { name, exact: true }).waitFor();
    await page.keyboard.press('Enter');
  }
  await button('장비 T9').click();
  await button('목표 2개 저장').click();
  await page.getByText('목표 2개를 저장했어요.').waitFor();
  await button('부족한 것 보기').click();
  await page.getByRole('region', { name: '크레딧과 경험치' }).waitFor();
  await showView(roster, '목표');
  const before = { equip1: 6, equip1Level: 50 };
  const taken = await service.call(roster.key, 'PATCH', `/me/students/${SHIROKO}`, before);
  assert.equal(taken.status, 200);
  const goals = new Map((await savedGoals(roster)).map(({ studentUid, wanted }) => [studentUid, wanted]));
  assert.deepEqual(goals.get(SHIROKO), goals.get(ARU));
  // The level of a goal from before tells its tier.
  assert.deepEqual(goals.get(EIMI), { equip2: 9, equip2Level: 65 });
  await page.reload();
  const step = page.locator(`[data-goal="${SHIROKO}"]`).getByRole('listitem').first();
  await step.getByText('T6 Lv50 → ').waitFor();
  await step.getByText('T9 Lv65').waitFor();
  await finish(roster);
});

test('the stock has what is short first and unfolded, and a search unfolds what it finds', async () => {
  const roster = await openPlan(
    { [SHIROKO]: STATE },
    { goals: { [SHIROKO]: { wanted: { level: 90 } } }, view: 'stock' },
  );
  const { page } = roster.player;
  const kinds = () => page.locator('h2 [aria-expanded]');
  const read = () => kinds().evaluateAll((all) => all.map((one) => [one.textContent, one.ariaExpanded]));
  await kinds().nth(2).waitFor();
  const [first, second, third] = await read();
  assert.deepEqual(
    [first, second, third?.[1]],
    [['크레딧부족 1개', 'true'], ['활동 보고서부족 1개', 'true'], 'false'],
  );
  const report = page.getByRole('textbox', { name: '최상급 활동 보고서' });
  await report.fill('999');
  // What is enough now stays where it is typed.
  await page.getByText('부족 1개').nth(1).waitFor({ state: 'detached' });
  await report.waitFor();
  await kinds().nth(1).click();
  await report.waitFor({ state: 'detached' });
  await page.getByRole('searchbox').fill('최상급 활동');
  await report.waitFor();
  assert.equal(await kinds().count(), 0);
  await finish(roster);
});

test('a list is pasted into the stock after a review, an unknown name is asked once, and the paste is undone', async () => {
  const roster = await openPlan({}, { stock: { 13: 20, 100: 50 }, view: 'stock' });
  const { page, button } = roster.player;
  const items = async () => (await service.callBeta(roster.key, 'GET', '/stock')).body.items;
  await button('목록 붙여넣기').click();
  await page
    .getByLabel('목록', { exact: true })
    .fill('최상급 활동 보고서\t1,250\n네브라 디스크 조각, 30\n크레딧 1.2억\n겜보 4\n제목');
  await page.getByText('3개가 바뀌어요.').waitFor();
  await page.getByText('수량이 없는 1줄은 넣지 않아요.').waitFor();
  await page.getByText('20 → 1,250').waitFor();
  await page.getByText('1개 줄어요', { exact: true }).waitFor();
  await button('다른 아이템…').click();
  await page.getByLabel('‘겜보’ 아이템 찾기').fill('게헨나 최상급 노트');
  await button('최상급 기술 노트 (게헨나)').click();
  await page.getByText('– → 4', { exact: true }).waitFor();
  await assertAccessible(roster.player, 'the review of a pasted list');
  assert.deepEqual(await items(), { 13: 20, 100: 50 });
  await button('4개 저장').click();
  await page.getByText('저장했어요', { exact: true }).waitFor();
  assert.deepEqual(await items(), { 13: 1250, 100: 30, credits: 120_000_000, 4033: 4 });

  await page.getByRole('searchbox', { name: '아이템 이름 검색' }).fill('네브라 디스크 조각');
  await page.getByRole('textbox', { name: '네브라 디스크 조각' }).fill('31');
  await until('the count is saved', async () => (await items())[100] === 31);
  await page.reload();
  await button('붙여넣은 4개 되돌리기').click();
  await page.getByText('3개를 되돌렸어요. 1개는 그 뒤에 바뀌어 그대로 두었어요.').first().waitFor();
  await until('the paste is undone', async () => (await items())[13] === 20);
  assert.deepEqual(await items(), { 13: 20, 100: 31 });

  await button('목록 붙여넣기').click();
  await page.getByLabel('목록', { exact: true }).fill('겜보 +5');
  await page.getByText('– → 5', { exact: true }).waitFor();
  assert.equal(await page.getByText('무엇인지 모르는 이름').count(), 0);

  await page.goto(consoleUrl(service, '/import'));
  await page.getByText('가져오기에서 기억한 것 1개').click();
  await page.getByText('겜보 → 최상급 기술 노트 (게헨나)').waitFor();
  await button('‘겜보’ 지우기').click();
  await page.getByText('가져오기에서 기억한 것').waitFor({ state: 'detached' });
  await finish(roster);
});

test('a change that is not saved says so beside the goal and the stock, and is sent again', async () => {
  const roster = await openPlan({ [SHIROKO]: STATE }, { goals: THREE_GOALS, view: 'goals' });
  const { page, button } = roster.player;
  const refuse = (path: string) =>
    page.route(path, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: '' } } }),
    );
  await refuse('**/console/api/goals');
  await toggles(page).filter({ hasText: '아루' }).click();
  await button('멈추기').click();
  const failure = goalOf(page, '아루').getByRole('alert');
  await failure.getByText('저장하지 못했어요.').waitFor();
  await page.unroute('**/console/api/goals');
  await failure.getByRole('button', { name: '다시 시도' }).click();
  await failure.getByText('저장하지 못했어요.').waitFor({ state: 'detached' });
  await goalOf(page, '아루').getByText('멈춤', { exact: true }).waitFor();
  await button('지우기').click();
  await page.getByText('아루의 목표를 지웠어요.').first().waitFor();
  await button('실행 취소').click();
  await goalOf(page, '아루').getByText('멈춤', { exact: true }).waitFor();

  await refuse('**/console/api/stock');
  await showView(roster, '재고');
  await page.getByRole('textbox', { name: '크레딧 포인트' }).fill('7');
  await page.getByText('1개를 저장하지 못했어요.').waitFor();
  await showView(roster, '부족한 것');
  await page.getByText('1개를 저장하지 못했어요.').waitFor();
  await page.unroute('**/console/api/stock');
  await button('다시 시도').click();
  await showView(roster, '재고');
  await page.getByText('저장했어요', { exact: true }).waitFor();
  await page.reload();
  assert.equal(await page.getByRole('textbox', { name: '크레딧 포인트' }).inputValue(), '7');
  await finish(roster);
});

test('a bond goal tells which gifts bring the student there', async () => {
  // Rank 1 to 2 takes 15 experience, and a gift that she likes gives 40.
  const roster = await openPlan(
    { [SHIROKO]: { ...STATE, bond: 1 } },
    { goals: { [SHIROKO]: { wanted: { bond: 2 } } }, view: 'goals' },
  );
  const { page } = roster.player;
  await toggles(page).click();
  await page.getByText('인연 경험치 15 남음').waitFor();
  await page.getByText('쓸 수 있는 선물이 재고에 없어요.').waitFor();
  const [gift = ''] = (
    await page.getByRole('list', { name: '좋아하는 선물' }).getByRole('listitem').allInnerTexts()
  ).map((text) => /^(.*) \+\d+$/.exec(text)?.[1] ?? '');
  await showView(roster, '재고');
  await page.getByRole('textbox', { name: gift, exact: true }).fill('3');
  await page.getByText('저장했어요', { exact: true }).waitFor();
  await showView(roster, '목표');
  await toggles(page).click();
  await page.getByText(`가진 선물로 채워요: ${gift} 1`).waitFor();
  await page.locator('[data-goal]').getByText('지금 가능').waitFor();
  await finish(roster);
});

test('every view is accessible on a phone and on a wide screen', async () => {
  const roster = await openPlan(
    { [SHIROKO]: STATE },
    { goals: THREE_GOALS, stock: { credits: 1000, 13: 2 }, view: 'goals' },
    390,
  );
  const { page, button } = roster.player;
  await toggles(page).nth(2).click();
  await button('고치기').waitFor();
  await assertAccessible(roster.player, 'the goals');
  await button('고치기').click();
  await page.getByRole('dialog', { name: '에이미의 목표' }).waitFor();
  await assertAccessible(roster.player, 'a goal that is edited');
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await showView(roster, '부족한 것');
  await items(page).first().waitFor();
  await assertAccessible(roster.player, 'what is missing');
  await showView(roster, '재고');
  // With all items axe takes a minute.
  await page.getByRole('searchbox').fill('게헨나');
  await page.getByRole('region', { name: '엘레프' }).waitFor({ state: 'detached' });
  await assertAccessible(roster.player, 'the stock');
  await finish(roster);
});
