import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SHARE_PICTURE } from '../../../contract/shares.ts';
import { look } from '../../shares/use-shares.ts';
import { finish, openRosterPage, type Roster, signUpWithRoster } from './open-roster.ts';
import { paintPortraits } from './paint-portraits.ts';
import { consoleUrl, tabTo } from './player.ts';
import { useOwnConsole } from './use-console.ts';

const folder = await mkdtemp(join(tmpdir(), 'rollbook-picture-'));
after(() => rm(folder, { recursive: true, force: true }));
const [service, browser] = await useOwnConsole({ ROLLBOOK_PORTRAITS: folder }, { hasAllStudents: true });
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
  // It scrolls with the keys.
  await page.getByRole('group', { name: '이미지', exact: true }).focus();
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

test('the picture of a link with all students becomes its preview picture, however noisy the portraits are', async () => {
  const all = Object.fromEntries(service.students.map(({ uid }) => [uid, STATE]));
  const roster = await signUpWithRoster(browser, service, all, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page, button, ...player } = roster.player;
  // A slow browser has the PNG only when the canvas shows another picture already.
  await page.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (give, type) {
      const { height } = this;
      const giveLate = async (blob: Blob | null) => {
        while (this.height === height) await new Promise(requestAnimationFrame);
        give(blob);
      };
      toBlob.call(this, (blob) => void giveLate(blob), type);
    };
  });
  const { url } = await player.share({ name: '동아리', showsPlayer: true });
  await page.goto(consoleUrl(service, '/share'));
  await button('동아리: 이미지').tap();
  await page.getByRole('img', { name: `동아리, ${service.students.length}명` }).waitFor();
  await waitUntilDrawn(page);
  // The link decides what is shown.
  assert.equal(await page.getByRole('dialog').getByRole('checkbox').count(), 0);
  await page.getByText('링크를 지워도 거기에는 남아요.').waitFor();
  await page.getByRole('radio', { name: '세로 (자세히)' }).check();
  assert.equal(await button('미리보기 이미지로 쓰기').count(), 0);
  await page.getByRole('radio', { name: '가로 (채팅용)' }).check();
  await waitUntilDrawn(page);
  // A shape that is chosen while the picture is made does not change what is sent.
  const tall = page.getByRole('radio', { name: '세로 (자세히)' });
  await button('미리보기 이미지로 쓰기').evaluate(
    (use: HTMLElement, other) => {
      use.click();
      (other as HTMLElement).click();
    },
    await tall.elementHandle(),
  );
  await page.getByRole('img', { name: '‘동아리’의 미리보기 이미지' }).waitFor();
  const { status, bytes } = await look(`${url}.png`);
  assert.equal(status, 200);
  assert.deepEqual(sizeOf(bytes), [SHARE_PICTURE.width, SHARE_PICTURE.height]);
  assert.ok(bytes.length <= SHARE_PICTURE.maxBytes, `${bytes.length} bytes`);
  // More than a few colours are left.
  const colors = bytes.readUInt32BE(bytes.indexOf('PLTE') - 4) / 3;
  assert.ok(colors >= 64 && colors <= 256, `${colors} colours`);
  await finish(roster);
});

test('a link that was just made is drawn with the goals that it shows, in full colour where there are few students', async () => {
  const roster = await signUpWithRoster(browser, service, FEW);
  const { page, button } = roster.player;
  const goal = { wanted: { level: 90, skillEx: 5 } };
  assert.equal((await service.callBeta(roster.key, 'PUT', '/goals/10002', goal)).status, 200);
  await page.goto(consoleUrl(service, '/share'));
  await button('링크 만들기').click();
  const form = page.getByRole('dialog', { name: '새 링크' });
  await form.getByRole('checkbox', { name: '목표' }).check();
  await form.getByRole('button', { name: '링크 만들기' }).click();
  await page
    .getByRole('dialog')
    .getByRole('img', { name: /의 미리보기 이미지$/ })
    .waitFor();
  const ready = page.getByRole('dialog', { name: '링크를 만들었어요' });
  const address = await ready.getByRole('link', { name: /\/s\/\w{22}$/ }).getAttribute('href');
  const { bytes } = await look(`${address}.png`);
  assert.equal(bytes.indexOf('PLTE'), -1);
  assert.ok(bytes.length <= SHARE_PICTURE.maxBytes);
  await finish(roster);
});

test('a picture of a link has the students who are recruited now, and not those of when the roster was loaded', async () => {
  const roster = await openRosterPage(browser, service, FEW);
  const { page, button, heading, ...player } = roster.player;
  await player.share({ name: '동아리' });
  await page.getByRole('navigation').getByRole('link', { name: '공유' }).first().click();
  await heading('공유');
  await button('동아리: 이미지').waitFor();
  const added = { studentUid: '10003', tier: 3, weaponTier: 0 };
  assert.equal((await service.call(roster.key, 'POST', '/me/students', added)).status, 201);
  await button('동아리: 이미지').click();
  await page.getByRole('img', { name: /^동아리, 4명: / }).waitFor();
  await finish(roster);
});

test('while its script is loaded a picture has a dialog that can be closed, and says so when it does not come', async () => {
  const roster = await signUpWithRoster(browser, service, FEW);
  const { page, button, ...player } = roster.player;
  await player.share({ name: '동아리' });
  await page.goto(consoleUrl(service, '/share'));
  const dialog = page.getByRole('dialog', { name: '학생 이미지' });
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/roster-picture-*.js', async (route) => {
    await held.promise;
    await route.abort();
  });
  await button('동아리: 이미지').click();
  await dialog.getByText('불러오는 중').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await button('동아리: 이미지').and(page.locator(':focus')).waitFor();
  held.resolve();
  await button('동아리: 이미지').click();
  await dialog.getByRole('alert').getByText('불러오지 못했어요').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
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
