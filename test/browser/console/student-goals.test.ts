import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Goal, GoalSettings } from '../../../contract/goals.ts';
import { until } from '../../until.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, openRosterPage, type Roster } from './open-roster.ts';
import { useConsole } from './use-console.ts';

const SHIROKO = '10010';
const STATE = { tier: 3, weaponTier: 0, level: 35 };
const MAX_SKILLS = { skillEx: 5, skillNormal: 10, skillEnhanced: 10, skillSub: 10 };

const [service, browser] = await useConsole();

const openRoster = (students: Record<string, object>) => openRosterPage(browser, service, students);
const openCard = ({ player: { page } }: Roster, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name} 성급`) }).click();
const target = ({ player: { page } }: Roster, text: string) =>
  page.getByRole('dialog').getByText(text, { exact: true }).waitFor({ state: 'attached' });

const setGoal = async ({ key }: Roster, uid: string, goal: GoalSettings) =>
  assert.equal((await service.callBeta(key, 'PUT', `/goals/${uid}`, goal)).status, 200);
const listGoals = async ({ key }: Roster): Promise<Goal[]> =>
  (await service.callBeta(key, 'GET', '/goals')).body.goals;
/** The page shows what it has not saved yet. */
const untilGoals = (description: string, roster: Roster, isMet: (goals: Goal[]) => boolean) =>
  until(description, async () => isMet(await listGoals(roster)), { every: 1_000 });

test('the panel shows the goal beside the values, what is missing, and what an entered value reaches', async () => {
  const roster = await openRoster({ [SHIROKO]: { ...STATE, skillEx: 5 } });
  const { page, button } = roster.player;
  await setGoal(roster, SHIROKO, { wanted: { tier: 5, level: 90, skillEx: 5 }, labels: ['총력전'] });
  await openCard(roster, '시로코');
  for (const text of ['목표 ★5', '목표 90', '목표 5 달성']) await target(roster, text);
  await page.getByText(/^남은 것 크레딧 [\d,]+\s· 레벨 경험치 [\d,]+/).waitFor();
  await page.getByText('총력전').waitFor();
  await assertAccessible(roster.player, 'the panel with a goal');
  await page.getByRole('spinbutton', { name: /^레벨/ }).fill('90');
  await target(roster, '목표 90 달성');
  await button('되돌리기').click();
  await target(roster, '목표 90');

  await button('목표 고치기').click();
  const dialog = page.getByRole('dialog', { name: '시로코의 목표' });
  await dialog.getByRole('spinbutton', { name: /^레벨/ }).fill('80');
  await dialog.getByRole('button', { name: '저장' }).click();
  await dialog.waitFor({ state: 'detached' });
  await target(roster, '목표 80');
  await untilGoals('the goal of level 80', roster, ([goal]) => goal?.wanted.level === 80);
  assert.equal((await roster.state(SHIROKO)).level, 35);
  await button('다음 학생').click();
  await page.getByRole('group', { name: '목표 세우기' }).waitFor();
  assert.equal(await page.getByRole('dialog').getByTitle(/목표/).count(), 0);
  await finish(roster);
});

test('a preset becomes the goal of the student in the panel, and can be taken back', async () => {
  const roster = await openRoster({ [SHIROKO]: { ...STATE, skillEx: 5 } });
  const { page, button } = roster.player;
  await openCard(roster, '시로코');
  await page.getByRole('group', { name: '목표 세우기' }).waitFor();
  await button('스킬 5/10/10/10').click();
  await page.getByText('목표를 저장했어요.').waitFor();
  await untilGoals('the goal', roster, (goals) => goals.length === 1);
  const [goal] = await listGoals(roster);
  assert.deepEqual([goal?.studentUid, goal?.wanted], [SHIROKO, MAX_SKILLS]);
  await page.getByRole('dialog').getByRole('button', { name: '실행 취소' }).click();
  await page.getByRole('group', { name: '목표 세우기' }).waitFor();
  await untilGoals('no goal', roster, (goals) => goals.length === 0);
  await finish(roster);
});

test('a preset becomes the goal of all selected students, raises those that are there, and is taken back as one', async () => {
  const roster = await openRoster({ 10000: STATE, 10001: { ...STATE, ...MAX_SKILLS }, 10002: STATE });
  const { page, button } = roster.player;
  const held = { wanted: { level: 90, skillEx: 3 }, labels: ['a'], note: 'n' };
  await setGoal(roster, '10000', held);
  await button('선택').click();
  for (const name of ['아루', '에이미', '하루나']) await page.getByText(name, { exact: true }).click();
  await button('목표 세우기').click();
  const dialog = page.getByRole('dialog', { name: '3명의 목표 세우기' });
  await dialog.getByRole('radio', { name: /^스킬 5/ }).check();
  await dialog.getByRole('combobox', { name: '라벨' }).fill('다음');
  await dialog.getByRole('combobox', { name: '라벨' }).press('Enter');
  await dialog.getByText('새 목표 1개 · 바뀌는 목표 1개 · 이미 다 이룬 학생 1명').waitFor();
  await assertAccessible(roster.player, 'goals for the selected students');
  const requests: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') requests.push(request.postDataJSON());
  });
  await dialog.getByRole('button', { name: '목표 2개 저장' }).click();
  await page.getByText('목표 2개를 저장했어요.').first().waitFor();
  assert.equal(requests.length, 1);
  const read = async () =>
    (await listGoals(roster)).map(({ studentUid, wanted, labels, note }) => [
      ...[studentUid, wanted, labels, note],
    ]);
  assert.deepEqual(await read(), [
    ['10000', { level: 90, ...MAX_SKILLS }, ['a', '다음'], 'n'],
    ['10002', MAX_SKILLS, ['다음'], ''],
  ]);
  await page.locator('[popover=manual]').getByRole('button', { name: '실행 취소' }).click();
  await untilGoals('the goals before', roster, (goals) => goals.length === 1);
  assert.deepEqual(await read(), [['10000', held.wanted, held.labels, held.note]]);
  await finish(roster);
});
