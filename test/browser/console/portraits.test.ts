import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { finish, openRosterPage } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { unfoldStock } from './unfold-stock.ts';
import { useOwnConsole } from './use-console.ts';

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const folder = await mkdtemp(join(tmpdir(), 'rollbook-portraits-'));
after(() => rm(folder, { recursive: true, force: true }));
await writeFile(join(folder, '10000.png'), PNG);
await mkdir(join(folder, 'items'));
for (const itemId of ['10', '5000']) await writeFile(join(folder, `items/${itemId}.png`), PNG);
const [service, browser] = await useOwnConsole({ ROLLBOOK_PORTRAITS: folder });

/** Waits until the image is there, not only its element. */
async function untilShown(image: Locator): Promise<void> {
  await image.scrollIntoViewIfNeeded();
  await image.evaluate((element: HTMLImageElement) => element.decode());
  assert.ok(await image.evaluate((element: HTMLImageElement) => element.naturalWidth > 0));
}

test('a student has the portrait of the folder, and the others letters of their names', async () => {
  const roster = await openRosterPage(browser, service, { 10000: { tier: 3, weaponTier: 0 } });
  const { page } = roster.player;
  const card = page.getByRole('button', { name: /^아루 성급/ });
  await untilShown(card.locator('img'));
  const lettersOf = (name: string) => page.getByRole('button', { name }).locator('[data-letters]');
  for (const [name, letters, costume] of [
    ['에이미 미모집', '에미', 'false'],
    ['시로코 미모집', '시코', 'false'],
    ['시로코(수영복) 미모집', '시코', 'true'],
    ['시로코*테러 미모집', '시러', 'false'],
  ] as const) {
    const tile = lettersOf(name).first();
    assert.deepEqual(
      [await tile.getAttribute('data-letters'), await tile.getAttribute('data-costume')],
      [letters, costume],
      name,
    );
  }
  await card.click();
  await page.getByRole('dialog').locator('img').waitFor();
  await finish(roster);
});

test('an item has its icon with its rarity, an eleph the face of its student, and the others what they had', async () => {
  const roster = await openRosterPage(browser, service, { 10000: { tier: 3, weaponTier: 0 } });
  const { page } = roster.player;
  await page.goto(consoleUrl(service, '/plan?view=stock'));
  const cell = (itemId: string) => page.locator(`label:has([data-item="${itemId}"])`);
  await unfoldStock(page, cell('10000'));
  for (const [itemId, text] of [
    ['10', 'N'],
    ['5000', '웨이브캣 베개'],
    ['10000', '아루'],
  ] as const) {
    await untilShown(cell(itemId).locator('img'));
    await cell(itemId).getByText(text, { exact: true }).waitFor();
  }
  await cell('11').getByText('R', { exact: true }).waitFor();
  await cell('10001').getByText('에이미', { exact: true }).waitFor();
  assert.equal(await cell('11').or(cell('10001')).locator('img').count(), 0);
  await finish(roster);
});

test('icons whose list was out of reach are there once the service is reached again', async () => {
  const roster = await openRosterPage(browser, service, {});
  const { page, context } = roster.player;
  await page.route('**/portraits/items', (route) => route.abort());
  await page.goto(consoleUrl(service, '/plan?view=stock'));
  const cell = page.locator('label:has([data-item="5000"])');
  await unfoldStock(page, cell);
  await cell.getByText('웨이브캣 베개', { exact: true }).waitFor();
  assert.equal(await cell.locator('img').count(), 0);
  await page.unroute('**/portraits/items');
  await context.setOffline(true);
  await page.getByText(/오프라인이에요/).waitFor();
  await context.setOffline(false);
  await untilShown(cell.locator('img'));
  await finish(roster);
});

test('an icon that has gone since it was listed leaves what was there without it', async () => {
  const roster = await openRosterPage(browser, service, {});
  const { page } = roster.player;
  await page.route('**/portraits/items/10?*', (route) => route.abort());
  await page.goto(consoleUrl(service, '/plan?view=stock'));
  const cell = page.locator('label:has([data-item="10"])');
  await unfoldStock(page, page.locator('label:has([data-item="5000"])'));
  await cell.getByText('N', { exact: true }).waitFor();
  await untilShown(page.locator('label:has([data-item="5000"]) img'));
  await cell.locator('img').waitFor({ state: 'detached' });
  await cell.getByText('N', { exact: true }).waitFor();
  await finish(roster);
});
