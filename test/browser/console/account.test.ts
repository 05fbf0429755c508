import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { ConsoleBrowser } from '../../console/console-browser.ts';
import { assertAccessible } from './assert-accessible.ts';
import { consoleUrl } from './player.ts';
import { openSignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();

/** The distinct left edges of these elements. */
const listLeftEdges = (elements: Locator): Promise<number[]> =>
  elements.evaluateAll((all) => [
    ...new Set(all.map((element) => Math.round(element.getBoundingClientRect().left))),
  ]);

test('the settings of the account page stand in two whole columns', async () => {
  const player = await openSignedUpPlayer(browser, service, 'player');
  const { page } = player;
  await page.goto(consoleUrl(service, '/account'));
  const settings = page.getByRole('region', { name: '설정' });
  await settings.getByRole('group').nth(3).waitFor();
  for (const width of [768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const places = await settings.getByRole('group').evaluateAll((groups) =>
      groups.map((group) => {
        const { left, top } = group.getBoundingClientRect();
        return { left, top };
      }),
    );
    const [first, second, third, fourth] = places;
    assert.equal(places.length, 4);
    assert.deepEqual([first?.top, third?.top], [second?.top, fourth?.top], `${width} px`);
    assert.deepEqual([first?.left, second?.left], [third?.left, fourth?.left], `${width} px`);
  }
  player.assertNoProblems();
  await player.context.close();
});

test('what the rows of sessions say stands in columns, and their buttons below one another', async () => {
  const player = await openSignedUpPlayer(browser, service, 'player');
  const { page, recoveryCodes } = player;
  for (const [place, agent] of ['Mozilla/5.0 (Windows NT 10.0) Firefox/150.0', 'curl/8'].entries()) {
    const other = new ConsoleBrowser(service);
    const headers = { 'user-agent': agent };
    const { status } = await other.call('POST', '/recover', { code: recoveryCodes[place] }, headers);
    assert.equal(status, 200);
  }
  await page.goto(consoleUrl(service, '/account'));
  const rows = page.getByRole('region', { name: '로그인' }).getByRole('listitem');
  await rows.nth(2).waitFor();
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    assert.equal((await listLeftEdges(rows.locator('dt'))).length, 3, `${width} px`);
    assert.equal((await listLeftEdges(rows.getByRole('button'))).length, 1, `${width} px`);
  }
  player.assertNoProblems();
  await player.context.close();
});

test('a player sees the open link of an operator, who made it, and ends it', async () => {
  const player = await openSignedUpPlayer(browser, service, 'player');
  const { page, accountId } = player;
  const operator = new ConsoleBrowser(service);
  const { accountId: operatorId } = await operator.signUp('아로나');
  await service.command('account', 'operator', operatorId);
  const { url } = await operator.ok('POST', `/server/accounts/${accountId}/link`, {});
  await page.goto(consoleUrl(service, '/account'));
  await page.getByText('‘아로나’ 운영자가 이 계정으로 들어오는 일회용 링크를 만들었어요.').waitFor();
  const sessions = page.getByRole('region', { name: '로그인' });
  await sessions.getByText(/^‘아로나’ 운영자가 만든 일회용 링크로 /).waitFor();
  await assertAccessible(player, 'an open link');
  await sessions.getByRole('button', { name: '링크 끝내기' }).click();
  await page.getByText('링크를 끝냈어요.').first().waitFor();
  await sessions.getByRole('button', { name: '링크 끝내기' }).waitFor({ state: 'detached' });
  assert.equal(await sessions.getByRole('heading').evaluate((h2) => h2 === document.activeElement), true);
  const entered = await new ConsoleBrowser(service).call('POST', '/enter', {
    token: new URL(url).hash.slice(1),
  });
  assert.equal(entered.status, 404);

  await service.command('account', 'link', accountId);
  await page.reload();
  await sessions.getByText(/^서버 운영자가 만든 일회용 링크로 /).waitFor();
  // It is used meanwhile.
  await new ConsoleBrowser(service).call('POST', '/enter', {
    token: new URL((await service.command('account', 'link', accountId)).url).hash.slice(1),
  });
  await sessions.getByRole('button', { name: '링크 끝내기' }).click();
  await sessions.getByRole('alert').getByText('찾을 수 없어요.').waitFor();
  await sessions.getByRole('button', { name: '링크 끝내기' }).waitFor({ state: 'detached' });
  player.assertNoProblems();
  await player.context.close();
});
