import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addressOf } from '../browser.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, openRosterPage, type Roster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';

/** What leads from a student, a key and an eviction to the changes in the history. */

const SHIROKO = '10010';
const STATE = { tier: 3, weaponTier: 0, level: 35, bond: 4 };

const [service, browser] = await useConsole();

const openRoster = (): Promise<Roster> => openRosterPage(browser, service, { [SHIROKO]: STATE });

/** Changes the student with the key, as a group of its own. */
async function changeByTool({ key }: Roster, changes: object): Promise<void> {
  const answer = await fetch(`${service.url}/v1/me/students/${SHIROKO}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'bulk-operation': `bulk-${performance.now().toFixed()}`,
    },
    body: JSON.stringify(changes),
  });
  assert.equal(answer.status, 200);
}

/** What each caller did at once, in the history. */
const groups = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^되돌리기:/ }) });

test('the panel of a student has her changes, the newest first, each with the way to its group', async () => {
  const roster = await openRoster();
  const { page, heading } = roster.player;
  await changeByTool(roster, { level: 12, skillEx: 3 });
  await page.reload();
  await page.getByRole('button', { name: /^시로코 성급/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('이 학생의 기록').click();
  const entries = dialog.getByRole('listitem').filter({ has: page.getByRole('link') });
  await entries.nth(1).waitFor();
  const texts = (await entries.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  assert.match(texts[0] ?? '', /한꺼번에 레벨 35 → 12 낮아짐 EX 스킬 – 없음 → 3/);
  assert.match(texts[1] ?? '', /등록/);
  assert.equal(await entries.nth(0).getByText('낮아짐', { exact: true }).count(), 1);
  await assertAccessible(roster.player, 'the history of a student');
  // What the panel saves is there at once.
  await dialog.getByRole('spinbutton', { name: /^레벨/ }).fill('40');
  await dialog.getByRole('button', { name: /^저장/ }).click();
  await entries.nth(2).waitFor();
  assert.match(await entries.nth(0).innerText(), /이 브라우저/);
  await entries.nth(1).getByRole('link').click();
  await heading('기록');
  await groups(page).waitFor();
  assert.match((await addressOf(page)).search, /^\?group=\d+$/);
  assert.equal(await groups(page).count(), 1);
  await finish(roster);
});

test('a key says what it has changed, and its revocation offers to take that back', async () => {
  const roster = await openRoster();
  const { page, button, heading } = roster.player;
  await changeByTool(roster, { level: 12 });
  await page.goto(consoleUrl(service, '/connections'));
  await page.getByRole('link', { name: '이 키로 바꾼 기록 2묶음' }).waitFor();
  await page.getByRole('button', { name: /폐기$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '폐기' }).click();
  await button('바꾼 것 되돌리기').click();
  await heading('기록');
  assert.match((await addressOf(page)).search, /^\?author=key%3A\w+$/);
  await groups(page).nth(1).waitFor();
  await page.goto(consoleUrl(service, '/connections'));
  await page.getByText('끝난 키 1개').click();
  await page.getByRole('link', { name: '이 키로 바꾼 기록 2묶음' }).waitFor();
  await finish(roster);
});

test('the eviction of an intruder ends with what the ended keys have changed', async () => {
  const roster = await openRoster();
  const { page, button } = roster.player;
  await page.goto(consoleUrl(service, '/account'));
  await button('누가 내 계정에 들어왔어요').click();
  await button('모두 내보내기').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('코드를 안전한 곳에 보관했어요.').check();
  await dialog.getByRole('button', { name: '계속' }).click();
  await page.getByRole('heading', { name: '바뀐 것을 확인해 보세요' }).waitFor();
  await dialog.getByRole('listitem').getByRole('link').click();
  await groups(page).waitFor();
  assert.match((await addressOf(page)).search, /^\?author=key%3A\w+$/);
  await finish(roster);
});
