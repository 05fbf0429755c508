import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fitPng } from '../../../console/src/picture/fit-png.ts';
import { SHARE_PICTURE } from '../../../contract/shares.ts';
import { finish, openRosterPage, type Roster } from './open-roster.ts';
import { paintPortraits } from './paint-portraits.ts';
import { tabTo } from './player.ts';
import { useConsole } from './use-console.ts';

const folder = await mkdtemp(join(tmpdir(), 'rollbook-picture-'));
after(() => rm(folder, { recursive: true, force: true }));
const [service, browser] = await useConsole({ hasAllStudents: true, env: { ROLLBOOK_PORTRAITS: folder } });
await paintPortraits(
  folder,
  service.students.map(({ uid }) => uid),
);

const STATE = {
  ...{ tier: 5, weaponTier: 3, level: 90, skillEx: 5, skillNormal: 10, skillEnhanced: 10, skillSub: 10 },
  ...{ equip1: 10, equip2: 10, equip3: 9, weaponLevel: 50, bond: 30 },
};
const FEW = { 10000: STATE, 10001: { ...STATE, level: 80 }, 10002: { tier: 3, weaponTier: 0 } };

/** Selects all who are listed, and opens their picture. */
async function openPicture({ player }: Roster): Promise<void> {
  await player.button('선택').click();
  await player.button(/^모두 선택/).click();
  await player.button('이미지로 저장').click();
  await waitUntilDrawn(player.page);
}

const waitUntilDrawn = (page: Roster['player']['page']) =>
  page.locator('dialog canvas[aria-busy=false]').waitFor();

/** What the picture looks like. */
async function readCanvas({ player: { page } }: Roster): Promise<string> {
  await waitUntilDrawn(page);
  return page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
}

const sizeOf = (png: Buffer) => {
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
};

async function save({ player: { page, button } }: Roster): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button('이미지로 저장').last().click(),
  ]);
  assert.match(download.suggestedFilename(), /^rollbook-students-\d{4}-\d\d-\d\d\.png$/);
  return readFile(await download.path());
}

test('the selected students are saved as a picture, wide or tall, light or dark', async () => {
  const roster = await openRosterPage(browser, service, FEW);
  const { page } = roster.player;
  await openPicture(roster);
  await page.getByRole('img', { name: /^내 학생, 3명: .*아루/ }).waitFor();
  const light = await save(roster);
  assert.deepEqual(sizeOf(light), [1200, 630]);
  await page.getByRole('radio', { name: '어둡게' }).last().check();
  await waitUntilDrawn(page);
  const dark = await save(roster);
  assert.deepEqual(sizeOf(dark), [1200, 630]);
  assert.notDeepEqual(light, dark);
  await page.getByRole('radio', { name: '세로 (자세히)' }).check();
  await waitUntilDrawn(page);
  const [width, height = 0] = sizeOf(await save(roster));
  assert.equal(width, 1080);
  assert.ok(height > 600 && height <= 6000, String(height));
  await finish(roster);
});

test('a picture has only what is ticked, and neither bond nor account name unasked', async () => {
  const roster = await openRosterPage(browser, service, FEW);
  const { page } = roster.player;
  await openPicture(roster);
  const ticks = Object.fromEntries(
    await Promise.all(
      (await page.getByRole('dialog').getByRole('checkbox').all()).map(async (tick) => [
        await tick.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent),
        await tick.isChecked(),
      ]),
    ),
  );
  assert.deepEqual(ticks, {
    '성급과 고유무기': true,
    '레벨, 스킬, 장비': true,
    '인연 랭크': false,
    '계정 이름 (player)': false,
  });
  const pictures = [await readCanvas(roster)];
  for (const label of Object.keys(ticks)) {
    await page.getByRole('checkbox', { name: label }).click();
    pictures.push(await readCanvas(roster));
  }
  await page.getByRole('textbox', { name: '제목' }).fill('총력전');
  await page.getByRole('img', { name: /^총력전, 3명/ }).waitFor();
  pictures.push(await readCanvas(roster));
  assert.equal(new Set(pictures).size, pictures.length);
  await finish(roster);
});

test('portraits are drawn, and letters in place of one that does not load', async () => {
  const roster = await openRosterPage(browser, service, FEW);
  const { page } = roster.player;
  await openPicture(roster);
  const withAll = await readCanvas(roster);
  await page.keyboard.press('Escape');
  // One that is in no cache.
  await page.route('**/portraits/10001?*', (route) => route.abort());
  await page.reload();
  await page.getByText(`${service.students.length}명 중 3명 모집`).waitFor();
  await openPicture(roster);
  const withLetters = await readCanvas(roster);
  assert.notEqual(withLetters, withAll);
  // A face is noise, letters are not.
  assert.ok(withLetters.length < withAll.length - 10_000, `${withLetters.length} ${withAll.length}`);
  await finish(roster);
});

test('a picture is copied, and where that is not allowed a sentence says so', async () => {
  const roster = await openRosterPage(browser, service, FEW);
  const { page, context, button } = roster.player;
  // All others are denied.
  await context.grantPermissions([]);
  await openPicture(roster);
  await button('이미지 복사').click();
  await page.getByRole('alert').getByText('이미지를 복사하지 못했어요.').waitFor();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button('이미지 복사').click();
  await page.getByText('이미지를 복사했어요.').last().waitFor();
  assert.equal(await page.getByText('이미지를 복사하지 못했어요.').count(), 0);
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const { width, height } = await createImageBitmap((await item?.getType('image/png')) as Blob);
    return [width, height];
  });
  assert.deepEqual(size, [1200, 630]);
  await finish(roster);
});

test('all students fit into the bytes of a preview picture, however noisy their portraits are', async () => {
  const all = Object.fromEntries(service.students.map(({ uid }) => [uid, STATE]));
  const roster = await openRosterPage(browser, service, all);
  const { page } = roster.player;
  await openPicture(roster);
  await page.getByRole('img', { name: `내 학생, ${service.students.length}명`, exact: false }).waitFor();
  await waitUntilDrawn(page);
  const pixels = await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return Array.from({ length: 630 }, (_, y) =>
      String.fromCharCode(...data.subarray(y * 4800, (y + 1) * 4800)),
    ).join('');
  });
  const { width, height, maxBytes } = SHARE_PICTURE;
  const png = await fitPng(
    { data: Uint8ClampedArray.from(Buffer.from(pixels, 'latin1')), width, height },
    maxBytes,
  );
  assert.ok(png !== undefined && png.length <= maxBytes);
  assert.deepEqual(sizeOf(Buffer.from(png)), [width, height]);
  // More than a few colours are left.
  assert.ok(
    Buffer.from(png).readUInt32BE(33) >= 3 * 8,
    `${Buffer.from(png).readUInt32BE(33)} bytes of palette`,
  );
  await finish(roster);
});

test('the dialog is opened and left with keys', async () => {
  const roster = await openRosterPage(browser, service, FEW);
  const { player } = roster;
  const { page } = player;
  await player.button('선택').click();
  await player.button(/^모두 선택/).click();
  await tabTo(player, '이미지로 저장');
  await page.keyboard.press('Enter');
  await waitUntilDrawn(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.locator(':focus').innerText(), '이미지로 저장');
  await finish(roster);
});
