import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { CatalogueStudent } from '../../../client/index.ts';
import type { Goal } from '../../../contract/goals.ts';
import { character, type current } from '../../planner-save.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, type Roster, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';

// A save has sixty targets.
const [service, browser] = await useConsole({ hasAllStudents: true });
let uids: string[];
before(async () => {
  const { students }: { students: CatalogueStudent[] } = await (
    await fetch(`${service.url}/catalogue.json`)
  ).json();
  uids = students.map(({ studentUid }) => studentUid);
});

/** What the console records of `current`. */
const STATE = {
  ...{ tier: 3, weaponTier: 0, level: 72, bond: 20, skillEx: 3, skillNormal: 4, skillEnhanced: 4 },
  ...{ skillSub: 1, equip1: 5, equip2: 5 },
  ...{ abilityHp: 0, abilityAtk: 0, abilityHeal: 0 },
};
const saveOf = (students: readonly string[], target: object = { level: '90' }) => ({
  exportVersion: 2,
  characters: students.map((id) => character(id, target)),
  character_order: students.toReversed(),
  owned_materials: { Credit: '123456', 100: '14', 3021: 7, XP_1: '10', nonsense: '1' },
  groups: { Binah: [[students[0]]] },
});

const read = async ({ key }: Roster, path: string) => (await service.callBeta(key, 'GET', path)).body;
const listGoals = async (roster: Roster): Promise<Goal[]> => (await read(roster, '/goals')).goals;
const setGoal = async ({ key }: Roster, uid: string, goal: object) =>
  assert.equal((await service.callBeta(key, 'PUT', `/goals/${uid}`, goal)).status, 200);

async function openImport(students: Record<string, object> = {}): Promise<Roster> {
  const roster = await signUpWithRoster(browser, service, students);
  await roster.player.page.goto(consoleUrl(service, '/import'));
  await textField(roster.player.page).waitFor();
  return roster;
}
const textField = (page: Page) => page.getByLabel('다른 도구에서 내보낸 내용', { exact: true });
const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor();

async function review({ player: { page, button } }: Roster, save: object): Promise<void> {
  await textField(page).fill(JSON.stringify(save));
  await button('바뀔 내용 보기').click();
  await step(page, '바뀔 내용');
}

const goalRows = (page: Page) => page.getByRole('region', { name: '목표와 재고' }).locator('[data-student]');

test('60 targets and the stock of a save are reviewed, written after the students, and shown by the plan', async () => {
  const roster = await openImport();
  const { page, button } = roster.player;
  const sixty = uids.slice(0, 60);
  const [first = '', second = '', third = ''] = sixty;
  await setGoal(roster, first, { wanted: { skillEx: 5 }, labels: ['raid'], note: 'soon', priority: 3 });
  await setGoal(roster, second, { wanted: { level: 90 } });
  await service.callBeta(roster.key, 'PATCH', '/stock', { items: { 100: 14, 3021: 5, 3020: 1 } });
  await review(roster, saveOf(sixty));
  await page.getByText('새 목표 58개 · 바뀌는 목표 1개 · 그대로인 목표 1개').waitFor();
  await page.getByText('새 아이템 2종 · 개수가 바뀌는 아이템 1종').waitFor();
  await page.getByText('목표와 재고에서 참고할 점 1가지').click();
  await page.getByText(/nonsense/).waitFor();
  await page.getByText('목표 59개 보기').click();
  await page.getByText('아이템 3종 보기').click();
  await assertAccessible(roster.player, 'the review of goals and stock');
  const changed = goalRows(page).filter({ has: page.getByText('변경', { exact: true }) });
  assert.match((await changed.textContent()) ?? '', /레벨 –없음 → 90EX 스킬 5 → –없음라벨 Binah/);
  await goalRows(page).getByRole('checkbox').nth(1).uncheck();
  await page.getByText('목표 58개와 아이템 3종도 함께 저장해요.').waitFor();
  await button('60명 저장').click();
  await step(page, '가져오기를 마쳤어요');
  await page.getByText('목표 58개와 아이템 3종을 저장했어요.').waitFor();

  const goals = await listGoals(roster);
  assert.equal(goals.length, 59);
  const { studentUid: _, ...firstGoal } = goals.find(({ studentUid }) => studentUid === first) as Goal;
  const wanted = { level: 90 };
  assert.deepEqual(firstGoal, {
    ...{ wanted, labels: ['raid', 'Binah'], note: 'soon', priority: 3, isPaused: false },
  });
  // In the planner's order, after those that were there; the second of the list was left out.
  const added = sixty.slice(2).toReversed().toSpliced(1, 1);
  assert.deepEqual(
    goals.map(({ studentUid }) => studentUid),
    [first, second, ...added],
  );
  const { items } = await read(roster, '/stock');
  assert.deepEqual([items.credits, items[100], items[3021], items[3020], items[10]], [123456, 14, 7, 1, 10]);
  assert.equal((await roster.state(third)).level, 72);
  await page.getByRole('link', { name: '계획 보기' }).click();
  await page.getByText(/^남은 목표 59개/).waitFor();
  await finish(roster);
});

test('goals and stock are written alone, and either can be left out', async () => {
  const [uid = ''] = uids;
  const roster = await openImport({ [uid]: STATE });
  const { page, button } = roster.player;
  await review(roster, saveOf([uid]));
  await page.getByText('학생은 모두 이미 같은 상태예요. 목표와 재고만 저장해요.').waitFor();
  await page.getByRole('checkbox', { name: /^재고 가져오기/ }).uncheck();
  await button('목표 1개 저장').click();
  await step(page, '가져오기를 마쳤어요');
  await page.getByText('목표 1개를 저장했어요.').waitFor();
  assert.deepEqual([(await listGoals(roster)).length, (await read(roster, '/stock')).items], [1, {}]);
  await button('다른 목록 가져오기').click();
  await review(roster, saveOf([uid]));
  assert.ok(await page.getByRole('checkbox', { name: /^목표 가져오기/ }).isDisabled());
  await button('아이템 4종 저장').click();
  await page.getByText('아이템 4종을 저장했어요.').waitFor();
  assert.equal((await read(roster, '/stock')).items.credits, 123456);
  await finish(roster);
});

test('the planner export has goals and stock unless they are left out, also merged', async () => {
  const [uid = '', other = '', third = ''] = uids;
  const roster = await openImport({ [uid]: STATE });
  const { page, button } = roster.player;
  await setGoal(roster, uid, { wanted: { level: 90 } });
  await setGoal(roster, other, { wanted: { skillEx: 5 }, isPaused: true });
  await service.callBeta(roster.key, 'PATCH', '/stock', { items: { credits: 5 } });
  await page.reload();
  await page.getByRole('radio', { name: 'BA-Resource-Planner' }).check();
  const include = page.getByRole('checkbox', { name: '목표와 재고 포함' });
  await page.locator('input[type=checkbox]:checked').waitFor();
  const save = async () => {
    const download = page.waitForEvent('download');
    await button('파일로 저장').click();
    const stream = await (await download).createReadStream();
    return JSON.parse((await stream.toArray()).join(''));
  };
  const whole = await save();
  assert.deepEqual(
    whole.characters.map(({ id, target }: { id: string; target: typeof current }) => [id, target.level]),
    [
      [uid, '90'],
      [other, '1'],
    ],
  );
  assert.deepEqual([whole.owned_materials.Credit, whole.disabled_characters], [5, [other]]);
  await page.getByLabel('BA-Resource-Planner에서 내보낸 내용과 합치기').fill(JSON.stringify(saveOf([third])));
  const merged = await save();
  assert.deepEqual([merged.owned_materials.Credit, merged.owned_materials[100]], [5, '14']);
  assert.deepEqual(
    merged.characters.map(({ id }: { id: string }) => id),
    [third, uid, other],
  );
  await include.uncheck();
  const without = await save();
  assert.equal(without.owned_materials.Credit, '123456');
  await finish(roster);
});
