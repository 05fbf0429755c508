import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { finish, openRosterPage } from './open-roster.ts';
import { useConsole } from './use-console.ts';

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const folder = await mkdtemp(join(tmpdir(), 'rollbook-portraits-'));
after(() => rm(folder, { recursive: true, force: true }));
await writeFile(join(folder, '10000.png'), PNG);
const [service, browser] = await useConsole({ env: { ROLLBOOK_PORTRAITS: folder } });

test('a student has the portrait of the folder, and the others the first letter of their names', async () => {
  const roster = await openRosterPage(browser, service, { 10000: { tier: 3, weaponTier: 0 } });
  const { page } = roster.player;
  const card = page.getByRole('button', { name: /^아루 성급/ });
  const image = card.locator('img');
  await image.waitFor();
  await page.waitForFunction(
    (element) => (element as HTMLImageElement).naturalWidth > 0,
    await image.elementHandle(),
  );
  await page
    .getByRole('button', { name: / 미모집$/ })
    .locator('[data-letters="에"]')
    .first()
    .waitFor();
  await card.click();
  await page.getByRole('dialog').locator('img').waitFor();
  await finish(roster);
});
