import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../until.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, openRosterPage, type Roster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useOwnConsole } from './use-console.ts';

const newStudent = (uid: string, name: string, attributes?: object) => ({
  uid,
  names: { ko: name, ja: name, en: name },
  aliases: [],
  attributes,
});
const SPRING = newStudent('99001', '새봄');
const LATE = newStudent('99002', '늦봄');
const today = new Date().toISOString().slice(0, 10);
/** Out in Japan, and not to come to the global server yet. */
const COMING = newStudent('99003', '먼봄', { star: 3, released: today, releasedGlobal: null });

const DAY_MS = 86_400_000;

const [service, browser] = await useOwnConsole();
const folder = await mkdtemp(join(tmpdir(), 'rollbook-catalogue-'));
after(() => rm(folder, { recursive: true, force: true }));

async function importWith(...added: (typeof COMING)[]): Promise<void> {
  const file = join(folder, 'students.json');
  await writeFile(file, JSON.stringify([...service.students, ...added]));
  await service.command('catalogue', 'import', file);
  await until('the new catalogue is served', async () => {
    const { students } = await (await fetch(`${service.url}/catalogue.json`)).json();
    return students.length === service.students.length + added.length;
  });
}

async function chooseGlobal(roster: Roster): Promise<void> {
  const { page, button } = roster.player;
  await button(/설정$/).click();
  const saved = page.waitForResponse((response) => response.url().endsWith('/console/api/account'));
  await page.getByRole('radio', { name: '글로벌' }).check();
  await saved;
  await page.keyboard.press('Escape');
}

const lineOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('who is new in the catalogue is told once, and opens with a press', async () => {
  const roster = await openRosterPage(browser, service, {});
  const { page, button } = roster.player;
  const notice = page.getByText(/^새로 나온 학생 \d/);
  await importWith(SPRING, LATE);
  await button('새로 고침').click();
  await page.getByText('새로 나온 학생 2명:').waitFor();
  await button('새봄').click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('heading', { name: '새봄' }).waitFor();
  // Nothing is known of the student, and nothing is said.
  await panel.getByText('성급을 정하면 등록할 수 있어요.').waitFor();
  await panel.getByRole('region', { name: '학생 정보' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await button('닫기').click();
  await notice.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText(`${service.students.length + 2}명 중 0명 모집`).waitFor();
  await notice.waitFor({ state: 'detached' });
  await finish(roster);
});

test('a new student is marked for two weeks, in cards, lines and table and on the page that picks', async () => {
  await importWith();
  const roster = await openRosterPage(browser, service, { 10010: { tier: 3, weaponTier: 0 } });
  const { page, button } = roster.player;
  await importWith(SPRING, LATE);
  await service.call(roster.key, 'POST', '/me/students', { studentUid: SPRING.uid, tier: 3, weaponTier: 0 });
  await page.reload();
  await page.getByRole('button', { name: /^새로 나온 학생 새봄 성급 3/ }).waitFor();
  await page.getByRole('button', { name: '새로 나온 학생 늦봄 미모집', exact: true }).waitFor();
  assert.equal(await page.getByRole('listitem').getByText('NEW', { exact: true }).count(), 2);
  await assertAccessible(roster.player, 'new students');
  await button('표').click();
  await page.getByRole('gridcell', { name: '새로 나온 학생 늦봄', exact: true }).waitFor();
  await button('카드').click();
  await page.goto(consoleUrl(service, '/pick'));
  await page.getByRole('button', { name: '새로 나온 학생 늦봄', exact: true }).waitFor();
  await assertAccessible(roster.player, 'new students to pick');

  for (const [days, count] of [
    [13, 2],
    [15, 0],
  ] as const) {
    await page.clock.setFixedTime(Date.parse(today) + days * DAY_MS);
    await page.goto(consoleUrl(service));
    await lineOf(page, '늦봄').waitFor();
    assert.equal(await page.getByRole('listitem').getByText('NEW', { exact: true }).count(), count);
  }
  await finish(roster);
});

test('a student who is not out is found by her name, and has a goal and a note before she is registered', async () => {
  await importWith(SPRING, LATE, COMING);
  const shown = {
    ...service,
    students: [...service.students, SPRING, LATE, COMING],
  } as unknown as typeof service;
  const roster = await openRosterPage(browser, shown, {});
  const { page, button } = roster.player;
  await chooseGlobal(roster);
  await lineOf(page, '먼봄').waitFor({ state: 'detached' });
  await page.getByRole('searchbox').fill('먼봄');
  const found = page.getByRole('button', { name: '먼봄 미출시', exact: true });
  await found.waitFor();
  await assertAccessible(roster.player, 'a student who is not out');
  // Neither a star nor a digit registers her.
  assert.equal(await lineOf(page, '먼봄').getByRole('button').count(), 1);
  await found.focus();
  await page.keyboard.press('3');
  await button('표').click();
  await page.getByRole('gridcell', { name: '먼봄 미출시', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('3');
  await page.getByRole('alert').getByText('아직 나오지 않은 학생이에요.').waitFor();
  await button('카드').click();

  await found.press('Enter');
  const panel = page.getByRole('dialog').first();
  await panel.getByText('글로벌 서버에 아직 나오지 않은 학생이에요.').waitFor();
  assert.equal(await panel.getByRole('button', { name: '모집으로 등록' }).count(), 0);
  assert.equal(await panel.getByRole('spinbutton').count(), 0);
  await panel.getByRole('button', { name: '직접 정하기' }).waitFor();
  await assertAccessible(roster.player, 'the panel of a student who is not out');
  await page.setViewportSize({ width: 1280, height: 900 });
  await panel.getByRole('button', { name: '직접 정하기' }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('spinbutton', { name: /^레벨/ }).fill('90');
  await dialog.getByLabel('메모').fill('반년 뒤 픽업');
  await dialog.getByRole('button', { name: '저장', exact: true }).click();
  await panel.getByRole('button', { name: '목표 고치기' }).waitFor();
  // The page shows what is not saved yet.
  let goals: Record<string, unknown>[] = [];
  await until('the goal is saved', async () => {
    ({ goals } = (await service.callBeta(roster.key, 'GET', '/goals')).body);
    return goals.length > 0;
  });
  assert.deepEqual(
    goals.map(({ studentUid, wanted, note }) => [studentUid, wanted, note]),
    [[COMING.uid, { level: 90 }, '반년 뒤 픽업']],
  );
  const { status } = await service.call(roster.key, 'GET', `/me/students/${COMING.uid}`);
  assert.equal(status, 404);
  await page.goto(consoleUrl(service, '/plan'));
  await button('목표').click();
  await lineOf(page, '먼봄').getByText('미출시', { exact: true }).waitFor();
  await page.goto(consoleUrl(service));
  await page.getByRole('searchbox').fill('먼봄');
  await found.click();

  // What the catalogue says of a day may be wrong.
  await panel.getByRole('button', { name: '이미 모집했어요' }).click();
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  await panel.getByRole('button', { name: '모집으로 등록' }).click();
  await panel.getByText('등록했어요.').waitFor();
  assert.equal((await roster.state(COMING.uid)).tier, 3);
  await finish(roster);
});
