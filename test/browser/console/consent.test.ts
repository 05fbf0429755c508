import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { askInBrowser, forgetVerification, PAGE } from '../../apps/oauth-client.ts';
import { addressOf } from '../browser.ts';
import { assertAccessible } from './assert-accessible.ts';
import { findLayoutFaults } from './find-layout-faults.ts';
import { consoleUrl, openPlayer } from './player.ts';
import { openSignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();
const serverUrl = consoleUrl(service).replace('/console', '');

/** A page of another origin that connects, as its author would write it without a library. */
const APP = `<!doctype html><title>Planner</title><p id="result"></p><script type="module">
const server = ${JSON.stringify(serverUrl)};
const self = location.origin + location.pathname;
const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
const query = new URLSearchParams(location.search);
const show = (text) => { document.getElementById('result').textContent = text; };
if (query.has('error')) show(query.get('error'));
else if (query.has('code')) {
  if (query.get('state') !== sessionStorage.state || query.get('iss') !== server) throw new Error('another server');
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: query.get('code'), redirect_uri: self, client_id: self, code_verifier: sessionStorage.verifier });
  const token = await (await fetch(server + '/oauth/token', { method: 'POST', body })).json();
  const answer = await fetch(server + '/v1/me/students', { headers: { authorization: 'Bearer ' + token.access_token } });
  show(token.scope + ' ' + answer.status);
} else {
  sessionStorage.verifier = encode(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.state = encode(crypto.getRandomValues(new Uint8Array(16)));
  const challenge = encode(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionStorage.verifier)));
  location.assign(server + '/oauth/authorize?' + new URLSearchParams({ response_type: 'code', client_id: self, redirect_uri: self, code_challenge: challenge, code_challenge_method: 'S256', scope: 'roster:write plan:write', state: sessionStorage.state }));
}
</script>`;

async function serveApp(t: TestContext): Promise<string> {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(APP);
  });
  t.after(() => site.close());
  await once(site.listen(0, '127.0.0.1'), 'listening');
  return `http://localhost:${(site.address() as AddressInfo).port}/`;
}

test('a page of another origin is let in after the sign-in, and reads with the key that it gets', async (t) => {
  const app = await serveApp(t);
  const player = await openSignedUpPlayer(browser, service, '선생님');
  const { page, button, heading } = player;
  await player.context.clearCookies();
  await page.goto(app);
  await heading('로그인');
  await page.getByText('앱 연결을 계속하려면 로그인하세요.').waitFor();
  await button('패스키로 로그인').click();
  await heading('앱을 연결할까요?');
  await page.getByText('이 컴퓨터의 프로그램', { exact: true }).waitFor();
  await page.getByText('허용해도 거부해도 그 프로그램으로 돌아가요.').waitFor();
  await assertAccessible(player, 'what a program of the computer asks for');
  await page.getByRole('checkbox', { name: /^학생 바꾸기/ }).uncheck();
  await page.getByRole('checkbox', { name: /^계획 보기/ }).uncheck();
  await button('허용').click();
  await page.getByText('roster:read 200').waitFor();
  await page.goto(consoleUrl(service, '/connections'));
  await page.getByRole('button', { name: '이 컴퓨터의 프로그램 연결 끊기' }).waitFor();

  await page.goto(app);
  await heading('앱을 연결할까요?');
  await button('거부').click();
  await page.getByText('access_denied').waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('a page is named by its host, and the browser goes back there', async () => {
  const player = await openSignedUpPlayer(browser, service, '선생님');
  const { page, button, heading } = player;
  await page.route('https://planner.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>planner</title>' }),
  );
  const asked = askInBrowser({ url: serverUrl }, { scope: 'history:read' });
  const open = async () => {
    await page.goto(`${serverUrl}/oauth/authorize?${asked.query}`);
    await heading('앱을 연결할까요?');
  };
  await open();
  await page.getByText('planner.example', { exact: true }).waitFor();
  await page.getByText('Rollbook이 확인한 앱이 아니에요.').waitFor();
  await page.getByText('선생님', { exact: true }).last().waitFor();
  await assertAccessible(player, 'what a page asks for');
  await button('거부').click();
  await page.waitForURL(/^https:\/\/planner\.example\//);
  const denied = Object.fromEntries(new URL(page.url()).searchParams);
  assert.deepEqual(denied, { error: 'access_denied', state: 'of the page', iss: serverUrl });
  await forgetVerification(service, player.accountId);
  await open();
  const verified = page.waitForResponse(/\/console\/api\/verify$/);
  await button('허용').click();
  await verified;
  await page.waitForURL(/^https:\/\/planner\.example\//);
  const returned = new URL(page.url());
  assert.equal(returned.origin + returned.pathname, PAGE);
  const { status, body } = await asked.redeem(returned.searchParams.get('code') ?? '');
  assert.deepEqual([status, body.scope], [200, 'roster:read history:read']);
  await player.context.close();
});

test('a request that is none says so, and leads nowhere else', async () => {
  const player = await openSignedUpPlayer(browser, service, '선생님');
  const { page, heading } = player;
  const { query } = askInBrowser({ url: serverUrl }, { redirectUri: 'https://evil.example/' });
  for (const search of ['', `?${query}`]) {
    await page.goto(consoleUrl(service, `/consent${search}`));
    await heading('연결 요청이 올바르지 않아요');
    await page
      .getByRole('link', { name: /앱을 만든 사람에게: .*redirect_uri|앱을 만든 사람에게: client_id/ })
      .waitFor();
  }
  await assertAccessible(player, 'a request that is none');
  await page.setViewportSize({ width: 360, height: 700 });
  assert.deepEqual(await findLayoutFaults(page, false), []);
  assert.equal(await page.getByRole('button', { name: /허용|거부/ }).count(), 0);
  await page.getByRole('link', { name: '연결 페이지 열기' }).click();
  await heading('연결');
  player.assertNoProblems();
  await player.context.close();
});

test('what an app asks for is still there after a sign-up, and after a change of the account', async () => {
  const player = await openPlayer(browser);
  const { page, button, heading } = player;
  const search = `?${await askInBrowser({ url: serverUrl }).open()}`;
  const signUp = async (name: string) => {
    await page.getByLabel('계정 이름').fill(name);
    await button('패스키 만들고 시작하기').click();
    await heading('복구 코드를 보관해 주세요');
    await page.getByLabel('코드를 안전한 곳에 보관했어요.').check();
    await button('계속').click();
    await heading('앱을 연결할까요?');
    assert.equal((await addressOf(page)).search, search);
    await page.getByText(name, { exact: true }).last().waitFor();
  };
  const signOut = async () => {
    await button(/설정/).click();
    await button('로그아웃').click();
    await heading('로그인');
    assert.equal((await addressOf(page)).search, search);
  };
  await page.goto(consoleUrl(service, `/consent${search}`));
  await page.getByRole('link', { name: '계정 만들기' }).click();
  await page.getByText('계정을 만들면 앱 연결을 계속해요.').waitFor();
  await signUp('arona');
  await signOut();

  // An invite that is opened in the same tab.
  const { url } = await service.command('invite', 'create');
  await page.goto(consoleUrl(service, `/enter${new URL(url).hash}`));
  await heading('초대를 받았어요');
  await page.getByText('계정을 만들면 앱 연결을 계속해요.').waitFor();
  await signUp('plana');
  await signOut();
  await button('패스키로 로그인').click();
  await heading('앱을 연결할까요?');
  player.assertNoProblems();
  await player.context.close();
});

const CURSOR = {
  client_name: 'Cursor',
  redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'],
};

test('a program that has registered is named as itself, and its sign-ins are one line among the apps', async () => {
  const player = await openSignedUpPlayer(browser, service, '선생님');
  const { page, button, heading } = player;
  const registered = await fetch(`${serverUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CURSOR),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  for (const scope of ['roster:read', 'roster:read plan:write']) {
    const redirectUri = 'http://localhost:8787/callback';
    const { query } = askInBrowser({ url: serverUrl }, { clientId, redirectUri, scope });
    // The program's own server, which is not there.
    await page.route(`${redirectUri}**`, (route) => route.fulfill({ body: 'back' }));
    await page.goto(`${serverUrl}/oauth/authorize?${query}`);
    await heading('앱을 연결할까요?');
    await page.getByText('이 컴퓨터의 Cursor', { exact: true }).waitFor();
    await page.getByText('프로그램이 스스로 밝힌 이름이라').waitFor();
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await findLayoutFaults(page, false), [], `${width}`);
    }
    await assertAccessible(player, 'what a registered program asks for');
    await button('허용').click();
    await page.getByText('back').waitFor();
  }
  await page.goto(consoleUrl(service, '/connections'));
  await heading('연결');
  // Neither has fetched its key yet.
  await page.getByText('로그인 2번').waitFor();
  await button('이 컴퓨터의 Cursor 연결 끊기').click();
  await page.getByRole('dialog').getByRole('button', { name: '연결 끊기' }).click();
  await page.getByText('연결된 앱이 없어요').waitFor();
  await player.context.close();
});

test('a request that is wrong leads back to its app by one click, with the reason', async () => {
  const player = await openSignedUpPlayer(browser, service, '선생님');
  const { page, heading } = player;
  const redirectUri = 'http://localhost:8787/callback';
  const { query } = askInBrowser(
    { url: serverUrl },
    { clientId: redirectUri, redirectUri, scope: 'everything' },
  );
  await page.route(`${redirectUri}**`, (route) => route.fulfill({ body: 'back' }));
  await page.goto(`${serverUrl}/oauth/authorize?${query}`);
  await heading('연결 요청이 올바르지 않아요');
  await page.getByRole('link', { name: '앱으로 돌아가기' }).click();
  await page.getByText('back').waitFor();
  assert.equal((await addressOf(page)).searchParams.get('error'), 'invalid_scope');
  await player.context.close();
});
