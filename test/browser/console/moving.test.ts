import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Goal } from '../../../contract/goals.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();

const raid = {
  wanted: { level: 90, skillEx: 5 },
  labels: ['총력전'],
  note: '다음 이벤트 전에',
  isPaused: true,
};
const account = {
  exportedAt: '2026-11-24T00:00:00.000Z',
  students: [
    { studentUid: '10000', name: '아루', tier: 3, weaponTier: 0, level: 70 },
    { studentUid: '10010', name: '시로코', tier: 5, weaponTier: 1, level: 50 },
    { studentUid: '20048', name: '나기사(수영복)', tier: null, weaponTier: null, bond: 12 },
    { studentUid: '99999', name: '신입생', tier: 3, weaponTier: 0 },
  ],
  goals: [
    { studentUid: '10000', ...raid, priority: 10 },
    { studentUid: '10010', ...raid, priority: 20 },
    { studentUid: '99999', name: '신입생', wanted: { level: 90 }, priority: 30 },
  ],
  stock: { credits: 123_456, 3030: 7 },
  changes: [],
};
/** The file has the whole history; that it is cut off in it does not matter. */
const file = {
  name: 'rollbook-account-2026-11-24.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(account, null, 2).replace(/"changes".*/s, '"changes": [{"number": 1')),
};

const goalRows = (page: Page) => page.getByRole('region', { name: '목표와 재고' }).locator('[data-student]');

test('an account of another server is reviewed, with what stays behind and which goals would be replaced', async () => {
  const roster = await signUpWithRoster(browser, service, {
    '10010': { tier: 5, weaponTier: 1, level: 60 },
  });
  const { page, button } = roster.player;
  const call = (method: string, path: string, body?: object) =>
    service.callBeta(roster.key, method, path, body);
  const ownGoal = { wanted: { bond: 50 }, labels: ['동아리'], note: '', priority: 5, isPaused: false };
  await call('PUT', '/goals/10010', ownGoal);
  await call('PATCH', '/stock', { items: { 3030: 9 } });
  await page.goto(consoleUrl(service, '/import'));
  await page.getByText('다른 서버로 옮기려면 여기에서 저장한 파일을').waitFor();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('Rollbook account 형식, 학생 3명').waitFor();
  await button('바뀔 내용 보기').click();
  await page.getByText('API 키와 패스키, 최근 활동, 변경 기록은 가져오지 않아요').waitFor();
  const problem = page.locator('details').filter({ hasText: '저장할 수 없는 행' });
  assert.match((await problem.textContent()) ?? '', /신입생 · 99999/);
  await page.getByText('참고할 점 1가지', { exact: true }).click();
  await page.getByText('모집하지 않은 학생의 인연은 가져오지 않아요').click();
  await page.locator('details').getByRole('strong').getByText('나기사(수영복)').waitFor();
  await page.getByText('목표와 재고에서 참고할 점 1가지').waitFor();
  await page.getByText('새 목표 1개 · 바뀌는 목표 1개').waitFor();
  await page.getByText('목표 2개 보기').click();
  const changed = goalRows(page).filter({ has: page.getByText('변경', { exact: true }) });
  assert.match(
    (await changed.textContent()) ?? '',
    /라벨 총력전라벨 동아리 빠짐메모: 다음 이벤트 전에순서 바뀜멈춤/,
  );
  const tick = changed.getByRole('checkbox');
  assert.equal(await tick.isChecked(), false);
  await page.getByText('목표 1개와 아이템 2종도 함께 저장해요.').waitFor();
  await tick.check();
  await assertAccessible(roster.player, 'the review of an account');
  await button('1명 저장').click();
  await page.getByText('목표 2개와 아이템 2종을 저장했어요.').waitFor();

  assert.equal((await roster.state('10000')).level, 70);
  assert.equal((await roster.state('10010')).level, 60, 'a higher value stays');
  const { goals } = (await call('GET', '/goals')).body as { goals: Goal[] };
  assert.deepEqual(goals, account.goals.slice(0, 2));
  assert.deepEqual((await call('GET', '/stock')).body, { items: account.stock });
  await page.goto(consoleUrl(service, '/account'));
  const saved = page.waitForEvent('download');
  await button('계정 데이터 저장하기').click();
  assert.match((await saved).suggestedFilename(), /^rollbook-account-.+\.json$/);
  await finish(roster);
});
