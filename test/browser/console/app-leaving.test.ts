import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { ConsoleBrowser } from '../../console/console-browser.ts';
import { until } from '../../until.ts';
import { finish, type Roster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { enterLevel, listOfAccount, openApp, SHIROKO, showsRoster } from './use-app.ts';
import { useConsole } from './use-console.ts';

/** What the device keeps for a start without a connection belongs to one account, and goes with it. */

const [service, browser] = await useConsole();

const DAY_MS = 86_400_000;
const KEPT = ['rollbook-contact', 'rollbook-kept-answer'];
const UNREACHED = '불러오지 못했어요';
const OWED = '이 기기에서 로그아웃했어요. 서버의 로그인은 다시 연결되면 끝나요.';

const openOffline = async ({ player: { page, context } }: Roster): Promise<void> => {
  await context.setOffline(true);
  await page.goto(consoleUrl(service));
};

async function showsNothing(page: Page): Promise<void> {
  await page.getByText(UNREACHED).waitFor();
  const content = await page.content();
  for (const word of ['시로코', 'player']) assert.ok(!content.includes(word), word);
}

const isKept = async ({ player: { page, accountId } }: Roster): Promise<boolean> => {
  const names = await listOfAccount(page, accountId);
  return KEPT.every((name) => names.includes(name));
};
const isGone = async ({ player: { page, accountId } }: Roster): Promise<boolean> => {
  const names = await listOfAccount(page, accountId);
  return KEPT.every((name) => !names.includes(name));
};

/** The session of the browser's cookie, seen by the server. */
async function isSignedIn(cookie: string | undefined): Promise<boolean> {
  const own = new ConsoleBrowser(service);
  own.cookie = cookie;
  return (await own.ok('GET', '/session')).signedIn;
}

async function readCookie(context: BrowserContext): Promise<string> {
  const [{ name, value } = { name: '', value: '' }] = await context.cookies(consoleUrl(service));
  return `${name}=${value}`;
}

/** What the pages ask of the console's API, in order. */
function recordRequests(context: BrowserContext): string[] {
  const requests: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/console/api/')) requests.push(`${request.method()} ${pathname.slice(12)}`);
  });
  return requests;
}

async function signOutOffline({ player: { page, button } }: Roster, waiting: string): Promise<void> {
  await button(/설정/).tap();
  await button('로그아웃').tap();
  const dialog = page.getByRole('dialog', { name: '서버에 연결할 수 없어요' });
  await dialog.getByText(waiting).waitFor();
  await dialog.getByRole('button', { name: '로그아웃' }).tap();
}

test('a sign-out without a connection empties the device at once, and ends the session before it is used again', async () => {
  const roster = await openApp(browser, service);
  const { page, context, heading, accountId } = roster.player;
  const other = await context.newPage();
  await other.goto(consoleUrl(service, '/history'));
  await other.getByText('시로코').first().waitFor();
  await openOffline(roster);
  await showsRoster(page);
  await enterLevel(page, 61);
  await page.keyboard.press('Escape');
  await signOutOffline(roster, '변경 1개가 아직 저장되지 않았어요. 로그아웃하면 이 기기에서 지워져요.');
  for (const tab of [page, other]) {
    await tab.getByText(OWED).waitFor();
    await showsNothing(tab);
  }
  assert.deepEqual(await listOfAccount(page, accountId), []);
  await other.close();
  // The server does not know yet, and nobody who opens the console gets in meanwhile.
  const cookie = await readCookie(context);
  assert.equal(await isSignedIn(cookie), true);
  await page.goto('about:blank');
  const requests = recordRequests(context);
  await context.setOffline(false);
  await page.goto(consoleUrl(service));
  await heading('로그인');
  assert.equal(await isSignedIn(cookie), false);
  assert.deepEqual(requests.slice(0, 2), ['DELETE /session', 'GET /session']);
  assert.ok(!requests.includes('GET /roster'), requests.join());
  assert.equal((await roster.state(SHIROKO)).level, 35);
  assert.deepEqual(await listOfAccount(page, accountId), []);
  await page.reload();
  await heading('로그인');
  assert.ok(!requests.slice(2).includes('DELETE /session'), requests.join());
  await finish(roster);
});

test('a sign-out that a suspended account owes leaves the browser to others, and is made up for', async () => {
  const roster = await openApp(browser, service);
  const { page, context, heading, accountId } = roster.player;
  await openOffline(roster);
  await showsRoster(page);
  await roster.player.button(/설정/).tap();
  await roster.player.button('로그아웃').tap();
  const dialog = page.getByRole('dialog', { name: '서버에 연결할 수 없어요' });
  await dialog.getByRole('button', { name: '로그아웃' }).tap();
  await page.getByText(OWED).waitFor();
  const cookie = await readCookie(context);
  await service.command('account', 'suspend', accountId);
  await context.setOffline(false);
  await page.goto(consoleUrl(service));
  await heading('로그인');
  await service.command('account', 'activate', accountId);
  assert.equal(await isSignedIn(cookie), true);
  await page.reload();
  await heading('로그인');
  await until('the session has ended', async () => !(await isSignedIn(cookie)));
  await finish(roster);
});

test('a sign-out that the lost connection surprises asks, and can be left', async () => {
  const roster = await openApp(browser, service);
  const { page, context, button, heading } = roster.player;
  await context.route('**/console/api/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort('connectionreset') : route.fallback(),
  );
  await button(/설정/).tap();
  await button('로그아웃').tap();
  const dialog = page.getByRole('dialog', { name: '서버에 연결할 수 없어요' });
  await dialog.getByRole('button', { name: '취소' }).tap();
  await showsRoster(page);
  assert.ok(await isKept(roster));
  await context.unroute('**/console/api/session');
  await page.getByText(/오프라인이에요/).waitFor({ state: 'detached' });
  await page.reload();
  await showsRoster(page);
  await button(/설정/).tap();
  await button('로그아웃').tap();
  await heading('로그인');
  assert.ok(await isGone(roster));
  await finish(roster);
});

test('a session that ended elsewhere takes what is kept with the first 401, and leaves edits that wait', async () => {
  const roster = await openApp(browser, service);
  const { page, context, heading, accountId } = roster.player;
  await openOffline(roster);
  await showsRoster(page);
  await enterLevel(page, 61);
  await page.getByText('변경 1개는 이 기기에 두었다가 저장해요.').waitFor();
  assert.ok(await isKept(roster));
  const elsewhere = new ConsoleBrowser(service);
  elsewhere.cookie = await readCookie(context);
  await elsewhere.ok('DELETE', '/session');
  await context.setOffline(false);
  await heading('로그인');
  assert.ok(await isGone(roster));
  assert.ok((await listOfAccount(page, accountId)).includes('rollbook-edit'));
  await openOffline(roster);
  await showsNothing(page);
  await finish(roster);
});

test('a 401 alone takes what is kept', async () => {
  const roster = await openApp(browser, service);
  const { page, context } = roster.player;
  assert.ok(await isKept(roster));
  // The session's own check would tell too.
  await context.route('**/console/api/session', (route) => route.abort('connectionreset'));
  await context.route('**/console/api/roster', (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'signed_out', message: '' } } }),
  );
  await page.getByRole('button', { name: '자세히' }).tap();
  await page.getByRole('button', { name: '새로 고침' }).tap();
  await until('nothing is kept', () => isGone(roster));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await finish(roster);
});

test('another account that signs in on the device finds nothing kept of the one before', async () => {
  const roster = await openApp(browser, service);
  const { page, context, accountId } = roster.player;
  await page.goto('about:blank');
  const next = new ConsoleBrowser(service);
  const { accountId: nextId } = await next.signUp('next');
  const [name = '', value = ''] = next.cookie?.split('=') ?? [];
  await context.clearCookies();
  await context.addCookies([{ name, value, url: consoleUrl(service), httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(consoleUrl(service));
  await page.getByText('명 중 0명 모집').waitFor();
  assert.deepEqual(await listOfAccount(page, accountId), []);
  await openOffline(roster);
  await page.getByText('명 중 0명 모집').waitFor();
  assert.ok((await listOfAccount(page, nextId)).includes('rollbook-kept-answer'));
  await finish(roster);
});

/** As if the service had been reached that long ago. */
const ageContact = (page: Page, ms: number) =>
  page.evaluate((age) => {
    for (const [name, text] of Object.entries({ ...localStorage }))
      if (name.startsWith('rollbook-contact'))
        localStorage.setItem(name, JSON.stringify({ ...JSON.parse(text), at: Date.now() - age }));
  }, ms);

test('seven days after the service was last reached, nothing is kept', async () => {
  const roster = await openApp(browser, service);
  const { page } = roster.player;
  await openOffline(roster);
  await showsRoster(page);
  await ageContact(page, 7 * DAY_MS - 3_600_000);
  await page.reload();
  await showsRoster(page);
  // With the day, which is not today's.
  await page.getByText(/월 \d+일 오[전후] [\d:]+부터 오프라인이에요\./).waitFor();
  await ageContact(page, 7 * DAY_MS + 60_000);
  await page.reload();
  await showsNothing(page);
  assert.ok(await isGone(roster));
  await finish(roster);
});

test('a clock that was set back keeps nothing longer', async () => {
  const roster = await openApp(browser, service);
  const { page } = roster.player;
  await openOffline(roster);
  await showsRoster(page);
  await ageContact(page, -DAY_MS);
  await page.reload();
  await showsNothing(page);
  assert.ok(await isGone(roster));
  await finish(roster);
});

test('a page that stays open without a connection for seven days shows the account no more', async () => {
  const roster = await openApp(browser, service);
  const { page } = roster.player;
  await page.clock.install();
  await openOffline(roster);
  await showsRoster(page);
  await page.clock.fastForward(7 * DAY_MS + 60_000);
  await showsNothing(page);
  assert.ok(await isGone(roster));
  await finish(roster);
});
