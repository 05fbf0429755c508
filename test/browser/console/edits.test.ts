import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { ConsoleBrowser } from '../../console/console-browser.ts';
import { until } from '../../until.ts';
import { addressOf } from '../browser.ts';
import { finish, type Roster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import {
  cell,
  isMarked,
  isUnmarked,
  levelField,
  openCard,
  openTable,
  SHIROKO,
  STATE,
  typeInCell,
  useEdits,
} from './use-edits.ts';

/** No edit of a player is lost: offline, limited, or left in a form. */

const STUDENT_WRITES = '**/console/api/me/students/**';

const { service, openRoster, changeElsewhere } = await useEdits();

/** What the page writes, in the order in which the service answers. An answer that the page does not read to its end counts too. */
function recordWrites({ player: { context } }: Roster): string[] {
  const writes: string[] = [];
  context.on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'GET' && request.url().includes('/me/students'))
      writes.push(`${request.method()} ${request.url().split('/').at(-1)} ${request.postData()}`);
  });
  return writes;
}

const refuse = (status: number, code: string, retryAfter: number) => (route: Route) =>
  route.fulfill({
    status,
    headers: { 'retry-after': String(retryAfter) },
    json: { error: { code, message: '' } },
  });

/** Answers writes like this, and reads as the service does. */
async function answerWrites(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route(STUDENT_WRITES, (route) =>
    route.request().method() === 'GET' ? route.fallback() : answer(route),
  );
}

test('an edit that a full browser cannot store says so, and is saved when the connection is back', async () => {
  const roster = await openRoster();
  const { page, context } = roster.player;
  await openTable(roster);
  await page.evaluate(() => {
    for (let text = 'x'.repeat(1_000_000); text !== ''; )
      try {
        localStorage.setItem(`filler ${localStorage.length}`, text);
      } catch {
        text = text.slice(text.length / 2);
        if (text.length === 1) text = '';
      }
  });
  await context.setOffline(true);
  await typeInCell(page, 'level', '61');
  await page.getByText('이 브라우저에 남은 공간이 없어 변경 1개가 이 탭에만 있어요.').waitFor();
  await context.setOffline(false);
  await page.getByText('시로코 레벨 61: 저장했어요.').first().waitFor();
  await page.getByText('남은 공간이 없어').waitFor({ state: 'detached' });
  assert.equal((await roster.state(SHIROKO)).level, 61);
  await finish(roster);
});

test('values typed into the table offline wait, and are sent in order when the connection is back', async () => {
  const roster = await openRoster({ [SHIROKO]: STATE, '10000': STATE });
  const { page, context } = roster.player;
  await openTable(roster);
  const writes = recordWrites(roster);
  await context.setOffline(true);
  await typeInCell(page, 'level', '61');
  await page.getByText('시로코 레벨 61: 연결되면 저장해요.').first().waitFor();
  await isMarked(page, 'level', 'waiting');
  await typeInCell(page, 'skillEx', '4');
  await typeInCell(page, 'level', '62');
  await typeInCell(page, 'level', '50', '10000');
  await page.getByText('변경 4개는 이 기기에 두었다가 저장해요.').waitFor();
  assert.equal(
    await cell(page, 'level')
      .innerText()
      .then((text) => text.trim().split(/\s+/).at(-1)),
    '62',
  );
  await page.getByRole('button', { name: '카드', exact: true }).click();
  await page.getByRole('button', { name: /^시로코 저장 대기/ }).waitFor();
  await context.setOffline(false);
  await page.getByText('시로코 레벨 61 등 4건: 저장했어요.').first().waitFor();
  await isUnmarked(page);
  const { level, skillEx } = await roster.state(SHIROKO);
  assert.deepEqual([level, skillEx, (await roster.state('10000')).level], [62, 4, 50]);
  await until('the requests are recorded', () => writes.length >= 4);
  assert.deepEqual(
    writes.filter((write) => write.includes(` ${SHIROKO} `)),
    ['{"level":61}', '{"skillEx":4}', '{"level":62}'].map((body) => `PATCH ${SHIROKO} ${body}`),
  );
  await finish(roster);
});

test('an edit that waits is there after a reload, and is undone like one that was saved', async () => {
  const roster = await openRoster();
  const { page } = roster.player;
  await openTable(roster);
  await answerWrites(page, (route) => route.abort());
  await typeInCell(page, 'level', '61');
  await isMarked(page, 'level', 'waiting');
  await page.reload();
  await isMarked(page, 'level', 'waiting');
  assert.equal((await roster.state(SHIROKO)).level, 35);
  await page.unroute(STUDENT_WRITES);
  await page.getByText('시로코 레벨 61: 저장했어요.').first().waitFor();
  assert.equal((await roster.state(SHIROKO)).level, 61);
  await answerWrites(page, (route) => route.abort());
  await typeInCell(page, 'level', '70');
  await isMarked(page, 'level', 'waiting');
  await page.keyboard.press('Control+z');
  await page.unroute(STUDENT_WRITES);
  await isUnmarked(page);
  assert.equal((await roster.state(SHIROKO)).level, 61);
  await finish(roster);
});

test('Ctrl+Z walks back what this page did, Ctrl+Shift+Z and Ctrl+Y forward, and what a tool changed since stays', async () => {
  const roster = await openRoster({ [SHIROKO]: STATE, '10000': STATE });
  const { page } = roster.player;
  await openTable(roster);
  const level = async (studentUid = SHIROKO) => (await roster.state(studentUid)).level;
  const says = (text: string) => page.locator('[popover=manual]', { hasText: text }).waitFor();
  await typeInCell(page, 'level', '61');
  await typeInCell(page, 'skillEx', '4');
  await typeInCell(page, 'level', '50', '10000');
  // As fast as a player presses.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await says('되돌렸어요: 시로코 레벨 35');
  assert.deepEqual(
    [await level(), (await roster.state(SHIROKO)).skillEx, await level('10000')],
    [35, null, 35],
  );
  await page.keyboard.press('Control+z');
  await says('이 페이지에서 되돌릴 변경이 없어요.');
  await page.keyboard.press('Control+Shift+z');
  await says('다시 실행했어요: 시로코 레벨 61');
  await page.keyboard.press('Control+y');
  await says('다시 실행했어요: 시로코 EX 스킬 4');
  assert.deepEqual([await level(), (await roster.state(SHIROKO)).skillEx, await level('10000')], [61, 4, 35]);
  await changeElsewhere(roster, { level: 70 });
  await page.keyboard.press('Control+z');
  await says('되돌렸어요: 시로코 EX 스킬 –');
  await page.keyboard.press('Control+z');
  await says('그 사이에 다른 곳에서 바뀐 학생 1명은 되돌리지 않았어요.');
  assert.deepEqual([await level(), (await roster.state(SHIROKO)).skillEx], [70, null]);
  // In a field the key is the field's own.
  await typeInCell(page, 'skillEx', '5');
  await until('it is saved', async () => (await roster.state(SHIROKO)).skillEx === 5);
  await page.getByRole('searchbox').fill('아루');
  await page.keyboard.press('Control+z');
  assert.equal((await roster.state(SHIROKO)).skillEx, 5);
  await finish(roster);
});

for (const [status, code] of [
  [429, 'rate_limited'],
  [503, 'unavailable'],
] as const)
  test(`an edit that is answered ${status} is sent again, and not before Retry-After, also after a reload`, async () => {
    const roster = await openRoster();
    const { page } = roster.player;
    await openTable(roster);
    const sentAt: number[] = [];
    await answerWrites(page, (route) => {
      sentAt.push(performance.now());
      return sentAt.length === 1 ? refuse(status, code, 8)(route) : route.fallback();
    });
    await typeInCell(page, 'level', '61');
    await page.getByText('시로코 레벨 61: 잠시 후 자동으로 저장해요.').first().waitFor();
    await page.getByText(/^변경 1개를 이 기기에 두었어요\..*에 다시 보내요\.$/).waitFor();
    await typeInCell(page, 'skillEx', '3');
    await isMarked(page, 'skillEx', 'waiting');
    await page.reload();
    await isMarked(page, 'level', 'waiting');
    await isUnmarked(page);
    const { level, skillEx } = await roster.state(SHIROKO);
    assert.deepEqual([level, skillEx, sentAt.length], [61, 3, 3]);
    const [first = 0, second = 0] = sentAt;
    assert.ok(second - first >= 8_000, `${second - first}`);
    await finish(roster);
  });

test('a write whose answer is lost is recognized as this page’s own', async () => {
  const roster = await openRoster();
  const { page, button } = roster.player;
  let isLost = false;
  await answerWrites(page, async (route) => {
    if (isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  const texts: string[] = [];
  await page.exposeFunction('noteText', (text: string) => {
    texts.push(...text.split('\n').filter((line) => /다른 (도구|곳)/.test(line)));
  });
  await page.evaluate(() =>
    new MutationObserver(() =>
      (window as unknown as { noteText(text: string): void }).noteText(document.body.innerText),
    ).observe(document.body, { childList: true, subtree: true, characterData: true }),
  );
  await openCard(roster);
  await levelField(roster).fill('61');
  await levelField(roster).press('Enter');
  await page.getByText('이 기기에 보관했어요.').waitFor();
  await page.getByText('시로코 레벨 61: 저장했어요.').first().waitFor();
  await page.keyboard.press('Escape');
  await button('새로 고침').click();
  await page.getByText('Lv 61').waitFor();
  assert.equal((await roster.state(SHIROKO)).level, 61);
  assert.deepEqual(texts, []);
  await finish(roster);
});

test('two tabs send an edit once, and each shows it', async () => {
  const roster = await openRoster();
  const { page, context } = roster.player;
  await openTable(roster);
  const second = await context.newPage();
  await second.goto(consoleUrl(service));
  await second.getByRole('grid').waitFor();
  const writes = recordWrites(roster);
  // Long enough for the other tab to begin as well.
  await context.route(STUDENT_WRITES, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.fallback();
  });
  await context.setOffline(true);
  await page.bringToFront();
  await typeInCell(page, 'level', '61');
  await isMarked(second, 'level', 'waiting');
  await context.setOffline(false);
  await Promise.all([isUnmarked(page), isUnmarked(second)]);
  await page.waitForLoadState('networkidle');
  await second.waitForLoadState('networkidle');
  await until('the request is recorded', () => writes.length > 0);
  assert.deepEqual(writes, [`PATCH ${SHIROKO} {"level":61}`]);
  assert.equal((await cell(second, 'level').innerText()).trim(), '61');
  await finish(roster);
});

test('an edit that waits is neither sent nor kept when another account signs in after the session ended', async () => {
  const { recoveryCodes } = await new ConsoleBrowser(service).signUp('the other account');
  const roster = await openRoster();
  const { page, context, button, heading } = roster.player;
  await openTable(roster);
  await page.route('**/console/api/me/students/**', refuse(503, 'unavailable', 1));
  await typeInCell(page, 'level', '61');
  await isMarked(page, 'level', 'waiting');
  await context.clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await heading('로그인');
  await page.unroute('**/console/api/me/students/**');
  const writes = recordWrites(roster);
  const enter = async (code: string) => {
    await page.getByText('패스키를 쓸 수 없나요?').click();
    await page.getByLabel('복구 코드').fill(code);
    await button('복구 코드로 계속').click();
    await heading('패스키를 등록해 주세요');
    await button('패스키 등록').click();
  };
  await enter(recoveryCodes[0] ?? '');
  await page.getByText(`${service.students.length}명 중 0명 모집`).waitFor();
  assert.equal(await page.locator('[data-mark]').count(), 0);
  await button(/설정/).click();
  await button('로그아웃').click();
  await heading('로그인');
  // The browser registers no second passkey of an account.
  await roster.player.removeAuthenticator();
  await roster.player.addAuthenticator();
  await enter(roster.player.recoveryCodes[0] ?? '');
  await page.getByText(`${service.students.length}명 중 1명 모집`).waitFor();
  await page.waitForLoadState('networkidle');
  assert.deepEqual(writes, []);
  assert.equal((await roster.state(SHIROKO)).level, STATE.level);
  await finish(roster);
});

test('the panel keeps what is saved offline, and saves it when the connection is back', async () => {
  const roster = await openRoster();
  const { page, context } = roster.player;
  await openCard(roster);
  await levelField(roster).fill('61');
  await context.setOffline(true);
  await levelField(roster).press('Enter');
  await page.getByText('이 기기에 보관했어요.').waitFor();
  assert.equal(await levelField(roster).inputValue(), '61');
  await context.setOffline(false);
  await page.getByText('시로코 레벨 61: 저장했어요.').first().waitFor();
  assert.equal((await roster.state(SHIROKO)).level, 61);
  await finish(roster);
});

test('Back closes the panel, and asks before a draft is lost', async () => {
  const roster = await openRoster();
  const { page, button } = roster.player;
  await openCard(roster);
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await openCard(roster);
  await levelField(roster).fill('61');
  for (let presses = 0; presses < 2; presses += 1) {
    await page.goBack();
    await page.getByText('저장하지 않은 변경이 있어요.').waitFor();
  }
  assert.equal(await levelField(roster).inputValue(), '61');
  await button('저장하지 않고 닫기').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.match((await addressOf(page)).href, /\/console$/);
  assert.equal((await roster.state(SHIROKO)).level, 35);
  await finish(roster);
});

test('leaving the page asks before a draft is lost', async () => {
  const roster = await openRoster();
  const { page } = roster.player;
  await openCard(roster);
  await levelField(roster).fill('61');
  const question = page.waitForEvent('dialog');
  const leaving = page.close({ runBeforeUnload: true });
  assert.equal((await question).type(), 'beforeunload');
  await (await question).dismiss();
  await leaving;
  assert.equal(await levelField(roster).inputValue(), '61');
  await finish(roster);
});

test('a draft is there again when its account signs in after the session ended', async () => {
  const roster = await openRoster();
  const { page, context, button, heading } = roster.player;
  await openCard(roster);
  await levelField(roster).fill('61');
  await context.clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await heading('로그인');
  await page.getByText('저장하지 않은 입력이 이 탭에 남아 있어요.').waitFor();
  await button(/패스키로 로그인/).click();
  await page.getByRole('dialog', { name: '시로코' }).waitFor();
  assert.equal(await levelField(roster).inputValue(), '61');
  await levelField(roster).press('Enter');
  await page.getByText(/^저장했어요/).waitFor();
  assert.equal((await roster.state(SHIROKO)).level, 61);
  await finish(roster);
});

test('signing out in another tab asks about a draft, and discards it', async () => {
  const roster = await openRoster();
  const { page, context, button, heading } = roster.player;
  await openCard(roster);
  await levelField(roster).fill('61');
  const second = await context.newPage();
  await second.goto(consoleUrl(service));
  const requestSignOut = async () => {
    await second.getByRole('button', { name: /설정/ }).click();
    await second.getByRole('button', { name: '로그아웃', exact: true }).click();
    await second.getByText('다른 탭에 저장하지 않은 입력이 있어요. 로그아웃하면 없어져요.').waitFor();
  };
  await requestSignOut();
  await second.getByRole('button', { name: '취소', exact: true }).click();
  assert.equal(await levelField(roster).inputValue(), '61');
  await requestSignOut();
  await second.getByRole('dialog').last().getByRole('button', { name: '로그아웃' }).click();
  await second.getByRole('heading', { name: '로그인' }).waitFor();
  await heading('로그인');
  await page.getByText('로그아웃했어요.').waitFor();
  await button(/패스키로 로그인/).click();
  await heading('학생');
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal((await roster.state(SHIROKO)).level, STATE.level);
  await finish(roster);
});
