import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../until.ts';
import { finish, openRosterPage, type Roster } from './open-roster.ts';
import { useConsole } from './use-console.ts';

const COUNT = 20;
/** A phone whose keyboard covers the lower third. */
const PHONE = { viewport: { width: 390, height: 560 }, hasTouch: true, isMobile: true };

// The students are found among all others.
const [service, browser] = await useConsole({ hasAllStudents: true });

/** Counts what the page receives from now on. */
async function countInput(page: Page) {
  await page.evaluate(() => {
    const counts = { taps: 0, keys: 0 };
    Object.assign(globalThis, { counts });
    addEventListener('pointerdown', () => (counts.taps += 1), true);
    addEventListener('beforeinput', () => (counts.keys += 1), true);
    addEventListener('keydown', ({ key }) => (counts.keys += key.length > 1 ? 1 : 0), true);
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { counts: { taps: number; keys: number } }).counts);
}

const starsOf = ({ player: { page } }: Roster, name: string, tier: number) =>
  page.getByRole('button', { name: `${name} 등록: 성급 ${tier}`, exact: true });

/** Whether the element lies between the bars at the edges, so that it can be tapped without scrolling. */
const isInReach = (element: Locator): Promise<boolean> =>
  element
    .filter({ visible: true })
    .first()
    .evaluate((star) => {
      const { x, y, width, height } = star.getBoundingClientRect();
      return star === document.elementFromPoint(x + width / 2, y + height / 2);
    })
    .catch(() => false);

const registeredCount = (roster: Roster, count: number) =>
  roster.player.page.getByText(`${service.students.length}명 중 ${count}명 모집`).waitFor();

/** The consonants with which the syllables of a name begin. */
const initials = (name: string): string[] =>
  [...name].flatMap((letter) => {
    const code = letter.charCodeAt(0) - 0xac00;
    return code < 0 || code > 11_171
      ? []
      : ('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'[Math.floor(code / 588)] ?? []);
  });

test('twenty scattered students are registered by search with at most 45 taps and 50 keys', async () => {
  const roster = await openRosterPage(browser, service, {}, PHONE);
  const { page } = roster.player;
  await page.waitForLoadState('networkidle');
  const scattered = service.students.filter((_, place) => place % 13 === 0).slice(0, COUNT);
  const readCounts = await countInput(page);
  for (const { names } of scattered) {
    await page.getByRole('searchbox').tap();
    const star = starsOf(roster, names.ko, 3);
    for (const letter of initials(names.ko)) {
      await page.keyboard.insertText(letter);
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      if (await isInReach(star)) break;
    }
    await star.tap();
  }
  const { taps, keys } = await readCounts();
  await registeredCount(roster, COUNT);
  assert.ok(taps <= 45, `${taps} taps`);
  assert.ok(keys <= 50, `${keys} keys`);
  for (const { uid } of scattered)
    await until(`${uid} is saved`, async () => (await roster.state(uid)).tier === 3);
  await finish(roster);
});

test('twenty neighbours are registered with at most 22 taps, by their stars or by selecting them', async () => {
  const roster = await openRosterPage(browser, service, {}, PHONE);
  const { page, button } = roster.player;
  const readCounts = await countInput(page);
  const byStars = service.students.slice(0, COUNT);
  for (const { names } of byStars) await starsOf(roster, names.ko, 3).tap();
  assert.deepEqual(await readCounts(), { taps: COUNT, keys: 0 });
  await registeredCount(roster, COUNT);
  const bySelecting = service.students.slice(COUNT, 2 * COUNT);
  await button('선택').tap();
  for (const { names } of bySelecting) await button(`${names.ko} 미모집`).tap();
  await button(`${COUNT}명 등록: 성급 2`).tap();
  assert.equal((await readCounts()).taps, COUNT + COUNT + 2);
  await registeredCount(roster, 2 * COUNT);
  await page.getByText(`${COUNT}명을 등록했어요.`).first().waitFor();
  assert.equal((await roster.state(bySelecting[3]?.uid ?? '')).tier, 2);
  await page.getByRole('button', { name: '실행 취소' }).last().click();
  await registeredCount(roster, COUNT);
  await finish(roster);
});

test('the stars of the student who has the focus are typed, and can be corrected', async () => {
  const roster = await openRosterPage(browser, service, {});
  const { page } = roster.player;
  await page.keyboard.press('/');
  await page.keyboard.insertText('시로코');
  await page.keyboard.press('ArrowDown');
  await page.locator(':focus', { hasText: '시로코' }).waitFor();
  await page.keyboard.press('2');
  await page.getByText('등록했어요: 시로코 ★2').first().waitFor();
  await page.keyboard.press('3');
  await page.getByText('등록했어요: 시로코 ★3').first().waitFor();
  assert.equal((await roster.state('10010')).tier, 3);
  await page.keyboard.press('?');
  await page.getByText('미모집 학생을 그 성급으로 등록').waitFor();
  await finish(roster);
});
