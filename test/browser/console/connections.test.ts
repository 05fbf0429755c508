import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askByCode, forgetVerification } from '../../apps/oauth-client.ts';
import { addressOf } from '../browser.ts';
import { assertAccessible } from './assert-accessible.ts';
import { findLayoutFaults } from './find-layout-faults.ts';
import { consoleUrl } from './player.ts';
import { openSignedUpPlayer, type SignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();

const STATE = { studentUid: '10000', tier: 3, weaponTier: 0 };

/** Lets an app in by its code, all that it asks for. Returns how it asks for its key. */
async function connectApp({ page, button, heading }: SignedUpPlayer, scope: string, name: string) {
  const { user_code, poll } = await askByCode(service, scope, name);
  await page.goto(consoleUrl(service, `/device?code=${user_code}`));
  await button('계속').click();
  if (scope.includes('roster:write')) await page.getByRole('radio', { name: /^바로 저장하기/ }).check();
  await button('허용').click();
  await heading('연결했어요');
  return poll;
}

test('a page without apps says how one connects, and is found at the former address of the keys', async () => {
  const player = await openSignedUpPlayer(browser, service, 'player');
  const { page, heading } = player;
  await page.goto(consoleUrl(service, '/keys'));
  await heading('연결');
  await page.getByRole('heading', { name: '연결된 앱이 없어요' }).waitFor();
  const guide = page.getByRole('link', { name: 'AI 어시스턴트 연결하기' });
  assert.match((await guide.getAttribute('href')) ?? '', /\/docs\/assistants$/);
  await page.getByRole('link', { name: '코드 입력' }).click();
  await heading('코드로 연결');
  player.assertNoProblems();
  await player.context.close();
});

test('an app says what it may do and what it has changed, and is refused once it is disconnected', async () => {
  const player = await openSignedUpPlayer(browser, service, 'player');
  const { page, button, heading } = player;
  const poll = await connectApp(player, 'roster:write history:read', '동아리 봇');
  await page.goto(consoleUrl(service, '/connections'));
  const app = page.getByRole('listitem').filter({ hasText: '동아리 봇' });
  await app.getByText('기다리는 중').waitFor();
  const { access_token: token } = (await poll()).body;
  assert.equal((await service.call(token, 'POST', '/me/students', STATE)).status, 201);
  await page.reload();
  await app.getByRole('link', { name: '이 앱이 바꾼 기록 1묶음' }).waitFor();
  const text = await app.innerText();
  for (const word of ['학생 바꾸기', '기록 보기', '코드로 허용', '쓰지 않으면 끊김'])
    assert.ok(text.includes(word), word);
  for (const word of ['학생 보기', '기다리는 중', '교체']) assert.ok(!text.includes(word), word);
  await assertAccessible(player, 'a connected app');

  await page.getByRole('button', { name: '동아리 봇 연결 끊기' }).click();
  const dialog = page.getByRole('dialog');
  await assertAccessible(player, 'the question before an app is disconnected');
  await dialog.getByRole('button', { name: '연결 끊기' }).click();
  await page.getByText('‘동아리 봇’의 연결을 끊었어요.').first().waitFor();
  assert.equal((await service.call(token, 'GET', '/me/students')).status, 401);
  await page.getByText('끊긴 앱 1개').waitFor();
  await button('바꾼 것 되돌리기').click();
  await heading('기록');
  await page.getByText('연결을 끊은 앱', { exact: true }).first().waitFor();
  assert.match((await addressOf(page)).search, /^\?author=key%3A\w+$/);
  player.assertNoProblems();
  await player.context.close();
});

test('an app asks first unless its player chooses otherwise, then and later', async () => {
  const player = await openSignedUpPlayer(browser, service, 'player');
  const { page, button, heading } = player;
  const { user_code, poll } = await askByCode(service, 'roster:write', '스캐너');
  await page.goto(consoleUrl(service, `/device?code=${user_code}`));
  await button('계속').click();
  assert.ok(await page.getByRole('radio', { name: /^먼저 보여 주고 물어보기/ }).isChecked());
  await assertAccessible(player, 'an app that would change students');
  await button('허용').click();
  await heading('연결했어요');
  const { access_token: token, scope } = (await poll()).body;
  assert.equal(scope, 'roster:read roster:propose');
  const write = async () => (await service.call(token, 'POST', '/me/students', STATE)).status;
  assert.equal(await write(), 403);

  await forgetVerification(service, player.accountId);
  await page.goto(consoleUrl(service, '/connections'));
  const verified = page.waitForResponse(/\/console\/api\/verify$/);
  await button('스캐너: 바로 저장하게 하기').click();
  await verified;
  await page.getByText('‘스캐너’: 이제 바로 저장해요.').first().waitFor();
  assert.equal(await write(), 201);
  await button('스캐너: 먼저 묻게 하기').click();
  await page.getByText('‘스캐너’: 이제 저장하기 전에 물어봐요.').first().waitFor();
  assert.equal(await write(), 403);
  player.assertNoProblems();
  await player.context.close();
});

test('a sign-out everywhere disconnects the apps that are ticked, newest first, with the passkey', async () => {
  const player = await openSignedUpPlayer(browser, service, 'player');
  const { page, button, heading } = player;
  const kept = await player.connectApp('동아리 봇', 'roster:read');
  await page.goto(consoleUrl(service, '/account'));
  await page.getByRole('region', { name: '로그인' }).getByText('이 브라우저', { exact: true }).waitFor();
  // Connected after the page was opened.
  const ended = await player.connectApp('낯선 앱', 'roster:read');
  await button('모든 기기에서 로그아웃').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /낯선 앱/ }).check();
  const boxes = dialog.getByRole('checkbox');
  assert.deepEqual(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked)), [
    true,
    false,
  ]);
  await assertAccessible(player, 'the apps that a sign-out everywhere offers');
  await page.setViewportSize({ width: 360, height: 700 });
  assert.deepEqual(await findLayoutFaults(page, false), []);
  await forgetVerification(service, player.accountId);
  const verified = page.waitForResponse(/\/console\/api\/verify$/);
  await dialog.getByRole('button', { name: '로그아웃' }).click();
  await verified;
  await heading('로그인');
  await page.getByText('로그아웃했어요.').waitFor();
  const statusOf = async (key: string) => (await service.call(key, 'GET', '/me/students')).status;
  assert.deepEqual(await Promise.all([ended, kept].map(statusOf)), [401, 200]);
  await player.context.close();
});

test('a new key can be narrowed to areas, of which the history is only read', async () => {
  const player = await openSignedUpPlayer(browser, service, 'player');
  const { page } = player;
  await page.goto(consoleUrl(service, '/connections'));
  await page.getByRole('button', { name: '새 키' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('이름').fill('플래너');
  await dialog.getByLabel('읽기와 쓰기').check();
  await dialog.getByLabel('고르기', { exact: true }).check();
  await dialog.getByText('계획과 기록에는 학생의 값이 나타나므로 학생 보기도 포함돼요.').waitFor();
  await dialog.getByLabel('학생', { exact: true }).uncheck();
  const issue = dialog.getByRole('button', { name: '키 발급' });
  await issue.click();
  await dialog.getByText('영역을 하나 이상 고르세요.').waitFor();
  await dialog.getByLabel(/^기록/).check();
  await dialog.getByText('기록은 볼 수만 있어요.').waitFor();
  await assertAccessible(player, 'the areas of a new key');
  await dialog.getByLabel(/^계획/).check();
  await issue.click();
  await page.getByText('키는 지금만 표시돼요.').waitFor();
  const [apiKey = ''] = /rollbook_\w+/.exec(await dialog.innerText()) ?? [];
  await dialog.getByRole('button', { name: '키를 보관했어요' }).click();
  const row = page.getByRole('listitem').filter({ hasText: '플래너' });
  for (const word of ['학생 보기', '계획 바꾸기', '기록 보기']) await row.getByText(word).waitFor();
  assert.equal((await service.callBeta(apiKey, 'PATCH', '/stock', { items: { credits: 1 } })).status, 200);
  assert.equal((await service.callBeta(apiKey, 'GET', '/changes')).status, 200);
  assert.equal((await service.call(apiKey, 'GET', '/me/students')).status, 200);
  player.assertNoProblems();
  await player.context.close();
});
