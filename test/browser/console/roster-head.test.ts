import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { finish, openRosterPage } from './open-roster.ts';
import { tabTo } from './player.ts';
import { useConsole } from './use-console.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const STATE = { tier: 3, weaponTier: 0, level: 35 };

const [service, browser] = await useConsole();

const openPhone = () => {
  const recruited = Object.fromEntries(service.students.map(({ uid }) => [uid, STATE]));
  return openRosterPage(browser, service, recruited, PHONE);
};

const searchOf = (page: Page) => page.getByRole('searchbox');
const topOf = (page: Page) => searchOf(page).evaluate((field) => field.getBoundingClientRect().top);

/** Scrolls as a finger does, in steps that are shorter than the screen. */
async function scrollBy(page: Page, distance: number): Promise<void> {
  const from = await page.evaluate(() => scrollY);
  await page.evaluate((top) => window.scrollBy({ top, behavior: 'instant' }), distance);
  await page.waitForFunction((y) => scrollY !== y, from);
}

const isAway = (page: Page) =>
  page.waitForFunction(
    () => (document.querySelector('[type=search]')?.getBoundingClientRect().bottom ?? 0) <= 0,
  );
const isBack = (page: Page) =>
  page.waitForFunction(
    () => (document.querySelector('[type=search]')?.getBoundingClientRect().top ?? -1) >= 0,
  );

test('on a phone the students begin in the first 200 pixels, and a button unfolds the other facts', async () => {
  const roster = await openPhone();
  const { page, button } = roster.player;
  const first = page.locator('[data-student]').first();
  const top = async () => (await first.boundingBox())?.y ?? Number.NaN;
  assert.ok((await top()) <= 200, `${await top()}`);
  await page.getByText(`${service.students.length}명 중 ${service.students.length}명 모집`).waitFor();
  assert.equal(await page.getByText('평균 레벨 35').isVisible(), false);
  await button('자세히').tap();
  await page.getByText('평균 레벨 35').waitFor();
  await button('새로 고침').waitFor();
  await button('자세히').and(page.locator('[aria-expanded=true]')).tap();
  await page.getByText('평균 레벨 35').waitFor({ state: 'hidden' });
  assert.ok((await top()) <= 200, `${await top()}`);
  await finish(roster);
});

test('on a phone the head leaves as the list is scrolled down, and returns as it is scrolled up', async () => {
  const roster = await openPhone();
  const { page } = roster.player;
  await scrollBy(page, 500);
  await isAway(page);
  const bar = page.getByRole('banner');
  assert.ok(await bar.evaluate((element) => element.getBoundingClientRect().bottom <= 0));
  // The tabs at the bottom stay.
  assert.ok(
    await page.getByRole('navigation').evaluate((tabs) => tabs.getBoundingClientRect().top < innerHeight),
  );
  await scrollBy(page, -100);
  await isBack(page);
  assert.ok((await topOf(page)) < 150);
  // A jump is no reading.
  await page.evaluate(() => scrollTo({ top: 3_000, behavior: 'instant' }));
  await isBack(page);
  await finish(roster);
});

test('the head stays for the keyboard, and moves without a transition for those who asked for none', async () => {
  const roster = await openPhone();
  const { page } = roster.player;
  await tabTo(roster.player, '학생 이름 검색');
  await scrollBy(page, 500);
  assert.ok((await topOf(page)) >= 0);
  await searchOf(page).evaluate((field) => field.blur());
  await isAway(page);
  const durationOf = () =>
    page.getByRole('banner').evaluate((element) => getComputedStyle(element).transitionDuration);
  assert.equal(await durationOf(), '0s');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  assert.equal(await durationOf(), '0.12s');
  await finish(roster);
});

test('the filters of a phone have whom it lists, order, groups and layout, and say what is chosen', async () => {
  const roster = await openPhone();
  const { page, button } = roster.player;
  const filters = button(/^필터/);
  await filters.tap();
  const sheet = page.getByRole('dialog', { name: '필터' });
  await sheet.getByRole('button', { name: '미모집', exact: true }).tap();
  await sheet.getByRole('combobox', { name: '순서' }).selectOption('name');
  await sheet.getByRole('button', { name: '0명 보기' }).tap();
  await button('모집 여부 미모집 필터 빼기').tap();
  await filters.tap();
  await sheet.getByRole('button', { name: `성급 3 ${service.students.length}명` }).tap();
  await sheet.getByRole('button', { name: '표', exact: true }).tap();
  await page.goBack();
  await page.getByRole('grid').waitFor();
  await button('성급 ★3 필터 빼기').waitFor();
  await finish(roster);
});
