import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../until.ts';
import { rollbookJson } from './roster-texts.ts';
import {
  CONSOLE_API,
  heading,
  holdAfter,
  plain,
  readCounts,
  review,
  STUDENTS_PATH,
  textField,
  useImport,
} from './use-import.ts';

/** An import that is cut off goes on where it stopped. */

const { uids, openImport, openImportPage } = await useImport();

/** Lets so many registrations through, then refuses all requests until it is called. Returns the UIDs sent. */
async function goOffline(page: Page, after: number): Promise<{ sent: string[]; goOnline: () => void }> {
  const sent: string[] = [];
  let isOffline = false;
  await page.route(CONSOLE_API, async (route) => {
    const request = route.request();
    const isRegistration = request.method() === 'POST' && STUDENTS_PATH.test(request.url());
    if (isRegistration && sent.length === after) isOffline = true;
    if (isOffline) return route.abort('internetdisconnected');
    if (isRegistration) sent.push(request.postDataJSON().studentUid);
    return route.continue();
  });
  return {
    sent,
    goOnline() {
      isOffline = false;
      after = Number.POSITIVE_INFINITY;
    },
  };
}

test('an import that loses the connection says what was done, and saves only the rest after it', async () => {
  const player = await openImport('offline');
  const { page, button } = player;
  const wanted = uids.slice(0, 12);
  await review(player, rollbookJson(wanted.map((uid) => plain(uid))));
  const { sent, goOnline } = await goOffline(page, 3);
  await button('12명 저장').click();
  await page.getByText('서버가 응답하지 않아 다시 시도하는 중이에요.').waitFor();
  await heading(page, '일부만 저장했어요');
  assert.deepEqual(await readCounts(page), { 등록: 3, 실패: 9 });
  await page.getByText('서버에 연결할 수 없어요.').first().waitFor();
  let noted = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/activity/import')) noted += 1;
  });
  goOnline();
  await button('실패한 9명 다시 시도').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.deepEqual(await readCounts(page), { 등록: 12 });
  assert.deepEqual(sent.toSorted(), wanted.toSorted());
  await until('both parts are noted', () => noted === 2);
  await page.getByRole('link', { name: '계정', exact: true }).click();
  await page.getByText('Rollbook JSON에서 가져왔어요: 새 학생 9명.').waitFor();
  await page.getByText('Rollbook JSON에서 가져왔어요: 새 학생 3명.').waitFor();
  await player.context.close();
});

test('an import whose answers are lost finds its own writes when it goes on', async () => {
  const player = await openImport('lost-answers');
  const { page, button } = player;
  const wanted = uids.slice(0, 4);
  await review(player, rollbookJson(wanted.map((uid) => plain(uid))));
  let isOffline = false;
  await page.route(CONSOLE_API, async (route) => {
    if (route.request().method() === 'POST' && STUDENTS_PATH.test(route.request().url())) {
      isOffline = true;
      // Reaches the service, and its answer does not come back.
      await route.fetch();
    }
    return isOffline ? route.abort('connectionreset') : route.continue();
  });
  await button('4명 저장').click();
  await heading(page, '일부만 저장했어요');
  assert.equal((await readCounts(page)).실패, 4);
  await page.unroute(CONSOLE_API);
  await button('실패한 4명 다시 시도').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.deepEqual(await readCounts(page), { 등록: 4 });
  await player.context.close();
});

test('a cancelled import says how much is saved, and goes on with the rest', async () => {
  const player = await openImport('cancel');
  const { page, button } = player;
  await review(player, rollbookJson(uids.slice(0, 20).map((uid) => plain(uid))));
  const release = await holdAfter(page, 2);
  await button('20명 저장').click();
  await page.getByText('20명 가운데 2명').waitFor();
  await button('취소').click();
  release();
  await heading(page, '멈췄어요');
  const { 등록: done = 0, 남음: left = 0 } = await readCounts(page);
  assert.ok(done >= 2 && done <= 10, `${done} done`);
  assert.equal(done + left, 20);
  await button(`나머지 ${left}명 저장`).click();
  await heading(page, '가져오기를 마쳤어요');
  assert.equal((await readCounts(page)).등록, 20);
  player.assertNoProblems();
  await player.context.close();
});

test('an import whose tab was closed is noted, and the same text saves only the rest', async () => {
  const player = await openImport('closed');
  const text = rollbookJson(uids.slice(0, 20).map((uid) => plain(uid)));
  await review(player, text);
  const release = await holdAfter(player.page, 2);
  await player.button('20명 저장').click();
  await player.page.getByText('20명 가운데 2명').waitFor();
  await player.page.close();
  release();
  const page = await player.context.newPage();
  await openImportPage(page);
  await page.getByText('20명 가운데 2명까지 저장하고 멈췄어요.').waitFor();
  await textField(page).fill(text);
  await page.getByRole('button', { name: '바뀔 내용 보기' }).click();
  await heading(page, '바뀔 내용');
  const rest = await page.locator('[data-student]').count();
  assert.ok(rest > 0 && rest <= 18, `${rest} left`);
  await page.getByRole('button', { name: `${rest}명 저장` }).click();
  await heading(page, '가져오기를 마쳤어요');
  await openImportPage(page);
  assert.equal(await page.getByText('저장하고 멈췄어요').count(), 0);
  await player.context.close();
});
