import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { OWN_SHEETS, type OwnSheet } from '../../own-sheets.ts';
import { assertAccessible } from './assert-accessible.ts';
import { consoleUrl, openPlayer, type Player } from './player.ts';
import { openSignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';
import { heading, readCounts, textField } from './use-import.ts';

/** Spreadsheets of players, by touch on a phone. */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const [service, browser] = await useConsole({ hasAllStudents: true });

async function openImport(name: string) {
  const player = await openSignedUpPlayer(browser, service, name, PHONE);
  const { apiKey } = await player.issueKey();
  await player.page.goto(consoleUrl(service, '/import'));
  await textField(player.page).waitFor();
  const read = async (uid: string) => (await service.call(apiKey, 'GET', `/me/students/${uid}`)).body;
  return { ...player, read };
}

/** The same account on another device, which has kept nothing. */
async function openElsewhere(player: Player): Promise<Player> {
  const other = await openPlayer(browser, PHONE);
  await other.context.addCookies(await player.context.cookies());
  await other.page.goto(consoleUrl(service, '/import'));
  await textField(other.page).waitFor();
  return other;
}

const choose = (page: Page, { file, bytes }: Pick<OwnSheet, 'file' | 'bytes'>) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: file, mimeType: 'text/csv', buffer: Buffer.from(bytes) });
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

for (const part of ['in CP949', 'of a guild in English', 'Japanese sheet in UTF-16']) {
  const sheet = OWN_SHEETS.find(({ title }) => title.includes(part)) as OwnSheet;
  test(`imports ${sheet.title} without an edit, and takes it back`, async () => {
    const player = await openImport(part);
    const { page, button } = player;
    const uids = Object.keys(sheet.states);
    await choose(page, sheet);
    await page.getByText(`스프레드시트 형식, 학생 ${uids.length}명`).waitFor();
    await button('바뀔 내용 보기').tap();
    if (sheet.asks !== undefined) {
      await heading(page, '이 열은 무엇인가요?');
      assert.ok(await fits(page));
      await button('계속').tap();
    }
    await heading(page, '바뀔 내용');
    assert.ok(await fits(page));
    await button(`${uids.length}명 저장`).tap();
    await heading(page, '가져오기를 마쳤어요');
    assert.deepEqual(await readCounts(page), { 등록: uids.length });
    for (const [uid, state] of Object.entries(sheet.states))
      assert.partialDeepStrictEqual(await player.read(uid), state);
    await page.getByRole('link', { name: '되돌리기' }).tap();
    await button(/^되돌리기: /).tap();
    await page.getByRole('heading', { name: '되돌릴 내용' }).waitFor();
    player.assertNoProblems();
    await player.context.close();
  });
}

test('a column that is not understood is asked about once, on any device, until it is forgotten', async () => {
  const player = await openImport('columns');
  const { page, button } = player;
  const sheet = {
    file: '내 시트.csv',
    bytes: new TextEncoder().encode('학생,쪼렙,최애\n아루,90,O\n에이미,85,\n'),
  };
  await choose(page, sheet);
  await button('바뀔 내용 보기').tap();
  await heading(page, '이 열은 무엇인가요?');
  await page.getByText('첫 값: 90, 85').waitFor();
  await assertAccessible(player, 'columns');
  await page.setViewportSize(PHONE.viewport);
  await page.getByLabel('쪼렙').selectOption('레벨');
  assert.equal(await page.getByLabel('최애').inputValue(), 'ignored');
  await button('계속').tap();
  await heading(page, '바뀔 내용');
  await page.getByText('레벨 90').first().waitFor();

  const other = await openElsewhere(player);
  // Whoever is faster than the opening of the file waits for it.
  const { promise: isTapped, resolve } = Promise.withResolvers<void>();
  await other.page.route('**/text-worker-*', async (route) => {
    await isTapped;
    await route.continue();
  });
  await choose(other.page, sheet);
  const asked = other.page.waitForResponse(/\/catalogue\.json$/);
  await other.button('바뀔 내용 보기').tap();
  await (await asked).finished();
  resolve();
  await heading(other.page, '바뀔 내용');
  await other.page.getByText('레벨 90').first().waitFor();
  await other.button('다른 목록 고르기').tap();
  await other.page.getByText('가져오기에서 기억한 것 2개').tap();
  await other.button('‘쪼렙’ 지우기').tap();
  const memory = other.page.getByText('가져오기에서 기억한 것 1개');
  await memory.waitFor();
  await other.button('‘최애’ 지우기').and(other.page.locator(':focus')).waitFor();
  await other.button('바뀔 내용 보기').tap();
  await heading(other.page, '이 열은 무엇인가요?');
  assert.equal(await other.page.getByRole('combobox').count(), 1);
  for (const one of [player, other]) {
    one.assertNoProblems();
    await one.context.close();
  }
});

test('the columns of a sheet without headings are given meanings for that sheet alone', async () => {
  const player = await openImport('places');
  const { page, button } = player;
  await textField(page).fill('아루\t90\t5/10/10/10\n에이미\t85\t3/4/4/4\n');
  await button('바뀔 내용 보기').tap();
  await page.getByLabel('2번째 열').selectOption('레벨');
  await page.getByLabel('3번째 열').selectOption({ value: 'skills' });
  await button('계속').tap();
  await heading(page, '바뀔 내용');
  await button('2명 저장').tap();
  await heading(page, '가져오기를 마쳤어요');
  assert.partialDeepStrictEqual(await player.read('10001'), { tier: 3, level: 85, skillEx: 3, skillSub: 4 });
  player.assertNoProblems();
  await player.context.close();
});

test('unknown names are picked from similar ones or by a search, all at once, and known from then on', async () => {
  const player = await openImport('names');
  const { page, button } = player;
  const text = '아루\n호시농\n왕따봉\n아무개\n에이미\n';
  await textField(page).fill(text);
  await button('바뀔 내용 보기').tap();
  await heading(page, '바뀔 내용');
  await page.getByRole('heading', { name: '누구인지 모르는 이름 3개' }).waitFor();
  await page
    .getByRole('group', { name: '‘호시농’은 누구인가요?' })
    .getByRole('button', { name: '호시노', exact: true })
    .tap();
  const group = page.getByRole('group', { name: '‘왕따봉’은 누구인가요?' });
  await group.getByRole('button', { name: '다른 학생…' }).tap();
  await page.getByRole('searchbox', { name: '‘왕따봉’ 학생 찾기' }).fill('히나');
  await group.getByRole('button', { name: '히나', exact: true }).tap();
  await assertAccessible(player, 'names');
  await page.setViewportSize(PHONE.viewport);
  assert.ok(await fits(page));
  await button('고른 2명 넣기').tap();
  await page.getByRole('heading', { name: '누구인지 모르는 이름 1개' }).waitFor();
  await page.getByRole('group', { name: '‘아무개’는 누구인가요?' }).getByRole('button').first().tap();
  await button('고른 1명 넣기').press('Enter');
  // With the last name, the question is gone.
  await page.getByRole('heading', { level: 2, name: '바뀔 내용' }).and(page.locator(':focus')).waitFor();
  await button('5명 저장').tap();
  await heading(page, '가져오기를 마쳤어요');

  const other = await openElsewhere(player);
  await textField(other.page).fill(
    JSON.stringify({ rollbook: 1, students: [{ name: '왕따봉', tier: 4, weaponTier: 0 }] }),
  );
  await other.button('바뀔 내용 보기').tap();
  await heading(other.page, '바뀔 내용');
  await other.button('1명 저장').tap();
  await heading(other.page, '가져오기를 마쳤어요');
  assert.equal((await player.read('10004')).tier, 4);

  // With the last one, what is remembered is gone too.
  await button('다른 목록 가져오기').tap();
  await page.getByText('가져오기에서 기억한 것 3개').tap();
  for (const name of ['호시농', '왕따봉', '아무개']) {
    const chip = button(`‘${name}’ 지우기`);
    await chip.press('Enter');
    await chip.waitFor({ state: 'detached' });
  }
  await page.getByText(/^가져오기에서 기억한 것/).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
  for (const one of [player, other]) {
    one.assertNoProblems();
    await one.context.close();
  }
});
