import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleUrl, openPlayer } from './player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();

test('the theme that was chosen is known before the application has loaded', async () => {
  const player = await openPlayer(browser, { colorScheme: 'light' });
  const { page } = player;
  // Firefox paints before it runs a module.
  await page.route(/\/console\/assets\/index-[^/]*\.js$/, (route) => route.abort());
  await page.addInitScript(() => localStorage.setItem('rollbook-theme', 'dark'));
  await page.goto(consoleUrl(service));
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  assert.equal(scheme, 'dark');
  player.assertNoProblems();
  await player.context.close();
});
