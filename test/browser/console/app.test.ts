import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ConsoleBrowser } from '../../console/console-browser.ts';
import { useBrowser } from '../browser.ts';
import { finish, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import {
  enterLevel,
  levelField,
  listOfAccount,
  openApp,
  openCard,
  PHONE,
  SHIROKO,
  showsRoster,
} from './use-app.ts';
import { useOwnConsole } from './use-console.ts';

/** The console as an app: installed, and opened without a connection. */

const [service, browser] = await useOwnConsole();

const offlineLine = (page: Page) => page.getByText(/부터 오프라인이에요\./);

test('what an installation needs is there: a manifest without faults, icons of their sizes, the colours of the themes', async () => {
  const roster = await signUpWithRoster(browser, service, {}, PHONE);
  const { page, context, button } = roster.player;
  await page.goto(consoleUrl(service));
  await page.getByText('명 중 0명 모집').waitFor();
  const protocol = await context.newCDPSession(page);
  const { url, errors, data = '', manifest } = await protocol.send('Page.getAppManifest');
  assert.equal(url, consoleUrl(service, '/manifest.webmanifest'));
  assert.deepEqual(errors, []);
  const { startUrl, scope, display } = manifest;
  assert.deepEqual([startUrl, scope, display], [consoleUrl(service), consoleUrl(service), 'kStandalone']);
  const readSize = (address: string) =>
    page.evaluate(async (from) => {
      const { width, height } = await createImageBitmap(await (await fetch(from)).blob());
      return `${width}x${height}`;
    }, address);
  const { icons, screenshots, shortcuts, lang, theme_color, background_color } = JSON.parse(data);
  const paper = await page.locator('meta[name=theme-color]').first().getAttribute('content');
  assert.deepEqual([theme_color, background_color], [paper, paper]);
  assert.equal(lang, 'ko');
  assert.equal(shortcuts.length, 3);
  assert.equal(screenshots.length, 2);
  for (const { src, sizes } of [...icons, ...screenshots])
    assert.equal(await readSize(new URL(src, url).href), sizes);
  assert.deepEqual(
    icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`),
    ['192x192 any', '512x512 any', '512x512 maskable'],
  );
  await page.evaluate(() => localStorage.setItem('rollbook-console-language', 'en'));
  await page.reload();
  await page.getByText('0 of').waitFor();
  const english = await protocol.send('Page.getAppManifest');
  assert.equal(english.url, consoleUrl(service, '/manifest.en.webmanifest'));
  assert.deepEqual(english.errors, []);
  const { id, lang: readers, name } = JSON.parse(english.data ?? '');
  assert.deepEqual([id, readers, name], ['/console', 'en', 'Rollbook']);
  await page.evaluate(() => localStorage.removeItem('rollbook-console-language'));
  await page.reload();
  await page.getByText('명 중 0명 모집').waitFor();
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  assert.equal(await readSize(touchIcon ?? ''), '180x180');

  const readColours = () =>
    page.evaluate(() => {
      const shown = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].filter(
        ({ media }) => matchMedia(media).matches,
      );
      document.body.style.color = shown.map(({ content }) => content).join();
      const { color, backgroundColor } = getComputedStyle(document.body);
      document.body.style.color = '';
      return [color, backgroundColor];
    });
  const assertSame = async () => {
    const [bar, background] = await readColours();
    assert.equal(bar, background);
    return background;
  };
  const light = await assertSame();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await assertSame();
  assert.notEqual(light, dark);
  await button(/설정/).click();
  await page.getByRole('radio', { name: '밝게' }).check();
  assert.equal(await assertSame(), light);
  await finish(roster);
});

test('in a tunnel the app opens with roster, plan and history, takes an edit, and saves it at the other end', async () => {
  const roster = await openApp(browser, service);
  const { context } = roster.player;
  await service.callBeta(roster.key, 'PUT', `/goals/${SHIROKO}`, { wanted: { level: 80 } });
  await service.callBeta(roster.key, 'PATCH', '/stock', { items: { credits: 4_321 } });
  const first = roster.player.page;
  await first.goto(consoleUrl(service, '/plan?view=goals'));
  await first.getByText('시로코').first().waitFor();
  await first.getByRole('link', { name: '기록' }).tap();
  await first.getByText('시로코').first().waitFor();
  await first.goto('about:blank');

  await context.setOffline(true);
  const second = await context.newPage();
  await second.goto(consoleUrl(service));
  await showsRoster(second);
  await offlineLine(second).waitFor();
  await enterLevel(second, 61);
  await second.getByText('변경 1개는 이 기기에 두었다가 저장해요.').waitFor();
  await second.close();

  // Closed and opened again, still in the tunnel.
  const page = await context.newPage();
  await page.goto(consoleUrl(service, '/plan?view=goals'));
  await page.getByText('시로코').first().waitFor();
  await page.goto(consoleUrl(service, '/plan?view=stock'));
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value.replace(',', '') === '4321'),
  );
  await page.goto(consoleUrl(service, '/history'));
  await page.getByText('시로코').first().waitFor();
  await page.getByRole('link', { name: '학생' }).tap();
  await page.getByText('Lv 61').waitFor();
  await page.getByText('변경 1개는 이 기기에 두었다가 저장해요.').waitFor();
  await context.setOffline(false);
  await page.getByText('시로코 레벨 61: 저장했어요.').first().waitFor();
  await offlineLine(page).waitFor({ state: 'detached' });
  assert.equal((await roster.state(SHIROKO)).level, 61);
  await finish(roster);
});

test('what was saved a moment before the connection was lost is there when the app opens', async () => {
  const roster = await openApp(browser, service);
  const { page, context } = roster.player;
  await enterLevel(page, 47);
  await page.getByText('저장했어요.').first().waitFor();
  await context.setOffline(true);
  await page.goto(consoleUrl(service));
  await page.getByText('Lv 47').waitFor();
  // Nothing waits: the level is the service's.
  await openCard(page);
  assert.equal(await levelField(page).inputValue(), '47');
  await page.getByText('이 기기에 두었다가').waitFor({ state: 'detached' });
  await finish(roster);
});

test('a service that is silent is not waited for, and is followed once it answers', async () => {
  const roster = await openApp(browser, service);
  const { page } = roster.player;
  service.process.kill('SIGSTOP');
  try {
    await page.goto(consoleUrl(service));
    await showsRoster(page);
    await offlineLine(page).waitFor();
  } finally {
    service.process.kill('SIGCONT');
  }
  await offlineLine(page).waitFor({ state: 'detached' });
  await service.call(roster.key, 'PATCH', `/me/students/${SHIROKO}`, { level: 72 });
  await page.getByText('Lv 72').waitFor();
  await finish(roster);
});

test('pages that need the service say so, and open once it is reached', async () => {
  const roster = await openApp(browser, service);
  const { page, context } = roster.player;
  await context.setOffline(true);
  await page.goto(consoleUrl(service, '/connections'));
  await page.getByText('불러오지 못했어요').first().waitFor();
  await context.setOffline(false);
  await page.getByText('불러오지 못했어요').first().waitFor({ state: 'detached' });
  await finish(roster);
});

test('over http from another machine, where browsers have no workers, nothing is kept and the console is as it was', async () => {
  const own = new ConsoleBrowser(service);
  const { accountId } = await own.signUp('player');
  const lan = await useBrowser(['--host-resolver-rules=MAP rollbook.test 127.0.0.1']);
  const context = await lan.newContext({ locale: 'ko-KR' });
  const problems: unknown[] = [];
  context.on('weberror', (error) => problems.push(error.error()));
  const [name = '', value = ''] = own.cookie?.split('=') ?? [];
  const url = `http://rollbook.test:${new URL(service.url).port}/console`;
  await context.addCookies([{ name, value, url, httpOnly: true }]);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(url);
  await page.getByText('명 중 0명 모집').waitFor();
  await page.clock.runFor(60_000);
  assert.equal(await page.evaluate(() => 'serviceWorker' in navigator), false);
  assert.deepEqual(await listOfAccount(page, accountId), ['rollbook-known-students']);
  assert.deepEqual(problems, []);
});
