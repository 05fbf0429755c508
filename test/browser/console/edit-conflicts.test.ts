import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './assert-accessible.ts';
import { finish } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import {
  cell,
  isMarked,
  isUnmarked,
  levelField,
  openCard,
  openTable,
  SHIROKO,
  typeInCell,
  useEdits,
} from './use-edits.ts';

/** An edit that meets the change of another tool or tab is merged, or decided by the player. */

const { service, openRoster, changeElsewhere } = await useEdits();

test('a change elsewhere of another field is merged with what was typed', async () => {
  const roster = await openRoster();
  const { page } = roster.player;
  await openTable(roster);
  await changeElsewhere(roster, { skillEx: 3 });
  await typeInCell(page, 'level', '60');
  await page.locator('[data-saving]').first().waitFor({ state: 'detached' });
  await cell(page, 'skillEx').getByText('3').waitFor();
  const { level, skillEx } = await roster.state(SHIROKO);
  assert.deepEqual([level, skillEx], [60, 3]);
  await finish(roster);
});

test('a conflict is shown at its field and at the button, and decided there, not by pressing twice', async () => {
  const roster = await openRoster();
  const { page, button } = roster.player;
  await openCard(roster);
  await levelField(roster).fill('60');
  await page.getByRole('spinbutton', { name: /^서브 스킬/ }).fill('2');
  await changeElsewhere(roster, { level: 77, skillEx: 3 });
  await levelField(roster).press('Enter');
  await page.getByText('다른 곳에서 바뀜: 35 → 77').waitFor();
  await page.getByText('다른 곳에서 바뀜: – → 3').waitFor();
  await page.getByText('다른 곳에서도 바뀐 값이 1개 있어요.').waitFor();
  const mine = button('내 값 60');
  await button('77 쓰기').and(page.locator(':focus')).waitFor();
  await assertAccessible(roster.player, 'a conflict in the panel');
  for (let presses = 0; presses < 2; presses += 1) {
    await levelField(roster).press('Enter');
    await button('저장 (2)').click();
  }
  assert.equal((await roster.state(SHIROKO)).level, 77);
  await mine.click();
  await page.getByText('다른 곳에서도 바뀐 값').waitFor({ state: 'detached' });
  await levelField(roster).press('Enter');
  await page.getByText(/^저장했어요/).waitFor();
  const { level, skillEx, skillSub } = await roster.state(SHIROKO);
  assert.deepEqual([level, skillEx, skillSub], [60, 3, 2]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.locator('[data-mark]').count(), 0);
  await finish(roster);
});

test('a conflict of an edit that waited is marked, survives a reload, and can be left to the other value', async () => {
  const roster = await openRoster();
  const { page, context, button } = roster.player;
  await openTable(roster);
  await context.setOffline(true);
  await typeInCell(page, 'level', '60');
  await isMarked(page, 'level', 'waiting');
  await changeElsewhere(roster, { level: 77 });
  await context.setOffline(false);
  await page.getByText('시로코 레벨 60: 다른 곳에서 먼저 바뀌어서 저장하지 않았어요.').first().waitFor();
  await isMarked(page, 'level', 'conflict');
  await page.reload();
  await isMarked(page, 'level', 'conflict');
  // With all students axe is slow.
  await page.getByRole('searchbox').fill('시로코');
  await page.locator('[data-uid="10000"]').waitFor({ state: 'detached' });
  await assertAccessible(roster.player, 'a table with a conflict');
  await page.getByRole('status').getByRole('button', { name: '확인' }).click();
  await page.getByText('다른 곳에서 바뀜: 35 → 77').waitFor();
  await button('77 쓰기').click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await isUnmarked(page);
  assert.equal((await roster.state(SHIROKO)).level, 77);
  await finish(roster);
});

test('a student that was removed elsewhere is registered again only if the player says so', async () => {
  const roster = await openRoster();
  const { page, button } = roster.player;
  await openCard(roster);
  await levelField(roster).fill('60');
  await service.call(roster.key, 'DELETE', `/me/students/${SHIROKO}`);
  await levelField(roster).press('Enter');
  await page.getByText('다른 곳에서 이 학생을 모집 해제했어요.').waitFor();
  await levelField(roster).press('Enter');
  assert.equal((await service.call(roster.key, 'GET', `/me/students/${SHIROKO}`)).status, 404);
  await button('다시 등록').click();
  await button('모집으로 등록').click();
  await page.getByText(/^등록했어요/).waitFor();
  const { tier, level } = await roster.state(SHIROKO);
  assert.deepEqual([tier, level], [3, 60]);
  await finish(roster);
});

test('a removal of a student that was changed elsewhere is asked about', async () => {
  const roster = await openRoster();
  const { page, button } = roster.player;
  await openCard(roster);
  await changeElsewhere(roster, { level: 77 });
  await button('모집 해제').click();
  await page.getByRole('dialog').last().getByRole('button', { name: '모집 해제' }).click();
  await page.getByText('그래도 해제할까요?').waitFor();
  assert.equal((await roster.state(SHIROKO)).level, 77);
  await button('그래도 모집 해제').click();
  await page.getByText('모집을 해제했어요.').first().waitFor();
  assert.equal((await service.call(roster.key, 'GET', `/me/students/${SHIROKO}`)).status, 404);
  await finish(roster);
});

test('two tabs with the same student: what the first saves is merged into the second’s draft', async () => {
  const roster = await openRoster();
  const second = await roster.player.context.newPage();
  await second.goto(consoleUrl(service));
  await second.getByRole('button', { name: /^시로코 성급/ }).click();
  await second.getByRole('spinbutton', { name: /^EX 스킬/ }).fill('5');
  await openCard(roster);
  await levelField(roster).fill('60');
  await levelField(roster).press('Enter');
  await roster.player.page.getByText(/^저장했어요/).waitFor();
  await second.getByText('다른 곳에서 바뀜: 35 → 60').waitFor();
  await second.keyboard.press('Enter');
  await second.getByText(/^저장했어요/).waitFor();
  const { level, skillEx } = await roster.state(SHIROKO);
  assert.deepEqual([level, skillEx], [60, 5]);
  await finish(roster);
});
