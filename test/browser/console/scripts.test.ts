import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { CONSOLE_PAGES } from '../../../contract/console-paths.ts';
import { finish, openRosterPage } from './open-roster.ts';
import { consoleUrl, openPlayer } from './player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();

/** The scripts that a page has requested so far, by what they were built of, in alphabetical order. */
const listScripts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => /\/assets\/(.+)-[\w-]{8}\.js$/.exec(name)?.[1] ?? '')
      .filter((name) => name !== '')
      .sort(),
  );

const listPreloads = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('[rel=modulepreload]')].map(
      ({ href }) => /\/assets\/(.+)-[\w-]{8}\.js$/.exec(href)?.[1] ?? href,
    ),
  );

test('the roster starts with one script, and what it opens is loaded with the first key', async () => {
  const roster = await openRosterPage(browser, service, { 10000: { tier: 3, weaponTier: 0 } });
  const { page } = roster.player;
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByText(`${service.students.length}명 중 1명 모집`).waitFor();
  assert.deepEqual(await listScripts(page), ['index', 'start']);
  // The second one is what panel and dialogs share with the later pages, the third the search.
  const loaded = ['/used-parts-', '/panel-targets-', '/search-students-'].map(async (name) =>
    (
      await page.waitForResponse((response) => new RegExp(`${name}[\\w-]+\\.js$`).test(response.url()))
    ).finished(),
  );
  await page.keyboard.press('Tab');
  await Promise.all(loaded);
  await roster.player.context.setOffline(true);
  await page.getByRole('button', { name: /^아루 성급/ }).click();
  await page.getByRole('dialog', { name: '아루' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '선택', exact: true }).click();
  await page.getByText('아루', { exact: true }).click();
  await page.getByRole('button', { name: '값 바꾸기' }).click();
  await page.getByRole('dialog', { name: '1명의 값 바꾸기' }).waitFor();
  await finish(roster);
});

test('until its script is there, the panel of a student is a dialog that can be closed', async () => {
  const roster = await openRosterPage(browser, service, { 10000: { tier: 3, weaponTier: 0 } });
  const { page } = roster.player;
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/used-parts-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  const card = page.getByRole('button', { name: /^아루 성급/ });
  const panel = page.getByRole('dialog', { name: '아루' });
  await card.click();
  await panel.getByText('불러오는 중이에요.').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await card.and(page.locator(':focus')).waitFor();
  held.resolve();
  await card.click();
  await panel.getByRole('button', { name: '저장', exact: true }).waitFor();
  await finish(roster);
});

test('the search of an address is loaded before the roster is used', async () => {
  const roster = await openRosterPage(browser, service, {});
  const { page } = roster.player;
  // Initial consonants, which the search alone knows.
  await page.goto(`${consoleUrl(service)}?q=ㅅㄹㅋ`);
  await page.getByText('시로코', { exact: true }).waitFor();
  await finish(roster);
});

test('a page that is not the roster preloads its scripts, once the session is known', async () => {
  const player = await openPlayer(browser);
  const requested: string[] = [];
  player.page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await player.page.goto(consoleUrl(service));
  await player.heading('로그인');
  await assertPreloaded(player.page, 'entry-page');
  assert.ok(!requested.includes('/catalogue.json'), 'nobody is signed in');
  await player.context.close();

  const roster = await openRosterPage(browser, service, {});
  const { page, heading } = roster.player;
  assert.deepEqual(await listPreloads(page), []);
  for (const [path, title, script] of PAGES) {
    await page.goto(consoleUrl(service, path));
    await heading(title);
    await assertPreloaded(page, script);
  }
  for (const path of Object.values(CONSOLE_PAGES).filter((path) => path !== '')) {
    await page.goto(consoleUrl(service, path));
    await page.locator('[rel=modulepreload]').first().waitFor({ state: 'attached' });
  }
  await page.goto(consoleUrl(service, '/histroy'));
  await heading('없는 페이지예요');
  assert.deepEqual(await listPreloads(page), []);
  await finish(roster);
});

const PAGES = [
  ['/account', '계정', 'account-pages'],
  ['/connections', '연결', 'account-pages'],
  ['/device', '코드로 연결', 'consent-pages'],
  ['/history', '기록', 'student-pages'],
] as const;

/** Nothing else was loaded, and nothing in vain. */
async function assertPreloaded(page: Page, script: string): Promise<void> {
  const preloads = await listPreloads(page);
  assert.ok(preloads.includes(script), String(preloads));
  assert.deepEqual(await listScripts(page), [...preloads, 'index', 'start'].sort());
}
