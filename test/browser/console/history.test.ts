import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { CatalogueStudent } from '../../../client/index.ts';
import { startService } from '../../service.ts';
import { assertAccessible } from './assert-accessible.ts';
import { consoleUrl, type Player, tabTo } from './player.ts';
import { openSignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();
let students: CatalogueStudent[];
before(async () => {
  ({ students } = await (await fetch(`${service.url}/catalogue.json`)).json());
});

const uidOf = (place: number): string => students[place]?.studentUid ?? '';
const nameOf = (place: number): string => students[place]?.names.ko ?? '';
const GROWN = { tier: 5, weaponTier: 0, level: 90, skillEx: 5, bond: 20 };

interface Historian extends Player {
  /** Writes with a key of this name, which is issued when it is first used. */
  write: (key: string, method: string, place: number, body?: object, operation?: string) => Promise<void>;
  keyId: (key: string) => string;
  state: (place: number) => Promise<Record<string, number | null>>;
}

/** A player whose first students were registered by a key that is called Planner. */
async function openHistorian(recruited: number, options: BrowserContextOptions = {}): Promise<Historian> {
  const player = await openSignedUpPlayer(browser, service, 'historian', options);
  const keys = new Map<string, { apiKey: string; keyId: string }>();
  const historian: Historian = {
    ...player,
    async write(key, method, place, body, operation) {
      if (!keys.has(key)) keys.set(key, await player.issueKey(key));
      const path = method === 'POST' ? '/me/students' : `/me/students/${uidOf(place)}`;
      const { status, text } = await service.call(keys.get(key)?.apiKey, method, path, body, {
        ...(operation !== undefined && { 'bulk-operation': operation }),
      });
      assert.ok(status < 300, text);
    },
    keyId: (key) => keys.get(key)?.keyId ?? '',
    state: async (place) =>
      (await service.call(keys.get('Planner')?.apiKey, 'GET', `/me/students/${uidOf(place)}`)).body,
  };
  for (let place = 0; place < recruited; place += 1)
    await historian.write(
      'Planner',
      'POST',
      place,
      { studentUid: uidOf(place), ...GROWN },
      'bulk-registered',
    );
  return historian;
}

async function openHistory({ page }: Player, query = ''): Promise<void> {
  await page.goto(consoleUrl(service, `/history${query}`));
  await groups(page).or(page.locator('.empty-state_empty')).first().waitFor();
}

const groups = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^되돌리기:/ }) });
const group = (page: Page, text: string | RegExp) => groups(page).filter({ hasText: text });
const row = (page: Page, place: number) => page.locator('[data-student]').filter({ hasText: nameOf(place) });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor();

/** Waits until it has. */
const hasFocus = (one: Locator) => one.and(one.page().locator(':focus')).waitFor();

async function takeBack(page: Page, sentence: RegExp): Promise<void> {
  await group(page, sentence)
    .getByRole('button', { name: /^되돌리기:/ })
    .click();
  await heading(page, '되돌릴 내용');
}

async function finish(player: Player): Promise<void> {
  player.assertNoProblems();
  await player.context.close();
}

test('takes back what a scanner lowered but not what was changed since, and takes that back again', async () => {
  const player = await openHistorian(12);
  const { page, button, write, state } = player;
  for (let place = 0; place < 12; place += 1)
    await write('YuzuTrends', 'PATCH', place, { level: 1, skillEx: 1, bond: place === 0 ? null : 3 });
  await write('Planner', 'PATCH', 1, { level: 80 });
  await write('Planner', 'PATCH', 2, { skillEx: 2 });
  await openHistory(player);
  const lowered = group(page, 'YuzuTrends가 12명의 값 36개를 낮추거나 지웠어요');
  assert.match((await lowered.textContent()) ?? '', /낮아짐 35[\s\S]*지워짐 1/);
  await lowered.getByRole('button', { name: /YuzuTrends가/, expanded: false }).click();
  assert.match((await lowered.getByRole('listitem').first().textContent()) ?? '', /레벨 90 → 1/);
  await assertAccessible(player, 'the changes of a group');

  await takeBack(page, /YuzuTrends가/);
  await page.getByText('학생 2명의 값 2개는 그 뒤에 다시 바뀌었어요.').waitFor();
  assert.match((await row(page, 1).textContent()) ?? '', /레벨 80 → 90 그 뒤에 바뀜/);
  await assertAccessible(player, 'the review of what is taken back');
  await row(page, 2)
    .getByRole('checkbox', { name: /그 뒤에 바뀜/ })
    .check();
  await button('12명 되돌리기').click();
  await heading(page, '되돌렸어요');
  await assertAccessible(player, 'the report');
  for (let place = 0; place < 12; place += 1)
    assert.partialDeepStrictEqual(await state(place), { ...GROWN, level: place === 1 ? 80 : 90 });

  await page.getByRole('link', { name: '방금 한 변경 보기' }).click();
  await takeBack(page, /이 브라우저에서 되돌리기로 12명의 값 35개를/);
  await button('12명 되돌리기').click();
  await heading(page, '되돌렸어요');
  assert.partialDeepStrictEqual(await state(0), { level: 1, skillEx: 1, bond: null });
  assert.partialDeepStrictEqual(await state(2), { level: 1, skillEx: 2, bond: 3 });
  await page.getByRole('link', { name: '방금 한 변경 보기' }).click();
  await group(page, '이 브라우저에서 다시 실행으로').waitFor();
  await button('모든 변경 보기').click();
  await hasFocus(page.getByRole('heading', { name: '변경', exact: true }));
  await finish(player);
});

test('restores the roster as it was before a change, with students who were removed and without new ones', async () => {
  const player = await openHistorian(3);
  const { page, button, write, state } = player;
  await write('Bot', 'DELETE', 0);
  await write('Planner', 'PATCH', 1, { level: 2 });
  await write('Planner', 'POST', 3, { studentUid: uidOf(3), ...GROWN });
  await openHistory(player);
  await group(page, /^.*Bot이/)
    .getByRole('button', { expanded: false })
    .click();
  await button('이 변경 전의 목록으로 복원').click();
  await heading(page, '복원할 내용');
  assert.match((await row(page, 3).textContent()) ?? '', /삭제[\s\S]*모든 값이 삭제돼요/);
  await button('3명 복원').click();
  await page.getByRole('dialog').getByText('학생 1명을 삭제할까요?').waitFor();
  await assertAccessible(player, 'the question before a removal');
  await button('삭제하고 되돌리기').click();
  await heading(page, '복원했어요');
  assert.partialDeepStrictEqual(await state(0), GROWN);
  assert.equal((await state(1)).level, 90);
  assert.equal((await state(3)).tier, undefined);
  await page.goBack();
  await page.getByText('이 브라우저에서 복원으로').waitFor();
  await finish(player);
});

test('restores the roster of a time, and says which times are not kept', async () => {
  const player = await openHistorian(2);
  const { page, button, state } = player;
  await openHistory(player);
  await button('예전 목록 복원').click();
  await page.getByLabel('시각').fill('2001-01-01T00:00');
  await button('바뀔 내용 보기').click();
  await page.getByText('그때의 목록은 남아 있지 않아요.').waitFor();
  await assertAccessible(player, 'the choice of a time');
  await page.getByLabel('시각').fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 16));
  await button('바뀔 내용 보기').click();
  await page.getByText('지난 시각을 고르세요.').waitFor();
  await page.keyboard.press('Escape');
  assert.equal((await state(0)).level, 90);
  await finish(player);
});

test('takes back everything of a revoked key since a day, and keeps what the player wrote in between', async () => {
  const player = await openHistorian(3);
  const { page, button, write, keyId, state } = player;
  for (const place of [0, 1]) await write('Thief', 'PATCH', place, { level: 5 }, 'bulk-first');
  await write('Planner', 'PATCH', 1, { level: 70, bond: 21 });
  await write('Thief', 'PATCH', 1, { level: 6 }, 'bulk-second');
  await service.command('key', 'revoke', keyId('Thief'));
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  await openHistory(player, `?author=key:${keyId('Thief')}&since=${today}`);
  await page.getByText('Thief의 변경만 보고 있어요').waitFor();
  assert.equal(await groups(page).count(), 2);
  assert.match((await group(page, nameOf(0)).textContent()) ?? '', /Thief가[\s\S]*폐기된 키/);
  await button('이 키의 변경 모두 되돌리기').click();
  await page.getByText(/^Thief의 변경 모두 \(.+부터\)$/).waitFor();
  await button('2명 되돌리기').click();
  await heading(page, '되돌렸어요');
  assert.equal((await state(0)).level, 90);
  assert.partialDeepStrictEqual(await state(1), { level: 70, bond: 21 });
  await finish(player);
});

test('finds a student by the start of the name, and takes back that one only', async () => {
  const player = await openHistorian(3);
  const { page, button, write, state } = player;
  await write('Bot', 'PATCH', 0, { level: 10 });
  await write('Bot', 'PATCH', 1, { level: 11 });
  await openHistory(player);
  await page.getByRole('combobox', { name: '학생 이름 검색' }).fill(nameOf(1));
  await page.getByRole('option', { name: nameOf(1), exact: true }).waitFor();
  await assertAccessible(player, 'the students found');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('student') === uidOf(1));
  const chosen = button(`${nameOf(1)}만 보는 중, 해제`);
  await hasFocus(chosen);
  await group(page, /Bot이[\s\S]*레벨 90 → 11/)
    .getByRole('button', { expanded: false })
    .click();
  await button(`이 학생만 되돌리기: ${nameOf(1)}`).click();
  await heading(page, '되돌릴 내용');
  await button('1명 되돌리기').click();
  await heading(page, '되돌렸어요');
  assert.equal((await state(0)).level, 10);
  assert.equal((await state(1)).level, 90);
  await button('기록으로 돌아가기').click();
  await chosen.press('Enter');
  await hasFocus(page.getByRole('combobox', { name: '학생 이름 검색' }));
  await page.getByLabel('변경의 종류').selectOption('removed');
  await page.getByRole('heading', { name: '조건에 맞는 변경이 없어요' }).waitFor();
  await button('조건 지우기').click();
  await hasFocus(page.getByRole('heading', { name: '변경', exact: true }));
  await group(page, 'Bot이 2명의 값 2개를 낮췄어요').waitFor();
  await finish(player);
});

test('is looked at again where a student changes during the review', async () => {
  const player = await openHistorian(2);
  const { page, button, write, state } = player;
  await write('Bot', 'PATCH', 0, { level: 10 });
  await write('Bot', 'PATCH', 1, { level: 10 });
  await openHistory(player);
  await takeBack(page, /Bot이/);
  await write('Planner', 'PATCH', 0, { level: 30 });
  await button('2명 되돌리기').click();
  await heading(page, '일부만 저장했어요');
  await button('1명 다시 확인').click();
  await heading(page, '되돌릴 내용');
  await row(page, 0)
    .getByRole('checkbox', { name: /레벨 30 → 90 그 뒤에 바뀜/ })
    .check();
  await button('1명 되돌리기').click();
  await heading(page, '되돌렸어요');
  assert.equal((await state(0)).level, 90);
  await finish(player);
});

test('shows more groups on request, and says that loading failed', async () => {
  const player = await openHistorian(1);
  const { page, button, write } = player;
  for (let level = 1; level <= 22; level += 1) await write('Bot', 'PATCH', 0, { level }, `bulk-${level}`);
  await openHistory(player);
  assert.equal(await groups(page).count(), 20);
  await button('더 보기').click();
  await group(page, 'Planner').waitFor();
  assert.equal(await groups(page).count(), 23);
  const failure = { error: { code: 'unavailable', message: '' } };
  await page.route(/\/history\/groups/, (route) => route.fulfill({ status: 503, json: failure }));
  await page.goto(consoleUrl(service, '/history'));
  await page.getByText('불러오지 못했어요').waitFor();
  await page.unroute(/\/history\/groups/);
  await button('다시 시도').click();
  await group(page, 'Bot').first().waitFor();
  await finish(player);
});

test('warns where the first changes of a group are no longer kept, and leads to an earlier roster', async () => {
  const player = await openHistorian(1);
  const { page, button, write, keyId } = player;
  for (const level of [80, 70]) await write('Bot', 'PATCH', 0, { level }, 'bulk-trimmed');
  await page.route(/\/history\/groups/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const { changes } of json.groups) if (changes.length > 1) changes.shift();
    await route.fulfill({ response, json });
  });
  await openHistory(player, `?author=key:${keyId('Bot')}`);
  await group(page, '이 묶음의 앞부분은 더 이상 남아 있지 않아요').waitFor();
  await assertAccessible(player, 'a group without its first changes');
  const warning = page.getByText(/되돌린 값이 바뀌기 전의 값이 아닐 수 있어요/);
  await button('이 키의 변경 모두 되돌리기').click();
  await warning.waitFor();
  await button('기록으로 돌아가기').click();
  await takeBack(page, /Bot이/);
  await warning.waitFor();
  await assertAccessible(player, 'the warning of a review');
  await button('예전 목록 복원').click();
  await page.getByLabel('시각').fill('2001-01-01T00:00');
  await page.route(/\/history\/roster/, (route) =>
    route.fulfill({ json: { asOf: '2026-01-01T00:00:00.000Z', students: [] } }),
  );
  await button('바뀔 내용 보기').click();
  await heading(page, '복원할 내용');
  await hasFocus(page.getByRole('heading', { name: '복원할 내용' }));
  assert.equal(await warning.count(), 0);
  assert.equal(await page.getByRole('dialog').count(), 0);
  await finish(player);
});

test('does not show a review that was given up while it was read', async () => {
  const player = await openHistorian(1);
  const { page, button } = player;
  await openHistory(player);
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(/\/history\/roster/, async (route) => {
    asked.resolve();
    await released.promise;
    await route.fulfill({ json: { asOf: '2026-01-01T00:00:00.000Z', students: [] } });
  });
  await button('예전 목록 복원').click();
  await button('바뀔 내용 보기').click();
  await asked.promise;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const answer = page.waitForResponse(/\/history\/roster/);
  released.resolve();
  await (await answer).finished();
  // What would show the review has had its turn.
  await takeBack(page, /Planner가/);
  await finish(player);
});

test('says of a student who has left the catalogue that nothing can be taken back', async () => {
  const player = await openHistorian(1);
  const { page, button, write } = player;
  await write('Bot', 'DELETE', 0);
  const catalogue = await (await fetch(`${service.url}/catalogue.json`)).json();
  await page.route(/\/catalogue\.json/, (route) =>
    route.fulfill({ json: { ...catalogue, students: catalogue.students.slice(1) } }),
  );
  await openHistory(player);
  await takeBack(page, /Bot이/);
  await page.getByText('학생 정보에서 빠진 학생이라 되돌릴 수 없어요').waitFor();
  assert.equal(await page.getByText('이대로는 값이 서로 맞지 않아요').count(), 0);
  assert.equal(await page.getByText('학생 목록이 이미 그때와 같아요').count(), 0);
  await button('기록으로 돌아가기').click();
  await group(page, 'Bot이').waitFor();
  await finish(player);
});

test('ignores what an address cannot ask for, and names an author who is not known', async () => {
  const player = await openHistorian(1);
  const { page } = player;
  await openHistory(player, '?since=1969-12-30&group=2147483648');
  await group(page, 'Planner').waitFor();
  await openHistory(player, '?author=key:none&since=0001-01-01&group=0');
  await page.getByRole('heading', { name: '조건에 맞는 변경이 없어요' }).waitFor();
  assert.equal(await page.getByLabel('바꾼 곳').locator('option:checked').textContent(), '다른 키');
  await finish(player);
});

test('works with the keyboard alone', async () => {
  const player = await openHistorian(1);
  const { page, write, state } = player;
  await write('Bot', 'PATCH', 0, { level: 10 });
  await openHistory(player);
  await tabTo(player, /^Bot이 .+의 값 1개를 낮췄어요$/);
  await page.keyboard.press('Enter');
  await groups(page).getByRole('listitem').first().waitFor();
  await tabTo(player, /^되돌리기: Bot이/);
  await page.keyboard.press('Enter');
  await heading(page, '되돌릴 내용');
  assert.equal(await page.locator(':focus').textContent(), '되돌릴 내용');
  await tabTo(player, '1명 되돌리기');
  await page.keyboard.press('Enter');
  await heading(page, '되돌렸어요');
  assert.equal((await state(0)).level, 90);
  await tabTo(player, '기록으로 돌아가기');
  await page.keyboard.press('Enter');
  await group(page, /되돌리기로/).waitFor();
  assert.equal(await page.locator(':focus').textContent(), '변경');
  await finish(player);
});

test('greets a player without history', async () => {
  const player = await openHistorian(0);
  await openHistory(player);
  await player.page.getByRole('heading', { name: '아직 바뀐 것이 없어요' }).waitFor();
  await assertAccessible(player, 'an empty history');
  await finish(player);
});

test('says that the server keeps no history', async () => {
  const silent = await startService({ env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_HISTORY: 'off' } });
  try {
    const player = await openSignedUpPlayer(browser, silent, 'nobody');
    await player.page.goto(consoleUrl(silent, '/history'));
    await player.page.getByRole('heading', { name: '이 서버는 기록을 남기지 않아요' }).waitFor();
    await finish(player);
  } finally {
    await silent.stop();
  }
});
