import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ROSTER_FORMATS, type RosterFormat } from '../../../client/formats/index.ts';
import type { CatalogueStudent } from '../../../client/index.ts';
import { APPEARANCES, assertAccessible } from './assert-accessible.ts';
import { consoleUrl, tabTo } from './player.ts';
import { rollbookJson, STATED, schaleDb, statedIn, TEXTS } from './roster-texts.ts';
import { heading, holdAfter, plain, readCounts, review, textField, useImport } from './use-import.ts';

/** A text of another tool is read, and what it would change is shown and chosen. */

const { service, uids, nameOf, openImport, openImportPage, row, loss, readRow, readStudent } =
  await useImport();

const catalogueDate = async (): Promise<string> => {
  const { headers } = await fetch(`${service.url}/catalogue.json`);
  return new Date(headers.get('last-modified') ?? '').toISOString().slice(0, 10);
};

for (const format of Object.keys(ROSTER_FORMATS) as RosterFormat[])
  test(`imports a text of ${ROSTER_FORMATS[format]} that is pasted`, async () => {
    const player = await openImport(`import-${format}`);
    const title = format === 'sheet' ? '스프레드시트' : ROSTER_FORMATS[format];
    const { page, button } = player;
    const [known = '', other = ''] = uids;
    await review(player, TEXTS[format]([known, other]));
    await page.getByText(`${title} 형식, 학생 2명`).waitFor();
    const stated = statedIn(format);
    assert.match(await readRow(page, known), 'level' in stated ? /새 학생[\s\S]*레벨 90/ : /새 학생/);
    // The import does not wait for its line among the activity, which the account reads once.
    const noted = page.waitForResponse(/\/activity\/import$/);
    await button('2명 저장').click();
    await heading(page, '가져오기를 마쳤어요');
    assert.deepEqual(await readCounts(page), { 등록: 2 });
    await noted;
    assert.partialDeepStrictEqual(await readStudent(player, other), stated);
    await page.getByRole('link', { name: '계정', exact: true }).click();
    await page.getByText(`${title}에서 가져왔어요: 새 학생 2명.`).waitFor();
    player.assertNoProblems();
    await player.context.close();
  });

test('imports a file that is chosen, and one that is dropped', async () => {
  const player = await openImport('files');
  const { page, button } = player;
  const [first = '', second = ''] = uids;
  await page.locator('input[type=file]').setInputFiles({
    name: '목록.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${TEXTS.csv([first])}`),
  });
  await page.getByText('Rollbook CSV 형식, 학생 1명').waitFor();
  await button('지우기').click();
  const dropped = await page.evaluateHandle(
    (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'planner.json'));
      return data;
    },
    TEXTS.planner([second]),
  );
  await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped });
  await page.getByText('BA-Resource-Planner 형식, 학생 1명').waitFor();
  await button('바뀔 내용 보기').click();
  await button('1명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.equal((await readStudent(player, second)).level, 90);
  player.assertNoProblems();
  await player.context.close();
});

test('counts two forms of a student as one', async () => {
  const player = await openImport('forms');
  const { page } = player;
  const student = service.students.find(({ otherForms }) => otherForms !== undefined);
  const rows = [student?.uid, student?.otherForms?.[0], uids[0]].map((uid) => [uid, {}]);
  const text = schaleDb(Object.fromEntries(rows));
  await textField(page).fill(text);
  await page.getByText('SchaleDB 형식, 학생 2명').waitFor();
  await review(player, text);
  await page.getByText('SchaleDB 형식, 학생 2명').waitFor();
  assert.equal(await page.locator('[data-student]').count(), 2);
  player.assertNoProblems();
  await player.context.close();
});

test('says what can be read when a text is no roster, and where a text breaks off', async () => {
  const player = await openImport('unreadable');
  const { page, button } = player;
  await textField(page).fill('안녕하세요');
  await page.getByText(/읽을 수 있는 형식: .*SchaleDB.*BA-Scanner/).waitFor();
  assert.equal(await button('바뀔 내용 보기').getAttribute('aria-disabled'), 'true');
  await textField(page).fill(TEXTS.planner(uids.slice(0, 1)).slice(0, -9));
  await page.getByText('JSON이 올바르지 않아요.').waitFor();
  await textField(page).fill(rollbookJson([]));
  await page.getByText('학생을 찾지 못했어요.').waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('leaves higher values alone, groups warnings, and leaves students out', async () => {
  const [higher = '', raised = '', same = '', fresh = ''] = uids;
  const player = await openImport('review', [
    { studentUid: higher, ...STATED, level: 80, bond: 60 },
    plain(raised, { level: 10 }),
    { studentUid: same, ...STATED },
  ]);
  const { page, button } = player;
  const text = schaleDb({
    [higher]: { b: 50, wl: 55 },
    [raised]: { s: 4, ws: 1, wl: 0 },
    [same]: {},
    [fresh]: {},
    99999: {},
  });
  await review(player, text);
  await page.getByText('1명은 그대로예요.').waitFor();
  await page.getByText('학생 1명은 여기에 기록된 값이 더 높아서 그대로 둬요.').waitFor();
  assert.match(await readRow(page, higher), /레벨 80 → 90[\s\S]*인연 랭크 60 → 50 낮아짐/);
  assert.equal(await loss(page, higher, '인연 랭크 60 → 50 낮아짐').isChecked(), false);
  assert.match(await readRow(page, raised), /성급 3 → 5/);
  assert.doesNotMatch(await readRow(page, raised), /낮아짐/);
  await page.getByText('저장할 수 없는 행 1개').waitFor();
  await page.getByText('99999', { exact: true }).waitFor();
  await page.getByText('참고할 점').click();
  await page.getByText('고유무기가 있어 성급을 5로 올렸어요').click();
  await page.getByText('성급 4 → 5').waitFor();

  await page.getByRole('radio', { name: '변경 2' }).check();
  assert.equal(await page.locator('[data-student]').count(), 2);
  await page.getByRole('radio', { name: '전체 3' }).check();
  await row(page, fresh).getByRole('checkbox').uncheck();
  await button('2명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.deepEqual(await readCounts(page), { 변경: 2 });
  await page.getByText('학생 1명은 여기에 기록된 더 높은 값을 그대로 두었어요.').waitFor();
  assert.partialDeepStrictEqual(await readStudent(player, higher), { level: 90, bond: 60 });
  assert.equal((await readStudent(player, raised)).tier, 5);
  assert.equal((await service.call(player.key, 'GET', `/me/students/${fresh}`)).status, 404);
  player.assertNoProblems();
  await player.context.close();
});

test('lowers and clears the values that are ticked, those of a pair together', async () => {
  const [one = '', other = ''] = uids;
  const recorded = { level: 90, skillEx: 5, bond: 20, equip1: 5, equip1Level: 45 };
  const player = await openImport('losses', [plain(one, recorded), plain(other, recorded)]);
  const { page, button } = player;
  const lower = { level: 1, skillEx: null, bond: 1, equip1: 4, equip1Level: 40 };
  await review(player, rollbookJson([plain(one, lower), plain(other, lower)]));
  assert.equal(await button('0명 저장').getAttribute('aria-disabled'), 'true');
  assert.ok(await loss(page, one, '낮은 값 5개 모두').isVisible());
  await row(page, one).getByRole('button', { name: '값 보기' }).click();
  await loss(page, one, '장비 1 레벨 45 → 40 낮아짐').check();
  assert.ok(await loss(page, one, '장비 1 티어 5 → 4 낮아짐').isChecked());
  await loss(page, one, /EX 스킬 5 → .*지워짐/).check();
  await page.getByText('1명의 값이 낮아져요').waitFor();
  await button('1명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  const { level, skillEx, bond, equip1, equip1Level } = await readStudent(player, one);
  assert.deepEqual([level, skillEx, bond, equip1, equip1Level], [90, null, 20, 4, 40]);
  assert.partialDeepStrictEqual(await readStudent(player, other), recorded);
  player.assertNoProblems();
  await player.context.close();
});

test('one switch takes every lower value and the rows of defaults, which single ticks take back', async () => {
  const [one = '', other = '', untouched = ''] = uids;
  const player = await openImport('lower-all', [
    plain(one, { level: 90 }),
    plain(other, { level: 90, bond: 9 }),
  ]);
  const { page, button } = player;
  const inPlanner = { level: '1', bond: '1', star: 3, ue: 0, ue_level: '0' };
  const characters = [one, other, untouched].map((id) => ({
    id,
    name: id,
    current: { ...inPlanner, ...(id === untouched ? {} : { level: '70' }) },
  }));
  await review(player, JSON.stringify({ exportVersion: 2, characters }));
  const lowerAll = page.getByRole('checkbox', { name: '낮아지거나 지워지는 값도 모두 저장' });
  await page.getByText('도구가 채운 기본값뿐인 1행은 제외했어요.').waitFor();
  assert.equal(await page.locator('[data-student]').count(), 2);
  await lowerAll.check();
  await row(page, untouched).waitFor();
  await page.getByText('2명의 값이 낮아져요').waitFor();
  await loss(page, other, '인연 랭크 9 → 1 낮아짐').uncheck();
  assert.ok(await lowerAll.evaluate((box: HTMLInputElement) => box.indeterminate));
  await button('3명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.deepEqual(await readCounts(page), { 등록: 1, 변경: 2 });
  assert.equal((await readStudent(player, one)).level, 70);
  assert.partialDeepStrictEqual(await readStudent(player, other), { level: 70, bond: 9 });
  player.assertNoProblems();
  await player.context.close();
});

test('a student whose ticked values do not fit those that stay is left out with the reason', async () => {
  const [uid = ''] = uids;
  const recorded = { studentUid: uid, tier: 5, weaponTier: 3, weaponLevel: 50 };
  const player = await openImport('losses-refused', [recorded]);
  const { page, button } = player;
  await review(player, rollbookJson([{ ...recorded, weaponTier: 1, weaponLevel: 30 }]));
  await loss(page, uid, '고유무기 성급 3 → 1 낮아짐').check();
  await page.getByText(/이 학생은 저장하지 않아요\. .*고유무기 레벨/).waitFor();
  assert.equal(await button('0명 저장').getAttribute('aria-disabled'), 'true');
  await loss(page, uid, '고유무기 레벨 50 → 30 낮아짐').check();
  await button('1명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.equal((await readStudent(player, uid)).weaponLevel, 30);
  player.assertNoProblems();
  await player.context.close();
});

const assertNoNotice = async (page: Page) =>
  assert.deepEqual(
    await page
      .getByRole('region', { name: '가져오기', exact: true })
      .locator('.notice_notice')
      .allTextContents(),
    [],
  );

const keepField = (page: Page, count: number) =>
  page.getByRole('checkbox', { name: `아직 없는 학생 ${count}명 기억하기` });
const memory = (page: Page, count: number) => page.getByText(`가져오기에서 기억한 것 ${count}개`);

/** Serves the page a catalogue without these students, until it is asked to end. */
async function lackStudents(page: Page, lacking: readonly string[]): Promise<() => Promise<void>> {
  const response = await fetch(`${service.url}/catalogue.json`);
  const headers = { 'last-modified': response.headers.get('last-modified') ?? '' };
  const json = (await response.json()) as { version: string; students: CatalogueStudent[] };
  json.students = json.students.filter(({ studentUid }) => !lacking.includes(studentUid));
  json.version = 'before';
  // At once: a page that is left meanwhile may not be answered any more.
  await page.route(/\/catalogue\.json$/, (route) => route.fulfill({ headers, json }));
  return () => page.unroute(/\/catalogue\.json$/);
}

test('the review offers to keep students whom the catalogue lacks, who are asked about when it has them', async () => {
  const player = await openImport('kept');
  const { page, button } = player;
  const [known = '', newcomer = '', named = ''] = uids;
  const endLack = await lackStudents(page, [newcomer, named]);
  const byName = { name: nameOf(named), tier: 3, weaponTier: 0, level: 9 };
  const text = rollbookJson([plain(known), plain(newcomer, { level: 7 }), byName]);
  await openImportPage(page);
  await review(player, text);
  await page.getByText(`이 서버의 학생 정보(${await catalogueDate()} 기준)에 없어요.`).waitFor();
  await page.getByText(`${newcomer}, ${nameOf(named)}. 이 서버의 학생 정보에 들어오면`).waitFor();
  assert.ok(await keepField(page, 2).isChecked());
  await assertAccessible(player, 'unknown students in the review');
  // What was only looked at, or not wanted, leaves nothing behind.
  await openImportPage(page);
  assert.equal(await memory(page, 2).count(), 0);
  await review(player, text);
  await keepField(page, 2).uncheck();
  await button('1명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  await openImportPage(page);
  assert.equal(await memory(page, 2).count(), 0);
  await review(player, text);
  await button('아직 없는 학생 2명 기억하기').click();
  await memory(page, 2).waitFor();
  await memory(page, 2).click();
  await page.getByRole('list').getByText(nameOf(named), { exact: true }).waitFor();
  await assertNoNotice(page);

  await endLack();
  await openImportPage(page);
  await page.getByText('기억해 둔 학생 2명이 이 서버의 학생 정보에 들어왔어요:').waitFor();
  await assertAccessible(player, 'kept rows');
  await button('바뀔 내용 보기 (2명)').click();
  await heading(page, '바뀔 내용');
  assert.equal(await page.locator('[data-student]').count(), 2);
  await button('2명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.equal((await readStudent(player, newcomer)).level, 7);
  assert.equal((await readStudent(player, named)).level, 9);
  const { changes } = (await service.callBeta(player.key, 'GET', '/changes')).body;
  const groups = new Set(changes.slice(-2).map(({ group }: { group: number }) => group));
  assert.equal(groups.size, 1);
  await openImportPage(page);
  await assertNoNotice(page);
  assert.equal(await memory(page, 2).count(), 0);
  player.assertNoProblems();
  await player.context.close();
});

test('kept rows are asked about on the roster of another device, lower nothing, and are forgotten on demand', async () => {
  const [known = '', newcomer = ''] = uids;
  const player = await openImport('kept on', [plain(newcomer, { level: 40, skillEx: 2 })]);
  const { page, button } = player;
  const endLack = await lackStudents(page, [newcomer]);
  await openImportPage(page);
  await review(
    player,
    rollbookJson([plain(known), plain(newcomer, { level: 7, skillEx: 5 }), plain('98765')]),
  );
  await button('1명 저장').click();
  await page.getByText('아직 없는 학생 2명을 기억했어요.').waitFor();

  await endLack();
  await page.evaluate(() => localStorage.removeItem('rollbook-known-students'));
  await page.goto(consoleUrl(service));
  await page.getByText('기억해 둔 학생 1명이 이 서버의 학생 정보에 들어왔어요:').waitFor();
  await assertAccessible(player, 'kept rows on the roster');
  await button('바뀔 내용 보기 (1명)').click();
  await heading(page, '바뀔 내용');
  assert.match(await readRow(page, newcomer), /EX 스킬/);
  await button('1명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  const { level, skillEx } = await readStudent(player, newcomer);
  assert.deepEqual([level, skillEx], [40, 5]);
  await openImportPage(page);
  await memory(page, 1).click();
  await button('‘98765’ 지우기').click();
  await memory(page, 1).waitFor({ state: 'detached' });
  player.assertNoProblems();
  await player.context.close();
});

test('names that are markup are shown as text', async () => {
  const player = await openImport('markup');
  const { page } = player;
  const markup = '<img src=x onerror=alert(1)>';
  await review(
    player,
    rollbookJson([
      plain('no-such-student', { name: markup }),
      plain(uids[0] ?? '', { name: markup, level: markup }),
      plain(uids[1] ?? ''),
    ]),
  );
  await page.getByText(`${markup} · no-such-student`).waitFor();
  assert.equal(await page.locator('main img').count(), 0);
  player.assertNoProblems();
  await player.context.close();
});

/** Ten times what it takes on an idle machine. */
const MAX_TASK_MS = 4_000;

const paste = (page: Page, text: string): Promise<void> =>
  textField(page).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('a text of 5,000 hostile rows neither freezes the page nor fills it', async () => {
  const player = await openImport('hostile');
  const { page } = player;
  const rows = Array.from({ length: 5_000 }, (_, index) =>
    plain(`9${index}`, { name: `<b>${index}</b>`.repeat(50), level: index % 2 ? 1e9 : 1 }),
  );
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  await paste(page, rollbookJson([...rows, plain(uids[0] ?? '')]));
  await page.getByText(/붙여 넣은 텍스트, [\d,]+자/).waitFor();
  await player.button('바뀔 내용 보기').click();
  await page.getByText('저장할 수 없는 행 5000개').waitFor();
  await page.getByText(/^이 서버의 학생 정보/).click();
  await page.getByText('<b>0</b>').first().waitFor();
  await page.getByRole('button', { name: '50개 더 보기' }).click();
  assert.equal(await page.getByRole('strong').filter({ hasText: '<b>' }).count(), 100);
  const longest = await page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks),
  );
  assert.ok(longest < MAX_TASK_MS, `a task took ${Math.round(longest)} ms`);
  player.assertNoProblems();
  await player.context.close();
});

test('a player imports with the keyboard alone', async () => {
  const [uid = '', other = ''] = uids;
  const player = await openImport('keyboard-import');
  const { page } = player;
  await tabTo(player, '다른 도구에서 내보낸 내용');
  await page.keyboard.insertText(TEXTS.schaledb([uid, other]));
  await tabTo(player, '바뀔 내용 보기');
  await page.keyboard.press('Enter');
  await heading(page, '바뀔 내용');
  assert.equal(await page.locator(':focus').innerText(), '바뀔 내용');
  await tabTo(player, `${nameOf(uid)} 새 학생`);
  await page.keyboard.press('Space');
  await tabTo(player, '1명 저장');
  await page.keyboard.press('Enter');
  await heading(page, '가져오기를 마쳤어요');
  assert.equal(await page.locator(':focus').innerText(), '가져오기를 마쳤어요');
  await tabTo(player, '학생 목록 보기');
  await page.keyboard.press('Enter');
  await player.heading('학생');
  player.assertNoProblems();
  await player.context.close();
});

for (const { locale, colorScheme } of APPEARANCES)
  test(`axe finds no violation in any step of an import, in ${locale} and ${colorScheme}`, async () => {
    const [conflicting = '', lacking = '', fresh = '', left = ''] = uids;
    const recruited = [plain(conflicting, { level: 60, bond: 9 }), plain(lacking)];
    const player = await openImport(`axe-${locale}`, recruited, { locale, colorScheme });
    const { page } = player;
    const mixed = schaleDb({
      [conflicting]: { ws: 0, wl: 50, pm: 0, pa: 0, l: 50 },
      [fresh]: { e1: 1 },
      [left]: {},
      99999: {},
    });
    const submit = page.getByRole('button', { name: /^(바뀔 내용 보기|See what would change)$/ });
    await textField(page).fill('?');
    await page.getByText(/^(어디에서 복사하나요\?|Where do I find the text\?)$/).click();
    await assertAccessible(player, 'a text that cannot be read');
    await textField(page).fill(mixed);
    await assertAccessible(player, 'a text that can be read');
    await textField(page).fill(TEXTS.json(uids).padEnd(100_001));
    await page.getByText(/^(붙여 넣은 텍스트|Pasted text), /).waitFor();
    await assertAccessible(player, 'a text that is too long to show');
    await page.getByRole('button', { name: /^(지우기|Clear)$/ }).click();
    await textField(page).fill(mixed);
    await submit.click();
    await page.locator('[data-student]').nth(2).getByRole('checkbox').uncheck();
    await page.locator('main details').evaluateAll((elements) => {
      for (const element of elements as HTMLDetailsElement[]) element.open = true;
    });
    await page.locator('details').getByRole('strong').nth(1).waitFor();
    await assertAccessible(player, 'the review with problems');
    await page.locator('.section_heading button').click();
    await textField(page).fill(rollbookJson([plain(conflicting, { level: 50 }), plain(fresh)]));
    await submit.click();
    await page
      .getByRole('checkbox', { name: /^(가져온 목록에 없는 학생도 삭제|Also remove students)/ })
      .click();
    await page.locator('[data-student]').nth(2).waitFor();
    await page
      .getByRole('group', { name: /낮아지거나 지워지는 값|values that are lowered/ })
      .getByRole('checkbox')
      .check();
    await assertAccessible(player, 'the review with a removal and a lowered value');
    await service.call(player.key, 'PATCH', `/me/students/${conflicting}`, { level: 70 });
    await page.getByRole('button', { name: /^(\d+명 저장|Save \d+.*)$/ }).click();
    await assertAccessible(player, 'the confirmation of a removal');
    const release = await holdAfter(page, 0);
    await page.getByRole('dialog').locator('.button_destructive').click();
    await page.getByRole('progressbar').waitFor();
    await assertAccessible(player, 'the progress');
    release();
    await page.getByRole('main').getByRole('term').first().waitFor();
    await assertAccessible(player, 'the report');
    player.assertNoProblems();
    await player.context.close();
  });
