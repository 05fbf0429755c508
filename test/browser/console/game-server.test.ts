import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { listUnreleased } from './list-unreleased.ts';
import { finish, openRosterPage } from './open-roster.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();

const unreleased = listUnreleased(service);
const [kept, hidden] = unreleased;
const onGlobal = service.students.length - unreleased.length;
const SHIROKO = '10010';

async function choose(page: Page, server: '일본' | '글로벌'): Promise<void> {
  await page.getByRole('button', { name: /설정$/ }).click();
  const saved = page.waitForResponse((response) => response.url().endsWith('/console/api/account'));
  await page.getByRole('radio', { name: server }).check();
  assert.equal((await saved).status(), 200);
  await page.keyboard.press('Escape');
}

test('on the global server those who are not out there are hidden, until they are asked for', async () => {
  if (kept === undefined || hidden === undefined) return;
  const roster = await openRosterPage(browser, service, { [kept.uid]: { tier: 3, weaponTier: 0 } });
  const { page } = roster.player;
  const show = page.getByRole('checkbox', { name: /^미출시 학생 보기/ });
  assert.equal(await show.count(), 0);
  await choose(page, '글로벌');
  // A student who is recruited is shown, wherever she is out.
  await page.getByText(`${onGlobal + 1}명 중 1명 모집`).waitFor();
  await page.getByRole('button', { name: new RegExp(`^${RegExp.escape(kept.names.ko)} 성급`) }).waitFor();
  const line = page.getByRole('button', { name: `${hidden.names.ko} 미출시`, exact: true });
  await line.waitFor({ state: 'detached' });
  // By her name, the player asks for her.
  await page.getByRole('searchbox').fill(hidden.names.ko);
  await line.waitFor();
  await page.getByRole('searchbox').fill('');
  await line.waitFor({ state: 'detached' });
  await show.check();
  await line.waitFor();
  await page.reload();
  await line.waitFor();
  assert.ok(await show.isChecked());
  await choose(page, '일본');
  await page.getByText(`${service.students.length}명 중 1명 모집`).waitFor();
  await show.waitFor({ state: 'detached' });
  await finish(roster);
});

test('the caps of the game are those of the server', async () => {
  const roster = await openRosterPage(browser, service, { [SHIROKO]: { tier: 4, weaponTier: 0, bond: 25 } });
  const { page, button } = roster.player;
  const card = page.getByRole('button', { name: /^시로코 성급/ });
  await card.click();
  await button('인연 랭크: 최대 30').waitFor();
  await page.keyboard.press('Escape');
  await choose(page, '글로벌');
  await card.click();
  await button('인연 랭크: 최대 20').waitFor();
  await page.getByText('게임에서 성급 4의 인연 랭크는 20까지예요.').waitFor();
  await finish(roster);
});
