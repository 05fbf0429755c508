import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { STORED, type StoredName } from '../../../console/src/stored-data.ts';
import { ConsoleBrowser } from '../../console/console-browser.ts';
import { until } from '../../until.ts';
import { addressOf } from '../browser.ts';
import { finish, openRosterPage, type Roster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';

/** What the device still has of an account after it was left, by each way. */

const SHIROKO = '10010';
const STUDENT = { tier: 3, weaponTier: 0, level: 35 };
const UNKNOWN = { studentUid: '98765', name: '신입생', tier: 3, weaponTier: 0 };
const STUDENT_WRITES = '**/console/api/me/students/**';

const [service, browser] = await useConsole();

interface Device {
  localStorage: Record<string, string>;
  sessionStorage: Record<string, string>;
  databases: number;
  caches: number;
  state: unknown;
}

const readDevice = (page: Page): Promise<Device> =>
  page.evaluate(async () => ({
    localStorage: { ...localStorage },
    sessionStorage: { ...sessionStorage },
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    state: history.state,
  }));

const namesOf = (entries: Record<string, string>): string[] =>
  [...new Set(Object.keys(entries).map((key) => key.split(' ', 1)[0] ?? ''))].sort();

const namesIn = (area: string): string[] =>
  Object.entries(STORED)
    .filter(([, stored]) => stored.owner === 'account' && stored.area === area)
    .map(([name]) => name)
    .sort();

/** Fills every entry of the table, on a page of the account whose title is the roster. */
async function openFullDevice(): Promise<Roster> {
  const roster = await openRosterPage(browser, service, { [SHIROKO]: STUDENT });
  const { page, button, accountId } = roster.player;
  await page.goto(consoleUrl(service, '/import'));
  await page
    .getByLabel('다른 도구에서 내보낸 내용')
    .fill(JSON.stringify({ rollbook: 1, students: [UNKNOWN] }));
  await button('바뀔 내용 보기').click();
  await page.getByRole('heading', { name: '바뀔 내용' }).waitFor();
  await button('아직 없는 학생 1명 기억하기').click();
  await page.getByText('가져오기에서 기억한 것 1개').waitFor();
  // As a tab leaves it that was closed in the middle of an import.
  await page.evaluate(
    (name) => localStorage.setItem(name, '{"done":1,"total":2}'),
    `rollbook-unfinished-import ${accountId}`,
  );
  await page.evaluate(
    (name) => localStorage.setItem(name, '{"13":[null,5]}'),
    `rollbook-stock-paste ${accountId}`,
  );
  // The choices of a page that has something to farm, and of whoever keeps a stock.
  await page.evaluate((name) => localStorage.setItem(name, '{"area":20}'), `rollbook-farm ${accountId}`);
  await page.evaluate((name) => localStorage.setItem(name, 'yes'), `rollbook-spends-stock ${accountId}`);
  await button(/설정$/).click();
  await page.getByRole('radio', { name: '글로벌' }).check();
  await page.waitForFunction(
    (name) => localStorage.getItem(name) !== null,
    `rollbook-game-server ${accountId}`,
  );
  await page.goto(consoleUrl(service, '/pick'));
  await page.locator('[data-student][aria-pressed=false]').first().click();
  await button('1명 저장').waitFor();
  await page.goto(consoleUrl(service));
  await button('표').click();
  await page.getByRole('searchbox').fill('시로코');
  await page.context().route(STUDENT_WRITES, (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', message: '' } },
    }),
  );
  const level = page.locator(`[data-uid="${SHIROKO}"] [data-field="level"]`);
  await level.click();
  await page.keyboard.type('61');
  await page.keyboard.press('Enter');
  await page.locator('[data-mark]').first().waitFor({ state: 'attached' });
  await page.reload();
  await page.locator('[data-mark]').first().waitFor({ state: 'attached' });
  const device = await readDevice(page);
  const areas = [device.localStorage, device.sessionStorage].map(namesOf);
  for (const name of areas.flat()) assert.ok(Object.hasOwn(STORED, name), `${name} is not in the table`);
  const isOfAccount = (name: string) => STORED[name as StoredName].owner === 'account';
  assert.deepEqual(areas[0]?.filter(isOfAccount), namesIn('localStorage'));
  assert.deepEqual(areas[1]?.filter(isOfAccount), namesIn('sessionStorage'));
  return roster;
}

async function assertNothingLeft(page: Page, { player }: Roster): Promise<void> {
  const device = await readDevice(page);
  const text = JSON.stringify(device);
  for (const word of [player.accountId, SHIROKO, UNKNOWN.studentUid, '시로코'])
    assert.ok(!text.includes(word), `${word} is left in ${text}`);
  assert.deepEqual([device.databases, device.caches, device.state], [0, 0, null]);
  // What the player has chosen for the device stays.
  assert.equal(device.localStorage['rollbook-roster-layout'], 'table');
  assert.ok(!(await page.content()).includes('시로코'));
}

const signOut = async ({ page, button }: Roster['player']) => {
  await button(/설정/).click();
  await button('로그아웃').click();
  await page.getByText('변경 1개가 아직 저장되지 않았어요. 로그아웃하면 이 기기에서 지워져요.').waitFor();
  await page.getByRole('dialog').last().getByRole('button', { name: '로그아웃' }).click();
};

const WAYS: Record<string, { sentence: string; leave: (player: Roster['player']) => Promise<void> }> = {
  'a sign-out': { sentence: '로그아웃했어요.', leave: signOut },
  'a sign-out everywhere': {
    sentence: '로그아웃했어요.',
    async leave({ page, button }) {
      await page.getByRole('link', { name: '계정', exact: true }).click();
      await button('모든 기기에서 로그아웃').click();
      await page.getByText('로그아웃하면 이 기기에서 지워져요.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click();
    },
  },
  'the deletion of the account': {
    sentence: '계정과 저장된 내용을 모두 삭제했어요.',
    async leave({ page, button }) {
      await page.getByRole('link', { name: '계정', exact: true }).click();
      await button('계정 삭제').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/계정 이름/).fill('player');
      await dialog.getByRole('button', { name: '계정 삭제' }).click();
    },
  },
};

for (const [way, { sentence, leave }] of Object.entries(WAYS))
  test(`${way} leaves nothing of the account on the device, in this tab and in others`, async () => {
    const roster = await openFullDevice();
    const { page, context, heading } = roster.player;
    const second = await context.newPage();
    await second.goto(consoleUrl(service, `/history?student=${SHIROKO}`));
    await second.getByRole('heading', { level: 1, name: '기록' }).waitFor();
    await leave(roster.player);
    await heading('로그인');
    await page.getByText(sentence).waitFor();
    await assertNothingLeft(page, roster);
    // Nobody has touched the other tab.
    await second.getByText(sentence).waitFor();
    await assertNothingLeft(second, roster);
    assert.equal((await addressOf(second)).search, '');
    await page.reload();
    await heading('로그인');
    assert.equal(await page.getByText(sentence).count(), 0);
    await finish(roster);
  });

const enterByCode = async ({ page, button, heading }: Roster['player'], code: string) => {
  await page.getByText('패스키를 쓸 수 없나요?').click();
  await page.getByLabel('복구 코드').fill(code);
  await button('복구 코드로 계속').click();
  await heading('패스키를 등록해 주세요');
};

test('a session that merely ended keeps the edits for the same account, which saves them', async () => {
  const roster = await openFullDevice();
  const { page, context, button, heading, accountId } = roster.player;
  // An edit that is sent again meanwhile must not be saved.
  await context.clearCookies();
  await context.unroute(STUDENT_WRITES);
  await page.reload();
  await heading('로그인');
  await page.getByText('저장되지 않은 변경 1개가 이 기기에 남아 있어요.').waitFor();
  assert.ok(!(await page.content()).includes('시로코'));
  assert.ok(JSON.stringify(await readDevice(page)).includes(`rollbook-edit ${accountId}`));
  await button('패스키로 로그인').click();
  await heading('학생');
  await page.getByText('시로코 레벨 61: 저장했어요.').first().waitFor();
  assert.equal((await roster.state(SHIROKO)).level, 61);
  await finish(roster);
});

test('another account that signs in after a session ended finds nothing of the former one', async () => {
  const { recoveryCodes } = await new ConsoleBrowser(service).signUp('other');
  const roster = await openFullDevice();
  const { page, context, heading } = roster.player;
  await context.clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await heading('로그인');
  await enterByCode(roster.player, recoveryCodes[0] ?? '');
  await until('the former account is gone', async () => {
    const { localStorage } = await readDevice(page);
    return !JSON.stringify(localStorage).includes(roster.player.accountId);
  });
  await heading('패스키를 등록해 주세요');
  await assertNothingLeft(page, roster);
  await finish(roster);
});

test('another account that signs in in another tab replaces what this tab shows', async () => {
  const roster = await openFullDevice();
  const { page, context } = roster.player;
  const { accountId } = await service.command('account', 'create', 'other');
  const { url } = await service.command('account', 'link', accountId);
  const second = await context.newPage();
  await second.goto(consoleUrl(service, `/enter${new URL(url).hash}`));
  await second.getByRole('button', { name: '들어가기' }).click();
  for (const tab of [second, page]) {
    await tab.getByRole('heading', { level: 1, name: '패스키를 등록해 주세요' }).waitFor();
    await assertNothingLeft(tab, roster);
  }
  await finish(roster);
});

test('recovery codes that are shown once stay until they are kept, where another account was before', async () => {
  const roster = await openFullDevice();
  const { page, context, button, heading } = roster.player;
  await context.clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await heading('로그인');
  await roster.player.removeAuthenticator();
  await roster.player.addAuthenticator();
  await page.getByRole('link', { name: '계정 만들기' }).click();
  await page.getByLabel('계정 이름').fill('newcomer');
  await button('패스키 만들고 시작하기').click();
  await heading('복구 코드를 보관해 주세요');
  assert.ok(!JSON.stringify(await readDevice(page)).includes(roster.player.accountId));
  await page.getByLabel('코드를 안전한 곳에 보관했어요.').check();
  await button('계속').click();
  await page.getByText(`${service.students.length}명 중 0명 모집`).waitFor();
  await finish(roster);
});

test('a page to which the browser goes back shows nothing after a sign-out', async () => {
  const roster = await openFullDevice();
  const { page, heading } = roster.player;
  // As a browser does that keeps the page of an address that is left.
  const dispatch = (type: string) =>
    page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
  const visibility = () => page.evaluate(() => getComputedStyle(document.body).visibility);
  await dispatch('pagehide');
  assert.equal(await visibility(), 'hidden');
  await dispatch('pageshow');
  await until('the page is shown again', async () => (await visibility()) === 'visible');
  assert.ok((await page.content()).includes('시로코'));
  await dispatch('pagehide');
  await page.evaluate(() => fetch('/console/api/session', { method: 'DELETE' }));
  await dispatch('pageshow');
  await heading('로그인');
  assert.ok(!(await page.content()).includes('시로코'));
  await finish(roster);
});
