import assert from 'node:assert/strict';
import { test } from 'node:test';
import { character } from '../../planner-save.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, type Roster, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { rollbookJson } from './roster-texts.ts';
import { useConsole } from './use-console.ts';
import { heading, plain, review, textField, useImport } from './use-import.ts';

/** Goals that an import or a proposal reaches are closed with it. */

const [SHIROKO, ARU, EIMI] = ['10010', '10000', '10001'];
const STATE = { tier: 3, weaponTier: 0, level: 88, skillEx: 1 };
const STOCK = { 13: 60, 3040: 30, credits: 9_000_000 };
const GOAL = { wanted: { level: 90, skillEx: 2 }, labels: ['총력전'], note: '먼저' };
const REACHED = { level: 90, skillEx: 2 };

const opened = useConsole();
const [service, browser] = await opened;
const { row } = await useImport(opened);

/** A player whose students have goals, and a stock. */
async function openGoals(students: readonly string[]): Promise<Roster> {
  const states = Object.fromEntries(students.map((uid) => [uid, STATE]));
  const roster = await signUpWithRoster(browser, service, states);
  for (const [at, uid] of students.entries()) {
    const goal = { ...GOAL, priority: at, isPaused: at === 0 };
    assert.equal((await service.callBeta(roster.key, 'PUT', `/goals/${uid}`, goal)).status, 200);
  }
  await service.callBeta(roster.key, 'PATCH', '/stock', { items: STOCK });
  await roster.player.page.goto(consoleUrl(service, '/import'));
  return roster;
}

const stockOf = async ({ key }: Roster) => (await service.callBeta(key, 'GET', '/stock')).body.items;
const goalsOf = async ({ key }: Roster) =>
  (await service.callBeta(key, 'GET', '/goals')).body.goals.map(
    ({ studentUid, isPaused, note }: { studentUid: string; isPaused: boolean; note: string }) =>
      `${studentUid} ${note}${isPaused ? ' paused' : ''}`,
  );

test('an import closes the goals that it reaches and takes their cost, and taking it back returns both', async () => {
  const roster = await openGoals([SHIROKO, ARU, EIMI]);
  const { page, button } = roster.player;
  const goals = await goalsOf(roster);
  await textField(page).waitFor();
  const reached = [SHIROKO, ARU].map((uid) => plain(uid, REACHED));
  await review(roster.player, rollbookJson([...reached, plain(EIMI, { level: 90 })]));
  const section = (count: number) => page.getByRole('region', { name: `목표 ${count}개가 이루어져요` });
  await section(2).getByText('시로코, 아루').waitFor();
  // What is left out reaches nothing.
  await row(page, ARU).getByRole('checkbox').first().uncheck();
  await section(1).waitFor();
  await row(page, ARU).getByRole('checkbox').first().check();
  const closes = section(2).getByRole('checkbox', { name: '이룬 목표 닫기' });
  const spends = section(2).getByRole('checkbox', { name: '재고에서 비용 빼기' });
  assert.deepEqual([await closes.isChecked(), await spends.isChecked()], [true, false]);
  await closes.uncheck();
  await spends.waitFor({ state: 'detached' });
  await closes.check();
  await spends.check();
  await assertAccessible(roster.player, 'the goals that an import reaches');
  await button('3명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  await page.getByText('이룬 목표 2개를 닫았어요.').waitFor();
  await page.getByText(/재고에서 쓴 것: 크레딧 3,360,890/).waitFor();
  await assertAccessible(roster.player, 'the report of closed goals');
  assert.deepEqual(await goalsOf(roster), [`${EIMI} 먼저`]);
  // That of the third student is not taken: her goal stays.
  assert.equal((await stockOf(roster)).credits, STOCK.credits - 3_360_890);

  await page.getByRole('link', { name: '되돌리기' }).click();
  await page
    .getByRole('button', { name: /^되돌리기/ })
    .first()
    .click();
  await button('3명 되돌리기').click();
  await heading(page, '되돌렸어요');
  assert.deepEqual([await goalsOf(roster), await stockOf(roster)], [goals, STOCK]);
  assert.equal((await roster.state(SHIROKO)).level, 88);
  await finish(roster);
});

test('a proposal closes a goal without its cost, and leaves it where it is told to', async () => {
  const roster = await openGoals([SHIROKO, ARU]);
  const { page, button } = roster.player;
  const tool = await roster.player.connectApp('BA-Scanner', 'roster:propose');
  for (const uid of [SHIROKO, ARU]) {
    const students = [{ studentUid: uid, ...REACHED }];
    const { body } = await service.callBeta(tool, 'POST', '/proposals', { students });
    await page.goto(body.proposal.reviewUrl);
    const closes = page.getByRole('checkbox', { name: '이룬 목표 닫기' });
    await closes.setChecked(uid === SHIROKO);
    await button('1명 저장').click();
    await heading(page, '제안을 적용했어요');
  }
  assert.equal(await page.getByText('닫았어요').count(), 0);
  assert.deepEqual([await goalsOf(roster), await stockOf(roster)], [[`${ARU} 먼저`], STOCK]);
  await finish(roster);
});

test('a student who is not written keeps her goal and its cost, until the review of what is left', async () => {
  const roster = await openGoals([SHIROKO, ARU]);
  const { page, button } = roster.player;
  await textField(page).waitFor();
  await review(roster.player, rollbookJson([SHIROKO, ARU].map((uid) => plain(uid, REACHED))));
  await page.getByRole('checkbox', { name: '재고에서 비용 빼기' }).check();
  await service.call(roster.key, 'PATCH', `/me/students/${ARU}`, { bond: 2 });
  await button('2명 저장').click();
  await page.getByText('이룬 목표 1개를 닫았어요.').waitFor();
  assert.deepEqual(await goalsOf(roster), [`${ARU} 먼저`]);
  assert.equal((await stockOf(roster)).credits, STOCK.credits - 1_680_445);
  await button(/^1명.*다시 확인/).click();
  await page.getByRole('region', { name: '목표 1개가 이루어져요' }).getByText('아루').waitFor();
  await button('1명 저장').click();
  await page.getByText('이룬 목표 2개를 닫았어요.').waitFor();
  await page.getByText(/재고에서 쓴 것: 크레딧 3,360,890/).waitFor();
  assert.deepEqual(await goalsOf(roster), []);
  await finish(roster);
});

test('a text that brings the stock takes nothing out of it', async () => {
  const roster = await openGoals([SHIROKO]);
  const { page, button } = roster.player;
  await textField(page).waitFor();
  const { current, ...rest } = character(SHIROKO, {});
  const student = { ...rest, current: { ...current, level: '90', ex: '2' }, target: undefined };
  const save = { exportVersion: 2, characters: [student], owned_materials: { Credit: '123' } };
  await review(roster.player, JSON.stringify(save));
  await page.getByText('함께 가져오는 재고가 이미 쓰고 남은 개수라서').waitFor();
  const spends = page.getByRole('checkbox', { name: '재고에서 비용 빼기' });
  assert.equal(await spends.count(), 0);
  await page.getByRole('checkbox', { name: /^재고 가져오기/ }).uncheck();
  await spends.waitFor();
  await page.getByRole('checkbox', { name: /^재고 가져오기/ }).check();
  await button('1명 저장').click();
  await page.getByText('이룬 목표 1개를 닫았어요.').waitFor();
  assert.deepEqual([await goalsOf(roster), (await stockOf(roster)).credits], [[], 123]);
  await finish(roster);
});
