import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addressOf } from '../browser.ts';
import { APPEARANCES, assertAccessible } from './assert-accessible.ts';
import { finish, openRosterPage, type Roster } from './open-roster.ts';
import { consoleUrl, tabTo } from './player.ts';
import { useConsole } from './use-console.ts';

const STATE = { tier: 3, weaponTier: 0 };
const HARE = '23003';
const NOA = '10052';
const HIMARI = '20020';
const SHIMIKO = '26004';
/** Supporters of Millennium, one of Trinity and a dealer of Gehenna. */
const ROSTER = {
  [HARE]: { ...STATE, level: 79 },
  [NOA]: { ...STATE, level: 80 },
  [HIMARI]: STATE,
  [SHIMIKO]: { ...STATE, level: 10 },
  10000: { ...STATE, level: 10 },
};
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const [service, browser] = await useConsole();

const openRoster = (options?: Parameters<typeof openRosterPage>[3]) =>
  openRosterPage(browser, service, ROSTER, options);

const filterButton = (page: Page) => page.getByRole('button', { name: /^필터( \d+)?$/ });
const chip = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\d+명$`) });
const queryOf = async (page: Page): Promise<string> => decodeURIComponent((await addressOf(page)).search);

const hasFocus = (locator: ReturnType<Page['locator']>) =>
  locator.evaluate((element) => element === document.activeElement);

const countIs = (page: Page, count: number) =>
  page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${count}명( |$)`) })
    .waitFor({ state: 'attached' });

async function shownNames(page: Page, count: number): Promise<string[]> {
  await countIs(page, count);
  await page.waitForFunction((n) => document.querySelectorAll('[data-student]').length === n, count);
  return page.locator('[data-student] [lang]').allTextContents();
}

const namesWhere = (
  isMeant: (attributes: (typeof service.students)[number]['attributes']) => boolean,
): string[] => service.students.filter(({ attributes }) => isMeant(attributes)).map(({ names }) => names.ko);

async function openPanel({ player: { page } }: Roster): Promise<void> {
  await filterButton(page).click();
  await page.getByRole('group', { name: '학교' }).waitFor();
}

test('three taps show the supporters of Millennium below level 80', async () => {
  const roster = await openRoster();
  const { page, button } = roster.player;
  await openPanel(roster);
  await chip(page, '밀레니엄').click();
  await chip(page, '서포터').click();
  await chip(page, '레벨 80 미만').click();
  assert.deepEqual((await shownNames(page, 2)).toSorted(), ['하레', '히마리']);
  assert.equal(await queryOf(page), '?school=millennium&role=support&below=80');
  assert.equal(await chip(page, '밀레니엄').getAttribute('aria-pressed'), 'true');
  // Of each value, how many there would be: the other values of an attribute are alternatives.
  await button('밀레니엄 2명').waitFor();
  await button('트리니티 1명').click();
  await countIs(page, 3);
  await button('필터 지우기').click();
  await countIs(page, service.students.length);
  assert.equal(await queryOf(page), '');
  // What is pressed stays where it is.
  assert.ok(await hasFocus(button('필터 지우기')));
  await page.reload();
  await page.getByRole('group', { name: '학교' }).waitFor();
  await finish(roster);
});

test('filters are found, chosen and removed with the keyboard, and the focus is never lost', async () => {
  const roster = await openRoster();
  const { page } = roster.player;
  await tabTo(roster.player, '필터');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: '학교' }).waitFor();
  await tabTo(roster.player, /^밀레니엄/);
  await page.keyboard.press('Space');
  await tabTo(roster.player, /^서포터/);
  await page.keyboard.press('Space');
  await tabTo(roster.player, /^최대 스킬/);
  await page.keyboard.press('Space');
  await countIs(page, 3);
  await filterButton(page).press('Enter');
  const removal = (name: string) => page.getByRole('button', { name: `${name} 필터 빼기` });
  await removal('역할 서포터').press('Enter');
  await removal('역할 서포터').waitFor({ state: 'detached' });
  assert.ok(await hasFocus(removal('부족한 것 최대 스킬')));
  await page.keyboard.press('Enter');
  await removal('부족한 것 최대 스킬').waitFor({ state: 'detached' });
  assert.ok(await hasFocus(removal('학교 밀레니엄')));
  await page.keyboard.press('Enter');
  await removal('학교 밀레니엄').waitFor({ state: 'detached' });
  assert.ok(await hasFocus(filterButton(page)));
  await countIs(page, service.students.length);
  await finish(roster);
});

test('the address holds search, filters, order and groups, and opens as the same view', async () => {
  const roster = await openRoster();
  const { page, heading } = roster.player;
  const entries = await page.evaluate(() => history.length);
  await openPanel(roster);
  await chip(page, '밀레니엄').click();
  await chip(page, '★3').click();
  await page.getByRole('button', { name: '모집', exact: true }).click();
  await page.getByRole('combobox', { name: '순서' }).selectOption('level');
  await page.getByRole('combobox', { name: '묶기' }).selectOption('squad');
  await page.getByRole('searchbox').fill('히');
  const address = '?q=히&recruited=yes&school=millennium&star=3&sort=level&group=squad';
  assert.equal(await queryOf(page), address);
  assert.equal(await page.evaluate(() => history.length), entries);
  assert.deepEqual(await shownNames(page, 1), ['히마리']);
  // In another tab, which has stored nothing.
  const other = await roster.player.context.newPage();
  await other.goto((await addressOf(page)).href);
  assert.deepEqual(await shownNames(other, 1), ['히마리']);
  assert.equal(await queryOf(other), address);
  assert.equal(await other.getByRole('combobox', { name: '묶기' }).inputValue(), 'squad');
  await other.close();
  // From another page, Back leads to the view. A page that is opened without one has that of the tab.
  await page.getByRole('link', { name: '연결' }).click();
  await heading('연결');
  assert.equal(await queryOf(page), '');
  await page.goBack();
  assert.deepEqual(await shownNames(page, 1), ['히마리']);
  assert.equal(await queryOf(page), address);
  await page.goto(consoleUrl(service));
  assert.deepEqual(await shownNames(page, 1), ['히마리']);
  assert.equal(await queryOf(page), address);
  // An address wins over what the tab has stored; what it says that is unknown is left out.
  await page.goto(consoleUrl(service, '?school=trinity,hogwarts&role=wizard&sort=luck&below=80'));
  assert.deepEqual(await shownNames(page, 1), ['시미코']);
  assert.equal(await queryOf(page), '?school=trinity&below=80');
  await finish(roster);
});

test('what was filtered stays when a panel closes by Back, and the query of the history is no view', async () => {
  const roster = await openRoster();
  const { page, heading } = roster.player;
  await page.getByRole('searchbox').fill('시미코');
  await shownNames(page, 1);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '시미코' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(await shownNames(page, 1), ['시미코']);
  assert.equal(await queryOf(page), '?q=시미코');
  await page.goto(consoleUrl(service, `/history?student=${SHIMIKO}&group=1`));
  await heading('기록');
  await page.getByRole('link', { name: '학생', exact: true }).click();
  assert.deepEqual(await shownNames(page, 1), ['시미코']);
  await finish(roster);
});

test('a player who signs in comes to the view of the address', async () => {
  const roster = await openRoster();
  const { page, button, heading } = roster.player;
  await button(/설정/).click();
  await button('로그아웃').click();
  await heading('로그인');
  await page.goto(consoleUrl(service, '?school=trinity&below=80'));
  await heading('로그인');
  await button('패스키로 로그인').click();
  assert.deepEqual(await shownNames(page, 1), ['시미코']);
  assert.equal(await queryOf(page), '?school=trinity&below=80');
  await finish(roster);
});

test('the search knows the labels of attributes, and says what it has understood', async () => {
  const roster = await openRoster();
  const { page } = roster.player;
  const search = page.getByRole('searchbox');
  const meaning = page.locator('#student-list').getByRole('status');
  // The search is loaded after the list.
  await page.waitForLoadState('networkidle');
  await search.fill('게헨나 폭발');
  await meaning.getByText('학교: 게헨나 · 공격: 폭발', { exact: true }).waitFor();
  const explosive = namesWhere(({ school, attack }) => school === 'gehenna' && attack === 'explosive');
  assert.deepEqual((await shownNames(page, explosive.length)).toSorted(), explosive.toSorted());
  await search.fill('trinity healer ★2');
  await meaning.getByText('학교: 트리니티 · 역할: 힐러 · 기본 성급: ★2', { exact: true }).waitFor();
  assert.deepEqual((await shownNames(page, 2)).toSorted(), ['하나에', '하나코']);
  await search.fill('시로코');
  await meaning.getByText(': ').waitFor({ state: 'detached' });
  await finish(roster);
});

test('students are grouped with how many are recruited, as cards and in the table', async () => {
  const roster = await openRoster();
  const { page, button } = roster.player;
  const schools = (name: string) => page.getByRole('heading', { level: 3, name });
  await page.getByRole('combobox', { name: '묶기' }).selectOption('school');
  const count = namesWhere(({ school }) => school === 'millennium').length;
  await schools(`밀레니엄 ${count}명 중 3명 모집`).waitFor();
  const headings = await page.getByRole('heading', { level: 3 }).allInnerTexts();
  assert.match(headings[0] ?? '', /^게헨나/);
  assert.match(headings.at(-1) ?? '', /^기타/);
  // The heading follows a change, though nobody leaves the place.
  await button('아카네 등록: 성급 3').click();
  await schools(`밀레니엄 ${count}명 중 4명 모집`).waitFor();
  await button('표').click();
  const heading = page.getByRole('rowheader', { name: `밀레니엄 ${count}명 중 4명 모집` });
  await heading.waitFor();
  await page.locator(`[data-uid="${NOA}"]`).getByRole('gridcell').first().click();
  await page.getByRole('dialog', { name: '노아' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: '묶기' }).selectOption('');
  await heading.waitFor({ state: 'detached' });
  await finish(roster);
});

test('on a phone the filters are a sheet for a thumb, which Back closes', async () => {
  const roster = await openRoster(PHONE);
  const { page } = roster.player;
  await filterButton(page).tap();
  const sheet = page.getByRole('dialog', { name: '필터' });
  await sheet.waitFor();
  for (const name of ['밀레니엄', '서포터', '레벨 80 미만']) await chip(page, name).tap();
  const heights = await sheet
    .locator('fieldset button, footer button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
  assert.ok(heights.length > 30 && heights.every((height) => height >= 44), `${heights}`);
  await sheet.getByRole('button', { name: '2명 보기' }).waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  assert.deepEqual((await shownNames(page, 2)).toSorted(), ['하레', '히마리']);
  assert.equal(await queryOf(page), '?school=millennium&role=support&below=80');
  const removal = page.getByRole('button', { name: '역할 서포터 필터 빼기' });
  assert.ok(((await removal.boundingBox())?.height ?? 0) >= 44);
  await removal.tap();
  await filterButton(page).tap();
  await sheet.getByRole('button', { name: '2명 보기' }).tap();
  await sheet.waitFor({ state: 'detached' });
  // A sheet that is left open does not cover the page the next time.
  await filterButton(page).tap();
  await sheet.waitFor();
  await page.reload();
  await shownNames(page, 2);
  assert.equal(await sheet.count(), 0);
  await finish(roster);
});

for (const { locale, colorScheme } of APPEARANCES)
  test(`axe finds no violation in filters and groups, in ${locale} and ${colorScheme}`, async () => {
    const roster = await openRoster();
    const { player } = roster;
    await player.page.emulateMedia({ colorScheme });
    await player.page.evaluate(
      (language) => localStorage.setItem('rollbook-console-language', language),
      locale.slice(0, 2),
    );
    await player.page.goto(consoleUrl(service, '?school=millennium&below=90&group=role&q=hea'));
    await player.page.locator('.empty-state_empty').waitFor();
    await player.page.goto(consoleUrl(service, '?school=millennium&below=90&group=role'));
    await player.page.getByRole('heading', { level: 3 }).first().waitFor();
    await assertAccessible(player, 'active filters and groups');
    await player.button(/^(필터|Filters)( \d+)?$/).click();
    await player.page.getByRole('region', { name: /^(필터|Filters)$/ }).waitFor();
    await assertAccessible(player, 'the filter panel');
    await player.button(/^(표|Table)$/).click();
    await player.page.getByRole('rowheader').first().waitFor();
    await assertAccessible(player, 'the grouped table');
    await player.page.setViewportSize(PHONE.viewport);
    await player.page.reload();
    await player.button(/^(필터|Filters)( \d+)?$/).click();
    await player.page.getByRole('dialog', { name: /^(필터|Filters)$/ }).waitFor();
    await assertAccessible(player, 'the filter sheet');
    await finish(roster);
  });
