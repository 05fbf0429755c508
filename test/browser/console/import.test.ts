import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { ROSTER_FORMATS, type RosterFormat } from '../../../client/formats/index.ts';
import type { CatalogueStudent } from '../../../client/index.ts';
import { APPEARANCES, assertAccessible } from './assert-accessible.ts';
import { consoleUrl, type Player, tabTo } from './player.ts';
import { rollbookJson, STATED, schaleDb, TEXTS } from './roster-texts.ts';
import { openSignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();
let students: CatalogueStudent[];
let uids: string[];
before(async () => {
  ({ students } = await (await fetch(`${service.url}/catalogue.json`)).json());
  uids = students.map(({ studentUid }) => studentUid);
});

const STUDENTS_PATH = /\/console\/api\/me\/students$/;
const CONSOLE_API = /\/console\/api\//;

interface Importer extends Player {
  /** A write key of the account, for another tool. */
  key: string;
}

/** A player with these students, on the import page. */
async function openImport(
  name: string,
  recruited: readonly object[] = [],
  options: BrowserContextOptions = {},
): Promise<Importer> {
  const player = await openSignedUpPlayer(browser, service, name, options);
  const { apiKey } = await player.issueKey();
  for (const student of recruited)
    assert.equal((await service.call(apiKey, 'POST', '/me/students', student)).status, 201);
  await openImportPage(player.page);
  return { ...player, key: apiKey };
}

async function openImportPage(page: Page): Promise<void> {
  await page.goto(consoleUrl(service, '/import'));
  await textField(page).waitFor();
}

const textField = (page: Page) => page.getByLabel(/^(다른 도구에서 내보낸 내용|Text from another tool)$/);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
const row = (page: Page, uid: string) => page.locator('.plan-row').filter({ hasText: nameOf(uid) });
/** The tick of a value that the text would lower or clear. */
const loss = (page: Page, uid: string, name: string | RegExp) =>
  row(page, uid).getByRole('checkbox', { name });
/** Not `innerText`, which is empty until a row with `content-visibility` is laid out. */
const readRow = async (page: Page, uid: string) => (await row(page, uid).textContent()) ?? '';
const nameOf = (uid: string) => students.find(({ studentUid }) => studentUid === uid)?.names.ko ?? uid;

async function review({ page, button }: Player, text: string): Promise<void> {
  await textField(page).fill(text);
  await button('바뀔 내용 보기').click();
  await heading(page, '바뀔 내용');
}

/** The numbers of the report. */
async function readCounts(page: Page): Promise<Record<string, number>> {
  const counts = page.locator('.count');
  await counts.first().waitFor();
  const pairs = await counts.evaluateAll((elements) =>
    elements.map((element) => [
      element.querySelector('dt')?.textContent ?? '',
      Number(element.querySelector('dd')?.textContent),
    ]),
  );
  return Object.fromEntries(pairs);
}

const catalogueDate = async (): Promise<string> => {
  const { headers } = await fetch(`${service.url}/catalogue.json`);
  return new Date(headers.get('last-modified') ?? '').toISOString().slice(0, 10);
};

const readStudent = async ({ key }: Importer, uid: string) =>
  (await service.call(key, 'GET', `/me/students/${uid}`)).body;

const plain = (studentUid: string, more: object = {}) => ({ studentUid, tier: 3, weaponTier: 0, ...more });

for (const format of Object.keys(ROSTER_FORMATS) as RosterFormat[])
  test(`imports a text of ${ROSTER_FORMATS[format]} that is pasted`, async () => {
    const player = await openImport(`import-${format}`);
    const { page, button } = player;
    const [known = '', other = ''] = uids;
    await review(player, TEXTS[format]([known, other]));
    await page.getByText(`${ROSTER_FORMATS[format]} 형식, 학생 2명`).waitFor();
    assert.match(await readRow(page, known), /새 학생[\s\S]*레벨 90/);
    await button('2명 저장').click();
    await heading(page, '가져오기를 마쳤어요');
    assert.deepEqual(await readCounts(page), { '새 학생': 2, 변경: 0 });
    assert.partialDeepStrictEqual(await readStudent(player, other), STATED);
    await page.getByRole('link', { name: '계정', exact: true }).click();
    await page.getByText(`${ROSTER_FORMATS[format]}에서 가져왔어요: 새 학생 2명.`).waitFor();
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
  const student = students.find(({ forms }) => forms.length > 0);
  const rows = [student?.studentUid, student?.forms[0], uids[0]].map((uid) => [uid, {}]);
  const text = schaleDb(Object.fromEntries(rows));
  await textField(page).fill(text);
  await page.getByText('SchaleDB 형식, 학생 2명').waitFor();
  await review(player, text);
  await page.getByText('SchaleDB 형식, 학생 2명').waitFor();
  assert.equal(await page.locator('.plan-row').count(), 2);
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
  await page.getByText('99999').waitFor();
  await page.getByText('참고할 점').click();
  await page.getByText('고유무기가 있어 성급을 5로 올렸어요').click();
  await page.getByText('고유무기가 있으므로 성급을 4에서 5로 올렸어요.').waitFor();

  await page.getByRole('radio', { name: '변경 2' }).check();
  assert.equal(await page.locator('.plan-row').count(), 2);
  await page.getByRole('radio', { name: '전체 3' }).check();
  await row(page, fresh).getByRole('checkbox').uncheck();
  await button('2명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.deepEqual(await readCounts(page), { '새 학생': 0, 변경: 2 });
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
  assert.equal(await page.locator('.plan-row').count(), 2);
  await lowerAll.check();
  await row(page, untouched).waitFor();
  await page.getByText('2명의 값이 낮아져요').waitFor();
  await loss(page, other, '인연 랭크 9 → 1 낮아짐').uncheck();
  assert.ok(await lowerAll.evaluate((box: HTMLInputElement) => box.indeterminate));
  await button('3명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.deepEqual(await readCounts(page), { '새 학생': 1, 변경: 2 });
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

test('the roster does not take an own import for the changes of another tool', async () => {
  const [changed = '', added = '', other = ''] = uids;
  const player = await openImport('own-changes', [plain(changed), plain(other)]);
  const { page, button } = player;
  await page.getByRole('link', { name: '학생', exact: true }).click();
  await page.getByText(`${service.students.length}명 중 2명 모집`).waitFor();
  await page.getByRole('link', { name: '가져오기·내보내기', exact: true }).click();
  await review(player, rollbookJson([plain(changed, { level: 50 }), plain(added)]));
  await button('2명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  await service.call(player.key, 'PATCH', `/me/students/${other}`, { level: 60 });
  await page.getByRole('link', { name: '학생 목록 보기' }).click();
  await page.getByText(`${service.students.length}명 중 3명 모집`).waitFor();
  await page.getByText('다른 곳에서 바뀐 학생 1명을 반영했어요.').first().waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('leaves alone what another tool changed after the review, and shows it again', async () => {
  const [conflicting = '', other = '', added = ''] = uids;
  const player = await openImport('conflict', [
    plain(conflicting, { level: 10 }),
    plain(other, { level: 10 }),
  ]);
  const { page, button } = player;
  const states = [conflicting, other, added].map((uid) => plain(uid, { level: 50 }));
  await review(player, rollbookJson(states));
  await service.call(player.key, 'PATCH', `/me/students/${conflicting}`, { level: 60, bond: 7 });
  await service.call(player.key, 'POST', '/me/students', plain(added, { level: 70 }));
  await button('3명 저장').click();
  await heading(page, '일부만 저장했어요');
  assert.deepEqual(await readCounts(page), { '새 학생': 0, 변경: 1, 실패: 2 });
  await page.getByText('확인하는 사이에 다른 곳에서 바뀌어서').waitFor();
  assert.equal((await readStudent(player, conflicting)).level, 60);
  await button('2명 다시 확인').click();
  await heading(page, '다시 확인할 학생');
  assert.match(await readRow(page, conflicting), /레벨 60 → 50 낮아짐/);
  await loss(page, added, '레벨 70 → 50 낮아짐').check();
  await button('1명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.deepEqual(await readCounts(page), { '새 학생': 0, 변경: 2 });
  assert.partialDeepStrictEqual(await readStudent(player, conflicting), { level: 60, bond: 7 });
  assert.equal((await readStudent(player, added)).level, 50);
  player.assertNoProblems();
  await player.context.close();
});

test('a change between the list and the write of an import is refused by its precondition', async () => {
  const [uid = ''] = uids;
  const player = await openImport('precondition', [plain(uid, { level: 10 })]);
  const { page, button } = player;
  await review(player, rollbookJson([plain(uid, { level: 50 })]));
  await page.route(CONSOLE_API, async (route) => {
    if (route.request().method() === 'PATCH')
      await service.call(player.key, 'PATCH', `/me/students/${uid}`, { level: 60 });
    await route.continue();
  });
  await button('1명 저장').click();
  await heading(page, '일부만 저장했어요');
  await page.getByText('확인하는 사이에 다른 곳에서 바뀌어서').waitFor();
  assert.equal((await readStudent(player, uid)).level, 60);
  await player.context.close();
});

test('an import writes nothing into another account that has signed in meanwhile', async () => {
  const [uid = ''] = uids;
  const player = await openImport('import-owner');
  const other = await openImport('import-other');
  await review(player, rollbookJson([plain(uid)]));
  // As after a sign-in in another tab.
  await player.context.clearCookies();
  await player.context.addCookies(await other.context.cookies());
  const answer = player.page.waitForResponse(/\/console\/api\/me\/students/);
  await player.button('1명 저장').click();
  assert.equal((await answer).status(), 401);
  for (const { key } of [player, other])
    assert.deepEqual((await service.call(key, 'GET', '/me/students')).body.students, []);
  await other.context.close();
  await player.context.close();
});

/** Lets so many registrations through, then refuses all requests until it is called. Returns the UIDs sent. */
async function goOffline(page: Page, after: number): Promise<{ sent: string[]; goOnline: () => void }> {
  const sent: string[] = [];
  let isOffline = false;
  await page.route(CONSOLE_API, async (route) => {
    const request = route.request();
    const isRegistration = request.method() === 'POST' && STUDENTS_PATH.test(request.url());
    if (isRegistration && sent.length === after) isOffline = true;
    if (isOffline) return route.abort('internetdisconnected');
    if (isRegistration) sent.push(request.postDataJSON().studentUid);
    return route.continue();
  });
  return {
    sent,
    goOnline() {
      isOffline = false;
      after = Number.POSITIVE_INFINITY;
    },
  };
}

test('an import that loses the connection says what was done, and saves only the rest after it', async () => {
  const player = await openImport('offline');
  const { page, button } = player;
  const wanted = uids.slice(0, 12);
  await review(player, rollbookJson(wanted.map((uid) => plain(uid))));
  const { sent, goOnline } = await goOffline(page, 3);
  await button('12명 저장').click();
  await page.getByText('서버가 응답하지 않아 다시 시도하는 중이에요.').waitFor();
  await heading(page, '일부만 저장했어요');
  assert.deepEqual(await readCounts(page), { '새 학생': 3, 변경: 0, 실패: 9 });
  await page.getByText('서버에 연결할 수 없어요.').first().waitFor();
  goOnline();
  await button('실패한 9명 다시 시도').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.deepEqual(await readCounts(page), { '새 학생': 12, 변경: 0 });
  assert.deepEqual(sent.toSorted(), wanted.toSorted());
  await page.getByRole('link', { name: '계정', exact: true }).click();
  await page.getByText('Rollbook JSON에서 가져왔어요: 새 학생 9명.').waitFor();
  await page.getByText('Rollbook JSON에서 가져왔어요: 새 학생 3명.').waitFor();
  await player.context.close();
});

test('an import whose answers are lost finds its own writes when it goes on', async () => {
  const player = await openImport('lost-answers');
  const { page, button } = player;
  const wanted = uids.slice(0, 4);
  await review(player, rollbookJson(wanted.map((uid) => plain(uid))));
  let isOffline = false;
  await page.route(CONSOLE_API, async (route) => {
    if (route.request().method() === 'POST' && STUDENTS_PATH.test(route.request().url())) {
      isOffline = true;
      // Reaches the service, and its answer does not come back.
      await route.fetch();
    }
    return isOffline ? route.abort('connectionreset') : route.continue();
  });
  await button('4명 저장').click();
  await heading(page, '일부만 저장했어요');
  assert.equal((await readCounts(page)).실패, 4);
  await page.unroute(CONSOLE_API);
  await button('실패한 4명 다시 시도').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.deepEqual(await readCounts(page), { '새 학생': 4, 변경: 0 });
  await player.context.close();
});

/** Answers so many registrations and holds the others back. */
async function holdAfter(page: Page, answered: number): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let seen = 0;
  await page.route(STUDENTS_PATH, async (route) => {
    if (route.request().method() === 'POST' && ++seen > answered) await promise;
    // The page may be closed by now.
    await route.continue().catch(() => {});
  });
  return resolve;
}

test('a cancelled import says how much is saved, and goes on with the rest', async () => {
  const player = await openImport('cancel');
  const { page, button } = player;
  await review(player, rollbookJson(uids.slice(0, 20).map((uid) => plain(uid))));
  const release = await holdAfter(page, 2);
  await button('20명 저장').click();
  await page.getByText('20명 가운데 2명').waitFor();
  await button('취소').click();
  release();
  await heading(page, '가져오기를 멈췄어요');
  const { '새 학생': done = 0, 남음: left = 0 } = await readCounts(page);
  assert.ok(done >= 2 && done <= 10, `${done} done`);
  assert.equal(done + left, 20);
  await button(`나머지 ${left}명 저장`).click();
  await heading(page, '가져오기를 마쳤어요');
  assert.equal((await readCounts(page))['새 학생'], 20);
  player.assertNoProblems();
  await player.context.close();
});

test('an import whose tab was closed is noted, and the same text saves only the rest', async () => {
  const player = await openImport('closed');
  const text = rollbookJson(uids.slice(0, 20).map((uid) => plain(uid)));
  await review(player, text);
  const release = await holdAfter(player.page, 2);
  await player.button('20명 저장').click();
  await player.page.getByText('20명 가운데 2명').waitFor();
  await player.page.close();
  release();
  const page = await player.context.newPage();
  await openImportPage(page);
  await page.getByText('20명 가운데 2명까지 저장하고 멈췄어요.').waitFor();
  await textField(page).fill(text);
  await page.getByRole('button', { name: '바뀔 내용 보기' }).click();
  await heading(page, '바뀔 내용');
  const rest = await page.locator('.plan-row').count();
  assert.ok(rest > 0 && rest <= 18, `${rest} left`);
  await page.getByRole('button', { name: `${rest}명 저장` }).click();
  await heading(page, '가져오기를 마쳤어요');
  await openImportPage(page);
  assert.equal(await page.getByText('저장하고 멈췄어요').count(), 0);
  await player.context.close();
});

test('students whom the catalogue lacks are kept on the device, and offered when it has them', async () => {
  const player = await openImport('kept');
  const { page, button } = player;
  const [known = '', newcomer = '', named = ''] = uids;
  const response = await fetch(`${service.url}/catalogue.json`);
  const headers = { 'last-modified': response.headers.get('last-modified') ?? '' };
  const json = (await response.json()) as { students: CatalogueStudent[] };
  json.students = json.students.filter(({ studentUid }) => ![newcomer, named].includes(studentUid));
  // At once: a page that is left meanwhile may not be answered any more.
  const lackNewcomer = () => page.route(/\/catalogue\.json$/, (route) => route.fulfill({ headers, json }));
  await lackNewcomer();
  const byName = { name: nameOf(named), tier: 3, weaponTier: 0, level: 9 };
  const text = rollbookJson([plain(known), plain(newcomer, { level: 7 }), byName]);
  await review(player, text);
  await page.getByText(`이 서버의 학생 정보(${await catalogueDate()} 기준)에 없어요.`).waitFor();
  await button('1명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  await openImportPage(page);
  await page.getByText('학생 2명이 아직 이 서버의 학생 정보에 없어요.').waitFor();

  await page.unroute(/\/catalogue\.json$/);
  await openImportPage(page);
  await button('보관한 2명 보기').waitFor();
  await assertAccessible(player, 'kept rows');
  await button('보관한 2명 보기').click();
  await heading(page, '바뀔 내용');
  assert.equal(await page.locator('.plan-row').count(), 2);
  await button('2명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  assert.equal((await readStudent(player, newcomer)).level, 7);
  assert.equal((await readStudent(player, named)).level, 9);
  await openImportPage(page);
  assert.deepEqual(await page.locator('.import-source .notice').allTextContents(), []);

  await lackNewcomer();
  await openImportPage(page);
  await review(player, text);
  await openImportPage(page);
  await button('보관한 내용 지우기').click();
  await openImportPage(page);
  assert.deepEqual(await page.locator('.import-source .notice').allTextContents(), []);
  player.assertNoProblems();
  await player.context.close();
});

test('an import of many students counts as one write', async () => {
  const player = await openImport('many');
  const { page, button } = player;
  const remainingWrites = () =>
    page.evaluate(async () => {
      const request = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{}' };
      const { headers } = await fetch('/console/api/me/students/nobody', request);
      return Number(headers.get('ratelimit')?.match(/r=(\d+)/)?.[1]);
    });
  const before = await remainingWrites();
  await review(player, rollbookJson(uids.slice(0, 40).map((uid) => plain(uid))));
  await button('40명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  // The import, the request that asks and, perhaps already, the entry in the recent activity.
  const counted = before - (await remainingWrites());
  assert.ok(counted <= 3, `${counted} writes`);
  await player.context.close();
});

test('an import that meets the rate limit says when it goes on, and waits', async () => {
  const player = await openImport('limit');
  const { page, button } = player;
  await review(player, rollbookJson(uids.slice(0, 3).map((uid) => plain(uid))));
  let isLimited = true;
  await page.route(STUDENTS_PATH, async (route) => {
    if (route.request().method() !== 'POST' || !isLimited) return route.continue();
    isLimited = false;
    const error = { code: 'rate_limited', message: '요청이 너무 많습니다.', docs: 'http://localhost/' };
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error } });
  });
  await button('3명 저장').click();
  await page.getByText(/요청 한도를 다 썼어요\. .*에 이어서 저장해요/).waitFor();
  await heading(page, '가져오기를 마쳤어요');
  assert.equal((await readCounts(page))['새 학생'], 3);
  await player.context.close();
});

test('an import ends with the session, and its report is there after the next sign-in', async () => {
  const player = await openImport('session');
  const { page, button } = player;
  await review(player, rollbookJson(uids.slice(0, 3).map((uid) => plain(uid))));
  await player.context.clearCookies();
  await button('3명 저장').click();
  await player.heading('로그인');
  await page.getByText('로그인이 끝났어요. 다시 로그인하세요.').waitFor();
  await button('패스키로 로그인').click();
  await heading(page, '바뀔 내용');
  await button('3명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  await player.context.close();
});

test('removes students that the text lacks only when chosen and confirmed', async () => {
  const [kept = '', lacking = ''] = uids;
  const player = await openImport('prune', [plain(kept), plain(lacking, { bond: 20 })]);
  const { page, button } = player;
  const text = rollbookJson([plain(kept, { level: 5 })]);
  await review(player, text);
  assert.equal(await page.locator('.plan-row').count(), 1);
  await page.getByLabel('가져온 목록에 없는 학생도 삭제').click();
  assert.match(await readRow(page, lacking), /삭제/);
  await button('2명 저장').click();
  const dialog = page.getByRole('dialog');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '지금 목록을 파일로 저장' }).click();
  assert.match((await download).suggestedFilename(), /^rollbook-\d{4}-\d\d-\d\d\.json$/);
  await dialog.getByRole('button', { name: '취소' }).click();
  assert.equal((await readStudent(player, lacking)).bond, 20);
  await button('2명 저장').click();
  await dialog.getByRole('button', { name: '삭제하고 저장' }).click();
  await heading(page, '가져오기를 마쳤어요');
  assert.deepEqual(await readCounts(page), { '새 학생': 0, 변경: 1, 삭제: 1 });
  assert.equal((await service.call(player.key, 'GET', `/me/students/${lacking}`)).status, 404);

  await button('다른 목록 가져오기').click();
  await review(player, rollbookJson([plain(kept), { studentUid: lacking, tier: 9, weaponTier: 0 }]));
  assert.ok(await page.getByLabel('가져온 목록에 없는 학생도 삭제').isDisabled());
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
  assert.equal(await page.locator('.row-message').count(), 100);
  const longest = await page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks),
  );
  assert.ok(longest < MAX_TASK_MS, `a task took ${Math.round(longest)} ms`);
  player.assertNoProblems();
  await player.context.close();
});

async function exportText(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '파일로 저장' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test('exports each format as a file that can be imported again, also merged and copied', async () => {
  const [uid = '', other = ''] = uids;
  const player = await openImport('export', [{ studentUid: uid, ...STATED }]);
  const { page, button } = player;
  for (const title of ['SchaleDB', 'BA-Resource-Planner', 'Rollbook JSON', 'Rollbook CSV']) {
    await page.getByRole('radio', { name: title }).check();
    const text = await exportText(page);
    await textField(page).fill(text);
    await page.getByText(`${title} 형식, 학생 1명`).waitFor();
  }
  await page.getByRole('radio', { name: 'BA-Resource-Planner' }).check();
  const merge = page.getByLabel('BA-Resource-Planner에서 내보낸 내용과 합치기');
  await merge.fill('hello');
  await button('파일로 저장').click();
  await page.getByText('BA-Resource-Planner 형식이 아니에요.').waitFor();
  await merge.fill(TEXTS.planner([other]));
  const merged = JSON.parse(await exportText(page));
  assert.deepEqual(
    merged.characters.map(({ id }: { id: string }) => id),
    [other, uid],
  );
  assert.deepEqual([merged.owned_materials, merged.characters[0].target.bond], [{ 100: '12' }, '100']);

  await player.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await merge.fill('');
  await button('복사').click();
  await page.getByText('학생 1명을 복사했어요.').first().waitFor();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(copied.characters.length, 1);

  const download = page.waitForEvent('download');
  await button('계정 데이터 저장(JSON)').click();
  assert.match((await download).suggestedFilename(), /^rollbook-account-\d{4}-\d\d-\d\d\.json$/);
  await page.locator('input[type=file]').setInputFiles(await (await download).path());
  await page.getByText('Rollbook account 형식, 학생 1명').waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('an empty roster is not exported, because the other tool would be emptied', async () => {
  const player = await openImport('empty-export');
  await player.button('파일로 저장').click();
  await player.page.getByText('내보낼 학생이 아직 없어요.').waitFor();
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
    const submit = page.locator('.import-source button[type=submit]');
    await textField(page).fill('?');
    await page.locator('details.formats summary').click();
    await assertAccessible(player, 'a text that cannot be read');
    await textField(page).fill(mixed);
    await assertAccessible(player, 'a text that can be read');
    await textField(page).fill(TEXTS.json(uids).padEnd(100_001));
    await page.locator('.file').waitFor();
    await assertAccessible(player, 'a text that is too long to show');
    await page.locator('.source-actions button').first().click();
    await textField(page).fill(mixed);
    await submit.click();
    await page.locator('.plan-row').nth(2).getByRole('checkbox').uncheck();
    await page.locator('.import-review details').evaluateAll((elements) => {
      for (const element of elements as HTMLDetailsElement[]) element.open = true;
    });
    await page.locator('.row-message').nth(2).waitFor();
    await assertAccessible(player, 'the review with problems');
    await page.locator('.section-heading button').click();
    await textField(page).fill(rollbookJson([plain(conflicting, { level: 50 }), plain(fresh)]));
    await submit.click();
    await page
      .getByRole('checkbox', { name: /^(가져온 목록에 없는 학생도 삭제|Also remove students)/ })
      .click();
    await page.locator('.plan-row').nth(2).waitFor();
    await page.locator('.plan-loss input').check();
    await assertAccessible(player, 'the review with a removal and a lowered value');
    await service.call(player.key, 'PATCH', `/me/students/${conflicting}`, { level: 70 });
    await page.locator('.apply-bar .primary').click();
    await assertAccessible(player, 'the confirmation of a removal');
    const release = await holdAfter(page, 0);
    await page.getByRole('dialog').locator('.destructive').click();
    await page.getByRole('progressbar').waitFor();
    await assertAccessible(player, 'the progress');
    release();
    await page.locator('.count').first().waitFor();
    await assertAccessible(player, 'the report');
    player.assertNoProblems();
    await player.context.close();
  });
