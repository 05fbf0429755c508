import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleUrl } from './player.ts';
import { rollbookJson, STATED, TEXTS } from './roster-texts.ts';
import {
  CONSOLE_API,
  heading,
  plain,
  readCounts,
  review,
  STUDENTS_PATH,
  textField,
  useImport,
} from './use-import.ts';

/** What was chosen is written, beside other tools and within limits; what is recorded is exported. */

const { service, uids, openImport, loss, readRow, readStudent } = await useImport();

test('the roster does not take an own import for the changes of another tool', async () => {
  const [changed = '', added = '', other = ''] = uids;
  const player = await openImport('own-changes', [plain(changed), plain(other)]);
  const { page, button } = player;
  await page.getByRole('link', { name: '학생', exact: true }).click();
  await page.getByText(`${service.students.length}명 중 2명 모집`).waitFor();
  await page.getByRole('link', { name: '가져오기·내보내기', exact: true }).click();
  await review(player, rollbookJson([plain(changed, { level: 50 }), plain(added)]));
  await button('2명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  await service.call(player.key, 'PATCH', `/me/students/${other}`, { level: 60 });
  await page.getByRole('link', { name: '학생 목록 보기' }).click();
  await page.getByText(`${service.students.length}명 중 3명 모집`).waitFor();
  await page.getByText('다른 곳에서 바뀐 학생 1명을 반영했어요.').first().waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('students of an import stand in a list that was filtered before, whichever page has read them first', async () => {
  const [recruited = '', ...added] = uids.slice(0, 4);
  const player = await openImport('filtered', [plain(recruited)]);
  const { page, button } = player;
  const lists = (count: number) =>
    page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${count}명( |$)`) })
      .waitFor({ state: 'attached' });
  await page.goto(consoleUrl(service, '?recruited=yes'));
  await lists(1);
  await page.getByRole('link', { name: '가져오기·내보내기', exact: true }).click();
  await review(player, rollbookJson(added.map((uid) => plain(uid))));
  await button('3명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  // The links to other sites are made of the roster.
  const read = page.waitForResponse(/\/console\/api\/roster$/);
  await button('다른 목록 가져오기').click();
  await (await read).finished();
  await page.getByRole('link', { name: '학생', exact: true }).click();
  await lists(4);
  player.assertNoProblems();
  await player.context.close();
});

test('leaves alone what another tool changed after the review, and shows it again', async () => {
  const [conflicting = '', other = '', added = ''] = uids;
  const player = await openImport('conflict', [
    plain(conflicting, { level: 10 }),
    plain(other, { level: 10 }),
  ]);
  const { page, button } = player;
  const states = [conflicting, other, added].map((uid) => plain(uid, { level: 50 }));
  await review(player, rollbookJson(states));
  await service.call(player.key, 'PATCH', `/me/students/${conflicting}`, { level: 60, bond: 7 });
  await service.call(player.key, 'POST', '/me/students', plain(added, { level: 70 }));
  await button('3명 저장').click();
  await heading(page, '일부만 저장했어요');
  assert.deepEqual(await readCounts(page), { 변경: 1, 실패: 2 });
  await page.getByText('확인하는 사이에 다른 곳에서 바뀌어서').waitFor();
  assert.equal((await readStudent(player, conflicting)).level, 60);
  await button('2명 다시 확인').click();
  await heading(page, '다시 확인할 학생');
  assert.match(await readRow(page, conflicting), /레벨 60 → 50 낮아짐/);
  await loss(page, added, '레벨 70 → 50 낮아짐').check();
  await button('1명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.deepEqual(await readCounts(page), { 변경: 2 });
  assert.partialDeepStrictEqual(await readStudent(player, conflicting), { level: 60, bond: 7 });
  assert.equal((await readStudent(player, added)).level, 50);
  player.assertNoProblems();
  await player.context.close();
});

test('a change between the list and the write of an import is refused by its precondition', async () => {
  const [uid = ''] = uids;
  const player = await openImport('precondition', [plain(uid, { level: 10 })]);
  const { page, button } = player;
  await review(player, rollbookJson([plain(uid, { level: 50 })]));
  await page.route(CONSOLE_API, async (route) => {
    if (route.request().method() === 'PATCH')
      await service.call(player.key, 'PATCH', `/me/students/${uid}`, { level: 60 });
    await route.continue();
  });
  await button('1명 저장').click();
  await heading(page, '일부만 저장했어요');
  await page.getByText('확인하는 사이에 다른 곳에서 바뀌어서').waitFor();
  assert.equal((await readStudent(player, uid)).level, 60);
  await player.context.close();
});

test('an import writes nothing into another account that has signed in meanwhile', async () => {
  const [uid = ''] = uids;
  const player = await openImport('import-owner');
  const other = await openImport('import-other');
  await review(player, rollbookJson([plain(uid)]));
  // As after a sign-in in another tab.
  await player.context.clearCookies();
  await player.context.addCookies(await other.context.cookies());
  const answer = player.page.waitForResponse(/\/console\/api\/me\/students/);
  await player.button('1명 저장').click();
  assert.equal((await answer).status(), 401);
  for (const { key } of [player, other])
    assert.deepEqual((await service.call(key, 'GET', '/me/students')).body.students, []);
  await other.context.close();
  await player.context.close();
});

test('an import of many students counts as one write', async () => {
  const player = await openImport('many');
  const { page, button } = player;
  const remainingWrites = () =>
    page.evaluate(async () => {
      const request = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{}' };
      const { headers } = await fetch('/console/api/me/students/nobody', request);
      return Number(headers.get('ratelimit')?.match(/r=(\d+)/)?.[1]);
    });
  const before = await remainingWrites();
  await review(player, rollbookJson(uids.slice(0, 40).map((uid) => plain(uid))));
  await button('40명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  // The import, the request that asks and, perhaps already, the entry in the recent activity.
  const counted = before - (await remainingWrites());
  assert.ok(counted <= 3, `${counted} writes`);
  await player.context.close();
});

test('an import that meets the rate limit says when it goes on, and waits', async () => {
  const player = await openImport('limit');
  const { page, button } = player;
  await review(player, rollbookJson(uids.slice(0, 3).map((uid) => plain(uid))));
  let isLimited = true;
  await page.route(STUDENTS_PATH, async (route) => {
    if (route.request().method() !== 'POST' || !isLimited) return route.continue();
    isLimited = false;
    const error = { code: 'rate_limited', message: '요청이 너무 많습니다.', docs: 'http://localhost/' };
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error } });
  });
  await button('3명 저장').click();
  await page.getByText(/요청 한도를 다 썼어요\. .*에 이어서 저장해요/).waitFor();
  await heading(page, '가져오기를 마쳤어요');
  assert.equal((await readCounts(page)).등록, 3);
  await player.context.close();
});

test('an import ends with the session, and its report is there after the next sign-in', async () => {
  const player = await openImport('session');
  const { page, button } = player;
  await review(player, rollbookJson(uids.slice(0, 3).map((uid) => plain(uid))));
  await player.context.clearCookies();
  await button('3명 저장').click();
  await player.heading('로그인');
  await page.getByText('로그인이 끝났어요. 다시 로그인하세요.').waitFor();
  await button('패스키로 로그인').click();
  await heading(page, '바뀔 내용');
  await button('3명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  await player.context.close();
});

test('removes students that the text lacks only when chosen and confirmed', async () => {
  const [kept = '', lacking = ''] = uids;
  const player = await openImport('prune', [plain(kept), plain(lacking, { bond: 20 })]);
  const { page, button } = player;
  const text = rollbookJson([plain(kept, { level: 5 })]);
  await review(player, text);
  assert.equal(await page.locator('[data-student]').count(), 1);
  await page.getByLabel('가져온 목록에 없는 학생도 삭제').click();
  assert.match(await readRow(page, lacking), /삭제/);
  await button('2명 저장').click();
  const dialog = page.getByRole('dialog');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '지금 목록을 파일로 저장' }).click();
  assert.match((await download).suggestedFilename(), /^rollbook-\d{4}-\d\d-\d\d\.json$/);
  await dialog.getByRole('button', { name: '취소' }).click();
  assert.equal((await readStudent(player, lacking)).bond, 20);
  await button('2명 저장').click();
  await dialog.getByRole('button', { name: '삭제하고 저장' }).click();
  await heading(page, '가져오기를 마쳤어요');
  assert.deepEqual(await readCounts(page), { 변경: 1, 삭제: 1 });
  assert.equal((await service.call(player.key, 'GET', `/me/students/${lacking}`)).status, 404);

  await button('다른 목록 가져오기').click();
  await review(player, rollbookJson([plain(kept), { studentUid: lacking, tier: 9, weaponTier: 0 }]));
  assert.ok(await page.getByLabel('가져온 목록에 없는 학생도 삭제').isDisabled());
  player.assertNoProblems();
  await player.context.close();
});

async function exportText(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '파일로 저장' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test('exports each format as a file that can be imported again, also merged and copied', async () => {
  const [uid = '', other = ''] = uids;
  const player = await openImport('export', [{ studentUid: uid, ...STATED }]);
  const { page, button } = player;
  for (const title of ['SchaleDB', 'BA-Resource-Planner', 'Rollbook JSON', 'Rollbook CSV']) {
    await page.getByRole('radio', { name: title }).check();
    const text = await exportText(page);
    await textField(page).fill(text);
    await page.getByText(`${title} 형식, 학생 1명`).waitFor();
  }
  await page.getByRole('radio', { name: 'BA-Resource-Planner' }).check();
  const merge = page.getByLabel('BA-Resource-Planner에서 내보낸 내용과 합치기');
  await merge.fill('hello');
  await button('파일로 저장').click();
  await page.getByText('BA-Resource-Planner 형식이 아니에요.').waitFor();
  await merge.fill(TEXTS.planner([other]));
  const merged = JSON.parse(await exportText(page));
  assert.deepEqual(
    merged.characters.map(({ id }: { id: string }) => id),
    [other, uid],
  );
  assert.deepEqual([merged.owned_materials, merged.characters[0].target.bond], [{ 100: '12' }, '100']);

  await player.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await merge.fill('');
  await button('복사').click();
  await page.getByText('학생 1명을 복사했어요.').first().waitFor();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(copied.characters.length, 1);

  const download = page.waitForEvent('download');
  await button('계정 데이터 저장(JSON)').click();
  assert.match((await download).suggestedFilename(), /^rollbook-account-\d{4}-\d\d-\d\d\.json$/);
  await page.locator('input[type=file]').setInputFiles(await (await download).path());
  await page.getByText('Rollbook account 형식, 학생 1명').waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('an empty roster is not exported, because the other tool would be emptied', async () => {
  const player = await openImport('empty-export');
  await player.button('파일로 저장').click();
  await player.page.getByText('내보낼 학생이 아직 없어요.').waitFor();
  player.assertNoProblems();
  await player.context.close();
});
