import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { newDatabase } from '../database.ts';
import { freePort } from '../free-port.ts';
import { type Service, startService } from '../service.ts';
import { addressOf, useBrowser } from './browser.ts';
import { consoleUrl } from './console/player.ts';
import { openSignedUpPlayer } from './console/signed-up-player.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A page of an origin that has others. */
const FOLDER = '/planner/';

const { address: database, remove } = await newDatabase();
const port = await freePort();
/** At the same address each time, as the page remembers it. */
const start = () => startService({ database, env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_PORT: String(port) } });
let service: Service = await start();
after(async () => {
  await service.stop('SIGKILL');
  await remove();
});
const browser = await useBrowser();

const site = createServer((request, response) => {
  const [, file] = /^\/planner\/client\/([\w/-]+\.js)$/.exec(request.url ?? '') ?? [];
  response.setHeader('content-type', file ? 'text/javascript' : 'text/html; charset=utf-8');
  const path = file ? `dist/@rollbook/client/${file}` : 'examples/planner-page.html';
  createReadStream(join(ROOT, path)).pipe(response);
});
after(() => site.close());
await once(site.listen(0, '127.0.0.1'), 'listening');
const pageUrl = `http://localhost:${(site.address() as AddressInfo).port}${FOLDER}`;

before(() => execFileSync(process.execPath, [join(ROOT, 'packaging/pack.ts')], { stdio: 'ignore' }));

test('an answer for which the page did not ask, or of another server, is refused and leaves the address', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const issuer = `http://localhost:${port}`;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const refuses = async (query: string) => {
    await page.goto(`${pageUrl}?week=2&${query}#goals`);
    await page.getByText('unexpected_response This page did not ask for this answer.').waitFor();
    assert.doesNotMatch((await addressOf(page)).href, /code|state|iss/);
  };
  await refuses(`code=stolen&state=guessed&iss=${encodeURIComponent(issuer)}`);
  assert.equal((await addressOf(page)).href, `${pageUrl}?week=2#goals`);
  await refuses(`error=access_denied&state=guessed&iss=${encodeURIComponent(issuer)}`);
  // The page has left for a server, and another one answers.
  page.on('dialog', (dialog) => dialog.accept(issuer));
  const left = page.waitForRequest(/\/oauth\/authorize\?/);
  await page.getByRole('button', { name: '출석부에 연결' }).click();
  const { searchParams } = new URL((await left).url());
  await page.waitForURL(/\/console\//);
  assert.deepEqual(
    [searchParams.get('client_id'), searchParams.get('redirect_uri'), searchParams.get('scope')],
    [pageUrl, pageUrl, 'roster:write'],
  );
  await refuses(`code=stolen&state=${searchParams.get('state')}&iss=https%3A%2F%2Fevil.example`);
  // It is gone, so that a second answer finds nothing either.
  await refuses(`code=stolen&state=${searchParams.get('state')}&iss=${encodeURIComponent(issuer)}`);
  // A query of the page's own is none of it.
  await page.goto(`${pageUrl}?code=10010&state=open`);
  await page.getByRole('button', { name: '출석부에 연결' }).waitFor();
  assert.equal((await addressOf(page)).href, `${pageUrl}?code=10010&state=open`);
  assert.ok(!requests.includes('POST /oauth/token'));
  await context.close();
});

test('an address without Rollbook, and a server that connects no apps, are told on the page', async () => {
  const off = await startService({ env: { ROLLBOOK_OAUTH: 'off' } });
  const context = await browser.newContext();
  const page = await context.newPage();
  const answers = [
    'localhost:1',
    off.url,
    pageUrl,
    new URL(pageUrl).host.replace('localhost', 'rollbook.invalid'),
  ];
  page.on('dialog', (dialog) => {
    const answer = answers.shift();
    return answer === undefined ? dialog.dismiss() : dialog.accept(answer);
  });
  await page.goto(pageUrl);
  for (const sentence of [
    'connection_failed No connection to http://localhost:1 ',
    `connection_failed No connection to ${off.url} (Failed to fetch). Check the address, and whether`,
    `unexpected_response The answer 200 of ${new URL(pageUrl).origin} did not come from Rollbook.`,
    'connection_failed No connection to https://rollbook.invalid',
    'aborted No address of a server was given.',
  ]) {
    await page.getByRole('button', { name: '출석부에 연결' }).click();
    await page.getByText(sentence).waitFor();
  }
  await off.stop();
  await context.close();
});

test('a page of another origin is let in, changes a student, survives a restart, and is thrown out', async () => {
  const player = await openSignedUpPlayer(browser, service, '선생님');
  const { page, button, heading } = player;
  const { apiKey } = await player.issueKey();
  await service.call(apiKey, 'POST', '/me/students', { studentUid: '10010', tier: 3, weaponTier: 0 });
  const answers = ['ftp://rollbook.example', `localhost:${port}/console/roster`];
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    return dialog.accept(answers.shift());
  });
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));

  await page.goto(`${pageUrl}?week=2#goals`);
  await button('출석부에 연결').click();
  await page.getByText('is not an http or https address').waitFor();
  await button('출석부에 연결').click();
  await heading('앱을 연결할까요?');
  await page.getByRole('radio', { name: /^바로 저장하기/ }).check();
  await button('허용').click();
  await page.getByText('시로코 ★3 Lv.?').waitFor();
  assert.equal((await addressOf(page)).href, `${pageUrl}?week=2#goals`);
  assert.match(await stored(), /"rollbook http:\/\/localhost:\d+\/planner\/":/);
  assert.doesNotMatch(await stored(), /verifier|state/);

  await page.getByLabel('레벨').fill('87');
  await button('바꾸기').click();
  await page.getByText('시로코 ★3 Lv.87').waitFor();
  assert.equal((await service.call(apiKey, 'GET', '/me/students/10010')).body.level, 87);

  await service.stop();
  // Ends with this test, which is the last.
  service = await start();
  await page.reload();
  await page.getByText('시로코 ★3 Lv.87').waitFor();

  const consolePage = await player.context.newPage();
  await consolePage.goto(consoleUrl(service, '/connections'));
  await consolePage.getByRole('button', { name: '이 컴퓨터의 프로그램 연결 끊기' }).click();
  await consolePage.getByRole('dialog').getByRole('button', { name: '연결 끊기' }).click();
  await consolePage.getByText('끊긴 앱 1개').waitFor();
  await page.getByLabel('레벨').fill('88');
  await button('바꾸기').click();
  await button('출석부에 연결').waitFor();
  await page.getByText('unauthorized The API key is').waitFor();
  assert.doesNotMatch(await stored(), /apiKey/);

  // The server is known, so that only the player is asked.
  await button('출석부에 연결').click();
  await heading('앱을 연결할까요?');
  await button('거부').click();
  await page.getByText('access_denied The player refused to connect this app.').waitFor();
  assert.equal((await addressOf(page)).href, `${pageUrl}?week=2#goals`);
  await page.reload();
  await button('출석부에 연결').click();
  await heading('앱을 연결할까요?');
  await button('허용').click();
  await button('연결 끊기').click();
  await button('출석부에 연결').waitFor();
  assert.equal(await stored(), '{}');
  await consolePage.reload();
  await consolePage.getByText('끊긴 앱 2개').waitFor();
  assert.equal(questions.length, 2);
  player.assertNoProblems();
  await player.context.close();
});
