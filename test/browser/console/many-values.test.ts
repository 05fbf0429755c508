import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../until.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, openRosterPage, type Roster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';

/** The same values for many students: by few taps, each as far as she can. */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const COUNT = 120;
const MAX_TAPS = 75;

const [service, browser] = await useConsole({ hasAllStudents: true });

const chip = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\d+명$`) });
const boxOf = ({ player: { page } }: Roster, name: string) =>
  page.getByRole('dialog').getByRole('textbox', { name });

/** The keyboard of a phone is there with the focus. */
const hasFocus = (box: Locator) => box.and(box.page().locator(':focus')).waitFor();

async function readRoster({ key }: Roster): Promise<Record<string, number | null>[]> {
  const { body } = await service.callBeta(key, 'GET', '/roster');
  return body.students;
}

test('120 students get nine values from nothing by at most 75 taps, twenty of them their own', async () => {
  const roster = await openRosterPage(browser, service, {}, PHONE);
  const { page, button } = roster.player;
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  /** The first value has the focus, others are a tap each. */
  const enter = async (values: Record<string, string>) => {
    await tap(button('값 바꾸기'));
    for (const [name, text] of Object.entries(values)) {
      if (name !== '레벨') await tap(button(name));
      await hasFocus(boxOf(roster, name));
      await page.keyboard.type(text);
      assert.equal(await boxOf(roster, name).inputValue(), text);
    }
    await tap(page.getByRole('dialog').getByRole('button', { name: /명 저장$/ }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  await tap(button('선택'));
  await tap(button('필터'));
  let count = 0;
  for (const school of ['밀레니엄', '트리니티', '게헨나', '아비도스', '백귀야행']) {
    if (count >= COUNT) break;
    await tap(chip(page, school));
    const show = page.getByRole('dialog').getByRole('button', { name: /명 보기$/ });
    count = Number.parseInt((await show.textContent()) ?? '', 10);
  }
  assert.ok(count >= COUNT, `${count}`);
  await tap(button(`${count}명 보기`));
  await tap(button(`모두 선택 (${count})`));
  await tap(button(/^기본 성급으로/));
  await page.getByText(`${count}명을 등록했어요.`).first().waitFor();
  // The selection stays, for the next value.
  await enter({ 레벨: '60', 스킬: '3444', '장비 티어': '5/4/4' });
  await tap(button(/^필터 \d/));
  await tap(chip(page, '스트라이커'));
  await tap(page.getByRole('dialog').getByRole('button', { name: /명 보기$/ }));
  await tap(button(/^모두 선택/));
  await enter({ 레벨: '75', 스킬: '3/7/7/7', '장비 티어': '7' });
  await tap(button('선택 끝내기'));
  await tap(button('선택'));
  const cards = page.locator('[data-student]');
  for (let place = 0; place < 20; place += 1) await tap(cards.nth(place));
  await tap(button('값 바꾸기'));
  await tap(button('레벨·스킬·장비 최대'));
  await tap(button('20명 저장'));
  await page.getByText('20명을 저장했어요.').first().waitFor();
  await page.locator('[data-saving]').first().waitFor({ state: 'detached' });

  const students = await readRoster(roster);
  const nine = [
    ...['tier', 'level', 'skillEx', 'skillNormal', 'skillEnhanced', 'skillSub'],
    ...['equip1', 'equip2', 'equip3'],
  ];
  // A sub skill that the stars do not open is left out.
  const isMissing = (student: Record<string, number | null>) => (name: string) =>
    student[name] === null &&
    !(name === 'skillSub' && (student.tier ?? 0) < 3) &&
    !(name === 'skillEnhanced' && (student.tier ?? 0) < 2);
  assert.deepEqual(
    students.flatMap((student) => nine.filter(isMissing(student))),
    [],
  );
  assert.ok(students.length >= COUNT, `${students.length}`);
  assert.equal(students.filter(({ level }) => level === 90).length, 20);
  assert.ok(taps <= MAX_TAPS, `${taps} taps`);
  await finish(roster);
});

test('students take what they can, and what is left out says why and how it can be had', async () => {
  const roster = await openRosterPage(browser, service, {
    10000: { tier: 3, weaponTier: 0 },
    10001: { tier: 5, weaponTier: 0 },
    10002: { tier: 5, weaponTier: 2, weaponLevel: 10 },
  });
  const { page, button } = roster.player;
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(consoleUrl(service, '?recruited=yes'));
  await button('선택').click();
  await button('모두 선택 (3)').click();
  await button('값 바꾸기').click();
  const dialog = page.getByRole('dialog');
  await hasFocus(boxOf(roster, '레벨'));
  await page.keyboard.type('87');
  await button('고유무기 레벨').click();
  await hasFocus(boxOf(roster, '고유무기 레벨'));
  await page.keyboard.type('40');
  await dialog.getByText('3명이 바뀌어요.').waitFor();
  await dialog.getByText('1명은 고유무기 레벨 제외: 고유무기가 없어요.').first().waitFor();
  await assertAccessible(roster.player, 'a change that some take in part');
  await button('고유 2성으로 함께 올리기 (1)').click();
  await button('3명 저장').click();
  await page.getByText('3명을 저장했어요.').first().waitFor();
  const values = (await readRoster(roster)).map(({ tier, weaponTier, level, weaponLevel }) => [
    ...[tier, weaponTier, level, weaponLevel],
  ]);
  assert.deepEqual(values, [
    [3, 0, 87, null],
    [5, 2, 87, 40],
    [5, 2, 87, 40],
  ]);
  assert.deepEqual(
    requests.filter((request) => request.includes('/me/students')),
    ['PATCH /console/api/me/students'],
  );
  // The selection is there for the next value.
  await page.getByText('3명 선택').waitFor();
  await button('값 바꾸기').click();
  await button('레벨').click();
  await button('스킬').click();
  await hasFocus(boxOf(roster, '스킬'));
  await page.keyboard.type('5/10/10');
  await dialog.getByText('5/10/10/10처럼 적으세요. 그대로 둘 값은 -로 적어요.').waitFor();
  await page.keyboard.type('/-');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await until('the skills are saved', async () =>
    (await readRoster(roster)).every(({ skillEx, skillSub }) => skillEx === 5 && skillSub === null),
  );
  await finish(roster);
});
