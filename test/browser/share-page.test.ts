import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { MAX_DISPLAY_NAME_LENGTH } from '../../contract/limits.ts';
import type { ShareSettings } from '../../server/shares/views.ts';
import { SETTINGS } from '../shares/use-shares.ts';
import { addressOf, visit } from './browser.ts';
import { APPEARANCES } from './console/assert-accessible.ts';
import { fillYear } from './console/fill-year.ts';
import { findLayoutFaults } from './console/find-layout-faults.ts';
import { openSignedUpPlayer, type SignedUpPlayer } from './console/signed-up-player.ts';
import { useOwnConsole } from './console/use-console.ts';
import { findViolations } from './find-violations.ts';

const WIDTHS = [360, 390, 768, 1024, 1280, 1366, 1440, 1536, 1920, 2560];
/** Up to this width a page is used with fingers. */
const TOUCH_WIDTH = 768;
/** Page, styles and script, as they are sent. */
const MAX_BYTES = 60_000;
/** A slow phone on a slow line, and what others on the machine of the test may add to the second that it takes. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const CPU_SLOWDOWN = 4;
const MAX_PAINT_MS = 8_000;
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const folder = await mkdtemp(join(tmpdir(), 'rollbook-portraits-'));
after(() => rm(folder, { recursive: true, force: true }));
await writeFile(join(folder, '10000.png'), PNG);
const [service, browser] = await useOwnConsole({ ROLLBOOK_PORTRAITS: folder }, { hasAllStudents: true });

/** The three who are not recruited are the last. */
const recruited = service.students.slice(0, -3);
let player: SignedUpPlayer;
before(async () => {
  const name = '이름이 긴 선생님 '.repeat(20).slice(0, MAX_DISPLAY_NAME_LENGTH).trim();
  player = await openSignedUpPlayer(browser, service, name);
  await fillYear(player, service);
  const { apiKey } = await player.issueKey();
  const abilities = { abilityHp: 0, abilityAtk: 0, abilityHeal: 0 };
  const fewStars = { tier: 3, weaponTier: 0, weaponLevel: 0, ...abilities };
  assert.equal((await service.call(apiKey, 'PATCH', '/me/students/10005', fewStars)).status, 200);
});

/** After a year the account has as many links as there may be, so one of them is made what a test looks at. */
async function share(settings: Partial<ShareSettings> = {}): Promise<string> {
  const { origin } = new URL(service.url.replace('127.0.0.1', 'localhost'));
  const { request } = player.context;
  const path = `${origin}/console/api/shares`;
  const { shares } = await (await request.get(path)).json();
  const answer = await request.patch(`${path}/${shares[0].shareId}`, {
    headers: { origin },
    data: { ...SETTINGS, ...settings },
  });
  assert.ok(answer.ok(), await answer.text());
  return (await answer.json()).url;
}

const rowsOf = (page: Page) => page.locator('.students tbody tr:not([hidden])');
const namesOf = (page: Page) => rowsOf(page).locator('th').allTextContents();
const status = (page: Page) => page.locator('.count').innerText();
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

test('a page of all values is laid out and accessible at every width, as cards and as a table', async () => {
  // More than a window shows at once; axe looks at each of their values.
  const students = recruited.slice(0, 40).map(({ uid }) => uid);
  const borrow = { raid: ['10000', '10010'], jointFiring: ['10005'], conquest: ['10002'], tower: ['10003'] };
  const url = await share({ name: 'W'.repeat(MAX_DISPLAY_NAME_LENGTH), showsPlayer: true, borrow, students });
  for (const appearance of APPEARANCES)
    await visit(
      browser,
      url,
      async (page) => {
        for (const view of ['cards', 'table'])
          for (const width of WIDTHS) {
            const state = `${appearance.locale}, ${view}, ${width} px`;
            // A phone has the views among its filters.
            await page.setViewportSize({ width: 1280, height: 900 });
            await page.locator(`[name="view"][value="${view}"]`).check();
            await page.setViewportSize({ width, height: 900 });
            assert.deepEqual(await findLayoutFaults(page, width <= TOUCH_WIDTH), [], state);
            if (width === 360) {
              await page.locator('[data-filters]').click();
              assert.deepEqual(await findLayoutFaults(page, true), [], `${state}, filters`);
              await page.locator('[data-filters]').click();
            }
            if (width === 360 || width === 1280) assert.deepEqual(await findViolations(page), [], state);
          }
      },
      { ...appearance, hasTouch: true },
    );
});

test('a page of names alone, of few students, of none and of a link that is gone is laid out and accessible', async () => {
  const uids = recruited.map(({ uid }) => uid);
  const look = async (page: Page) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await findLayoutFaults(page, width <= TOUCH_WIDTH), [], `${width} px`);
    }
    assert.deepEqual(await findViolations(page), []);
  };
  const notRecruited = service.students.slice(-1).map(({ uid }) => uid);
  for (const settings of [
    { shows: [], students: uids.slice(0, 30) },
    { students: uids.slice(0, 2) },
    { students: notRecruited },
  ])
    await visit(browser, await share(settings), look, { hasTouch: true });
  const context = await browser.newContext({ locale: 'en-US', colorScheme: 'dark', hasTouch: true });
  const page = await context.newPage();
  const answer = await page.goto(`${service.url}/s/${'0'.repeat(22)}`);
  assert.equal(answer?.status(), 404);
  await page.getByRole('heading', { name: 'This link does not exist or has ended' }).waitFor();
  await look(page);
  await context.close();
});

test('on a phone a stranger sees eight students on the first screen, each with role, school, attack and armour', async () => {
  const students = recruited.slice(0, 40).map(({ uid }) => uid);
  const url = await share({
    name: '동아리',
    shows: ['weapon', 'growth', 'bond'],
    showsPlayer: false,
    borrow: {},
    students,
  });
  const viewport = { width: 390, height: 844 };
  await visit(
    browser,
    url,
    async (page) => {
      const cards = page.getByRole('listitem');
      const isSeen = ({ y, height }: { y: number; height: number }) => y + height <= viewport.height;
      const boxes = await Promise.all((await cards.all()).slice(0, 10).map((card) => card.boundingBox()));
      assert.ok(boxes.filter((box) => box !== null && isSeen(box)).length >= 8, JSON.stringify(boxes));
      const aru = cards.filter({ hasText: '아루' }).first();
      await aru.getByText('딜러 · 게헨나').waitFor();
      for (const name of ['폭발', '경장갑']) await aru.getByRole('img', { name }).waitFor();
    },
    { viewport, hasTouch: true, isMobile: true },
  );
});

test('without a script all students are there with all that is shown, and no tool that does nothing', async () => {
  await visit(
    browser,
    await share({ showsPlayer: true }),
    async (page) => {
      const cards = page.getByRole('listitem');
      assert.equal(await cards.count(), recruited.length);
      const text = await cards.filter({ hasText: '호시노(무장)' }).textContent();
      assert.match(text ?? '', /탱커 · 아비도스★{9}.{2}Lv 90.*스킬 5\/10\/10\/10장비 T10·10·10/);
      assert.match(
        await page.locator('main > header').innerText(),
        new RegExp(`이름이 긴 선생님.*${recruited.length}명`, 's'),
      );
      for (const control of ['searchbox', 'combobox', 'radio', 'button'] as const)
        assert.equal(await page.getByRole(control).count(), 0, control);
      await page.getByRole('link', { name: 'English' }).click();
      await page.getByText('Last changed').waitFor();
      assert.match((await addressOf(page)).href, /\/s\/\w{22}\?lang=en$/);
      await cards.filter({ hasText: 'Hoshino (Armed)' }).waitFor();
    },
    { javaScriptEnabled: false },
  );
});

test('students are found by typing, filtered and cleared with the keyboard alone', async () => {
  await visit(browser, await share(), async (page) => {
    await page.keyboard.press('Tab');
    for (let presses = 0; (await focused(page)) !== '학생 이름 검색'; presses += 1) {
      assert.ok(presses < 20, 'Tab does not lead to the search');
      await page.keyboard.press('Tab');
    }
    for (const [query, count] of [
      ['ㅅㄹㅋ', 8],
      ['시롴', 4],
      ['tlfhzh', 4],
      ['シロコ', 4],
      ['swimsuit shiroko', 1],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(query);
      assert.equal(await status(page), `${recruited.length}명 중 ${count}명`, query);
      assert.equal(await rowsOf(page).count(), count, query);
    }
    await page.keyboard.insertText('없는 학생');
    await page.getByText('조건에 맞는 학생이 없어요.').waitFor();
    await page.getByText('조건에 맞는 학생이 없어요.').getByRole('button').focus();
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), '학생 이름 검색');
    assert.equal(await status(page), `${recruited.length}명`);

    for (const [label, option, count] of [
      ['성급', '★3', 1],
      ['학교', '아비도스', 1],
      ['학교', '게헨나', 0],
    ] as const) {
      await page.getByLabel(label, { exact: true }).selectOption({ label: option });
      assert.equal(await rowsOf(page).count(), count, option);
    }
    await page.getByLabel('성급', { exact: true }).selectOption('');
    const schools = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.dataset.school));
    assert.deepEqual([...new Set(schools)], ['gehenna']);
    assert.equal(await status(page), `${recruited.length}명 중 ${schools.length}명`);
  });
});

test('students are sorted with the keyboard, as cards and as a table, which the browser remembers', async () => {
  await visit(browser, await share(), async (page) => {
    const order = page.getByLabel('순서');
    await order.focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await order.inputValue(), 'level');
    assert.equal((await namesOf(page)).at(-1), await lowestLevel(page));
    await order.selectOption('name');
    const names = await namesOf(page);
    assert.deepEqual(names, names.toSorted(new Intl.Collator('ko').compare));
    assert.equal(await page.getByText('이름순, 오름차순').count(), 1);
    assert.equal(await focused(page), '순서');

    await page.getByRole('radio', { name: '카드' }).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByRole('row').count(), recruited.length + 1);
    assert.equal(await page.getByRole('listitem').count(), 0);
    const head = page.getByRole('columnheader', { name: '인연' });
    assert.equal(await head.getAttribute('aria-sort'), null);
    for (const direction of ['descending', 'ascending']) {
      await head.getByRole('button').focus();
      await page.keyboard.press('Enter');
      assert.equal(await head.getAttribute('aria-sort'), direction);
      assert.equal(await focused(page), '인연');
      // Those whose bond is not known are last either way.
      assert.equal(await rowsOf(page).last().locator('.bond').textContent(), '');
    }
    assert.equal(await order.inputValue(), 'bond');
    await page.reload();
    await page.getByRole('table').waitFor();
    assert.equal(await page.getByRole('radio', { name: '표' }).isChecked(), true);
  });
});

const lowestLevel = (page: Page) =>
  rowsOf(page).evaluateAll((rows) => {
    const levelOf = (row: Element) => Number(/\d+/.exec(row.querySelector('.level')?.textContent ?? '')?.[0]);
    return rows
      .toSorted((a, b) => levelOf(b) - levelOf(a))
      .at(-1)
      ?.querySelector('th')?.textContent;
  });

test('a portrait is shown where there is one, and letters where it does not load', async () => {
  const url = await share({ shows: [], students: ['10000', '10001'] });
  await visit(browser, url, async (page) => {
    await page.waitForFunction(() => (document.querySelector('img')?.naturalWidth ?? 0) > 0);
    assert.equal(await page.locator('img').count(), 1);
  });
  await visit(
    browser,
    url,
    async (page) => {
      await page.route('**/portraits/**', (route) => route.abort());
      await page.reload();
      await page.locator('[data-letters="아루"]:not(:has(img))').waitFor();
    },
    { allowErrorResponses: true },
  );
});

test(`272 students weigh at most ${MAX_BYTES} bytes, and are painted soon on a slow phone`, async () => {
  const url = await share();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', SLOW_LINE);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'load' });
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map((entry) => entry as PerformanceResourceTiming)
      .filter(({ name }) => !name.includes('/portraits/'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  await context.close();
  assert.ok(bytes > 5_000 && bytes <= MAX_BYTES, `${bytes} bytes`);
  assert.ok(paint !== undefined && paint <= MAX_PAINT_MS, `${paint} ms`);
});
