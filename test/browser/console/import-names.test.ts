import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from './assert-accessible.ts';
import { useConsole } from './use-console.ts';
import { heading, review, textField, useImport } from './use-import.ts';

const { openImport, openImportPage, readStudent, row, nameOf } = await useImport(
  useConsole({ hasAllStudents: true }),
);

const PHONE = { width: 360, height: 800 };
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test('what a row loses stands in that row, and a new student whose stars cannot be read waits for them', async () => {
  const player = await openImport('lost values', [
    { studentUid: '10004', tier: 5, weaponTier: 2, level: 10 },
  ]);
  const { page, button } = player;
  await review(player, '이름,성급,레벨,인연\n아루,육성,만렙,20\n히나,모름성,80,999\n에이미,5,높음,10\n');
  const lost = '가져오지 않는 값: 인연 랭크 999';
  assert.match((await row(page, '10004').textContent()) ?? '', new RegExp(lost));
  assert.match((await row(page, '10001').textContent()) ?? '', /가져오지 않는 값: 레벨 "높음"/);
  await page.getByRole('heading', { name: '성급을 읽지 못한 새 학생 1명' }).waitFor();
  assert.equal(await page.locator('[data-student="10000"]').count(), 0);
  await button('2명 저장').waitFor();
  await page.setViewportSize(PHONE);
  assert.ok(await fits(page));
  await assertAccessible(player, 'stars that cannot be read');
  await page.getByLabel('아루 성급').selectOption({ label: '고유 ★1' });
  await button('3명 저장').waitFor();
  await page.getByLabel('아루 성급').selectOption({ label: '저장하지 않음' });
  await button('2명 저장').waitFor();
  await page.getByLabel('아루 성급').selectOption({ label: '★4' });
  await button('3명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.partialDeepStrictEqual(await readStudent(player, '10000'), {
    tier: 4,
    weaponTier: 0,
    level: 90,
    bond: 20,
  });
  assert.partialDeepStrictEqual(await readStudent(player, '10004'), { tier: 5, weaponTier: 2, level: 80 });
  player.assertNoProblems();
  await player.context.close();
});

test('a table of names that is entered before the catalogue has come is read with it, and can be reviewed meanwhile', async () => {
  const player = await openImport('early text');
  const { page, button } = player;
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let requests = 0;
  await page.route('**/catalogue.json', async (route) => {
    requests += 1;
    await promise;
    await route.continue();
  });
  await openImportPage(page);
  await textField(page).fill('이름,성급,레벨\n에이미,5,80\n');
  // Longer than typing pauses until it is read.
  await page.waitForTimeout(1_000);
  await button('바뀔 내용 보기').click();
  assert.equal(requests, 1, 'the catalogue was requested again while it was on its way');
  release();
  await heading(page, '바뀔 내용');
  await button('1명 저장').waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('a table of names says that the catalogue did not load, and is read once the connection is back', async () => {
  const player = await openImport('no catalogue');
  const { page, button } = player;
  let isReachable = false;
  await page.route('**/catalogue.json', (route) => (isReachable ? route.continue() : route.abort()));
  await openImportPage(page);
  await textField(page).fill('이름,성급,레벨\n에이미,5,80\n');
  await page.getByText('학생 목록을 받지 못해 내용을 읽을 수 없어요. 연결되면 다시 읽어요.').waitFor();
  isReachable = true;
  await page.getByText('스프레드시트 형식, 학생 1명').waitFor();
  await button('바뀔 내용 보기').click();
  await button('1명 저장').waitFor();
  await player.context.close();
});

test('a student without stars is not saved, and the report says why', async () => {
  const player = await openImport('no stars');
  const { page, button } = player;
  await review(player, '이름,성급,레벨\n아루,육성,90\n에이미,5,80\n');
  await button('1명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  await page.getByText('성급을 읽지 못했어요.').waitFor({ state: 'attached' });
  assert.equal((await readStudent(player, '10000')).error.code, 'student_not_recruited');
  player.assertNoProblems();
  await player.context.close();
});

test('names in a costume are known, others suggest nobody in another costume, and picked ones are put in before saving', async () => {
  const player = await openImport('costumes');
  const { page, button } = player;
  await review(player, '이름,레벨\nNY Haruna,90\nD. Hina,80\nSki Haruna,70\n');
  assert.match((await row(page, '10057').textContent()) ?? '', /90/);
  const choicesOf = (name: string) =>
    page
      .getByRole('group', { name: `‘${name}’` })
      .getByRole('button')
      .allTextContents();
  assert.deepEqual(await choicesOf('D. Hina'), [nameOf('10086'), '다른 학생…']);
  assert.deepEqual(await choicesOf('Ski Haruna'), ['다른 학생…']);
  await button('1명 저장').waitFor();
  await page
    .getByRole('group', { name: '‘D. Hina’' })
    .getByRole('button', { name: nameOf('10086') })
    .click();
  await button('고른 이름 1개 먼저 넣기').click();
  await button('2명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.equal((await readStudent(player, '10086')).level, 80);
  player.assertNoProblems();
  await player.context.close();
});

test('a kept name is given its student where it is shown, and is kept no more once that is saved', async () => {
  const player = await openImport('kept name');
  const { page, button } = player;
  await review(player, '이름,레벨\n아루,90\n우리두목,80\n없는애,70\n');
  await button('1명 저장').click();
  await page.getByText('아직 없는 학생 2명을 기억했어요.').waitFor();
  await openImportPage(page);
  await page.getByText('기억해 둔 학생 중 누구인지 모르는 이름 2개').click();
  const group = page.getByRole('group', { name: '‘우리두목’' });
  await group.getByRole('button', { name: '다른 학생…' }).click();
  await page.getByRole('searchbox', { name: '‘우리두목’ 학생 찾기' }).fill('히나');
  await group.getByRole('button', { name: '히나', exact: true }).click();
  await page.setViewportSize(PHONE);
  assert.ok(await fits(page));
  await assertAccessible(player, 'kept names');
  await button('바뀔 내용 보기 (1명)').click();
  await heading(page, '바뀔 내용');
  await button('1명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.equal((await readStudent(player, '10004')).level, 80);
  await openImportPage(page);
  await page.getByText('기억해 둔 학생 중 누구인지 모르는 이름 1개').waitFor();
  await textField(page).waitFor();
  player.assertNoProblems();
  await player.context.close();
});
