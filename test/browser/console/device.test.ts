import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askByCode, forgetVerification } from '../../apps/oauth-client.ts';
import { useProcess } from '../../use-service.ts';
import { assertAccessible } from './assert-accessible.ts';
import { consoleUrl, openPlayer, tabTo } from './player.ts';
import { openSignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();

test('a code is typed as one likes, and the device gets what is left of its wishes', async () => {
  const { user_code, poll } = await askByCode(service, 'roster:write plan:read', 'Club <b>bot</b> \u202E');
  const player = await openSignedUpPlayer(browser, service, '선생님');
  const { page, button, heading } = player;
  await page.goto(consoleUrl(service, '/device'));
  const field = page.getByLabel('코드');
  await field.waitFor();
  await assertAccessible(player, 'the field of a code');
  await field.fill('WDJB');
  await button('계속').click();
  await page.getByText('기기에 보이는 영문 8글자를 그대로 입력하세요.').waitFor();
  // In lower case, without the dash, and one letter as a Japanese keyboard has it.
  const [first = ''] = user_code;
  const fullWidth = String.fromCodePoint((first.codePointAt(0) ?? 0) + 0xfee0);
  await field.fill(` ${fullWidth}${user_code.slice(1).replace('-', '').toLowerCase()} `);
  await page.keyboard.press('Enter');
  await heading('앱을 연결할까요?');
  const main = page.locator('main');
  assert.equal(await main.locator('b').count(), 0);
  const text = await main.innerText();
  for (const part of [
    user_code,
    'Club <b>bot</b> ⟨U+202E⟩',
    '2001:db8:',
    '선생님',
    '방금',
    '직접 시작했을 때만',
  ])
    assert.ok(text.includes(part), part);
  await assertAccessible(player, 'what a device asks for');

  assert.match(await page.title(), /^Club <b>bot<\/b>/);

  const [deny, allow] = await Promise.all(['거부', '허용'].map((name) => button(name).boundingBox()));
  assert.deepEqual([deny?.width, deny?.height], [allow?.width, allow?.height]);
  const read = page.getByRole('checkbox', { name: /^학생 보기/ });
  const write = page.getByRole('checkbox', { name: /^학생 바꾸기/ });
  const plan = page.getByRole('checkbox', { name: /^계획 보기/ });
  await read.uncheck();
  assert.deepEqual([await write.isChecked(), await plan.isChecked()], [false, false]);
  await button('허용').click();
  await page.getByText('하나 이상 고르거나 거부하세요.').waitFor();
  await write.check();
  assert.equal(await read.isChecked(), true);
  await write.uncheck();
  await button('허용').click();
  await heading('‘Club <b>bot</b> ⟨U+202E⟩’ 앱을 연결했어요');
  await assertAccessible(player, 'a connected device');
  const { status, body } = await poll();
  assert.deepEqual([status, body.scope], [200, 'roster:read']);
  player.assertNoProblems();
  await player.context.close();
});

test('a code of the address waits for the sign-in and for a click, and does not stay in the address', async () => {
  const { user_code, poll } = await askByCode(service);
  const player = await openSignedUpPlayer(browser, service, '선생님');
  const { page, button, heading } = player;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/apps/')) asked.push(request.url());
  });
  await player.context.clearCookies();
  await page.goto(consoleUrl(service, `/device?code=${user_code}`));
  await heading('로그인');
  await page.getByText('앱 연결을 계속하려면 로그인하세요.').waitFor();
  await button('패스키로 로그인').click();
  await heading('코드로 연결');
  await page.waitForFunction(() => location.search === '');
  assert.equal(await page.getByLabel('코드').inputValue(), user_code);
  assert.deepEqual(asked, []);
  await button('계속').click();
  await heading('앱을 연결할까요?');
  await tabTo(player, '거부');
  await page.keyboard.press('Enter');
  await heading('거부했어요');
  assert.equal((await poll()).body.error, 'access_denied');
  await button('다른 코드 입력').click();
  await page.getByLabel('코드').fill(user_code);
  await button('계속').click();
  await page.getByText('쓸 수 없는 코드예요.').waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('a device is let in with the passkey, where the last check is old, to read too, and not beyond the limit', async () => {
  const { user_code, poll } = await askByCode(service, 'history:read');
  const player = await openSignedUpPlayer(browser, service, '선생님');
  const { page, button, heading } = player;
  await page.goto(consoleUrl(service, `/device?code=${user_code}`));
  await button('계속').click();
  await heading('앱을 연결할까요?');
  await page.route(
    /\/apps\/device\/allow$/,
    (route) => route.fulfill({ status: 409, json: { error: { code: 'limit_reached', message: '시험' } } }),
    { times: 1 },
  );
  await button('허용').click();
  await page.getByText('앱은 50개까지 연결할 수 있어요.').waitFor();
  await page.getByRole('alert').getByRole('link', { name: '연결 페이지 열기' }).waitFor();
  // The page takes the check for a fresh one, and the service knows better.
  await forgetVerification(service, player.accountId);
  const verified = page.waitForResponse(/\/console\/api\/verify$/);
  await button('허용').click();
  await verified;
  await heading('연결했어요');
  assert.equal((await poll()).body.scope, 'roster:read history:read');
  player.assertNoProblems();
  await player.context.close();
});

test('a device that a web page asked for names the page before the address', async () => {
  const player = await openSignedUpPlayer(browser, service, '선생님');
  const { page, button, heading } = player;
  await page.route(/\/apps\/device$/, (route) =>
    route.fulfill({
      json: {
        kind: 'device',
        name: 'Planner',
        place: 'evil.example, 203.0.113.5',
        askedAt: new Date().toISOString(),
        areas: ['roster:read'],
      },
    }),
  );
  await page.goto(consoleUrl(service, '/device?code=BCDF-GHJK'));
  await button('계속').click();
  await heading('앱을 연결할까요?');
  const text = await page.locator('main').innerText();
  assert.match(text, /요청한 웹 페이지\s+evil\.example\s+요청한 곳\(IP 주소\)\s+203\.0\.113\.5/);
  await player.context.close();
});

test('a server that connects no apps asks for no code, and its connections are keys alone', async () => {
  const off = await useProcess({ env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_OAUTH: 'off' } });
  const player = await openSignedUpPlayer(browser, off, '선생님');
  const { page, heading } = player;
  assert.equal((await page.goto(consoleUrl(off, '/device')))?.status(), 404);
  await heading('이 서버에는 앱을 연결할 수 없어요');
  assert.equal(await page.getByLabel('코드').count(), 0);
  await page.getByRole('link', { name: '연결 페이지 열기' }).click();
  await page.getByRole('heading', { name: 'API 키' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: '연결된 앱', exact: true }).count(), 0);
  player.assertNoProblems();
  await player.context.close();
});

test('a player who signs up to type a code comes to the field of the code', async () => {
  const player = await openPlayer(browser);
  const { page, button, heading } = player;
  await page.goto(consoleUrl(service, '/device'));
  await page.getByRole('link', { name: '계정 만들기' }).click();
  await page.getByLabel('계정 이름').fill('선생님');
  await button('패스키 만들고 시작하기').click();
  await heading('복구 코드를 보관해 주세요');
  await page.getByLabel('코드를 안전한 곳에 보관했어요.').check();
  await button('계속').click();
  await page.getByLabel('코드', { exact: true }).waitFor();
  player.assertNoProblems();
  await player.context.close();
});
