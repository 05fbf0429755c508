import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './assert-accessible.ts';
import { finish, openRosterPage, type Roster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';
import { ARU, HARUNA, HINA, PHONE } from './use-share.ts';

const [service, browser] = await useConsole();
const STUDENTS = {
  [ARU]: { tier: 3, weaponTier: 0, level: 70 },
  [HARUNA]: { tier: 5, weaponTier: 2, weaponLevel: 40, level: 90 },
};
const TOOL = 'BA-Scanner';
const PROPOSED = [
  { studentUid: ARU, level: 90, skillEx: 5 },
  // Lower than what is recorded.
  { studentUid: HARUNA, level: 80, skillEx: 5 },
  // Not recruited yet.
  { studentUid: HINA, level: 1, tier: 3 },
];

async function openProposed(students: readonly object[] = PROPOSED, note = '오늘 찍은 화면') {
  const roster = await openRosterPage(browser, service, STUDENTS, PHONE);
  const tool = await roster.player.connectApp(TOOL, 'roster:propose');
  const propose = async (body: object) => {
    const answer = await service.callBeta(tool, 'POST', '/proposals', body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body.proposal;
  };
  const { id, reviewUrl } = await propose({ students, note });
  const told = async () => (await service.callBeta(tool, 'GET', `/proposals/${id}`)).body.proposal;
  return { roster, propose, told, id, reviewUrl: reviewUrl as string };
}

const groupsOf = async ({ player: { page } }: Roster) =>
  page.evaluate(async () => (await (await fetch('/console/api/history/groups')).json()).groups);

test('what a tool proposes is announced, looked at and agreed to, without what would be lost', async () => {
  const { roster, told } = await openProposed();
  const { page, button } = roster.player;
  await page.reload();
  const announced = page.getByText(`‘${TOOL}’가 학생 3명의 변경을 제안했어요.`);
  await announced.waitFor();
  await page.getByRole('link', { name: '확인하기' }).tap();
  await page.getByRole('heading', { name: `‘${TOOL}’의 제안` }).waitFor();
  await page.getByText('오늘 찍은 화면').waitFor();
  await assertAccessible(roster.player, 'proposals');
  // The lower level is offered, and not taken.
  const haruna = page.getByRole('listitem').filter({ hasText: '하루나' }).first();
  await haruna
    .getByText(/90.*80/)
    .first()
    .waitFor();
  await button(/^3명 저장/).tap();
  await page.getByRole('heading', { name: '제안을 적용했어요' }).waitFor();
  const [aru, hina, kept] = await Promise.all([ARU, HINA, HARUNA].map((uid) => roster.state(uid)));
  assert.deepEqual([aru?.level, aru?.skillEx, aru?.tier], [90, 5, 3]);
  assert.deepEqual([hina?.level, hina?.tier, hina?.weaponTier], [1, 3, 0]);
  assert.deepEqual([kept?.level, kept?.skillEx, kept?.weaponLevel], [90, 5, 40]);
  const { status, applied } = await told();
  assert.deepEqual([status, applied], ['applied', 3]);
  const [group] = await groupsOf(roster);
  assert.deepEqual([group.operation, group.proposedBy, group.changes.length], ['proposal', TOOL, 3]);
  await page.goto(consoleUrl(service, '/history'));
  await page.getByText(`‘${TOOL}’의 제안을 적용하여`).first().waitFor();
  assert.equal(await announced.count(), 0);
  await finish(roster);
});

test('the address that a tool shows leads to its proposal, which is declined with one tap', async () => {
  const { roster, told, reviewUrl } = await openProposed();
  const { page, heading, button } = roster.player;
  await page.goto(reviewUrl);
  await page.getByRole('heading', { name: `‘${TOOL}’의 제안` }).waitFor();
  await button('거절').tap();
  await heading('제안');
  await page.getByRole('heading', { name: '열린 제안이 없어요' }).waitFor();
  assert.equal((await told()).status, 'declined');
  assert.equal((await roster.state(ARU)).level, 70);
  await page.goto(reviewUrl);
  await page.getByText('이 제안은 이미 끝났거나, 도구가 새 제안으로 바꾸었어요.').waitFor();
  await finish(roster);
});

test('a value that breaks a rule is told with its reason, and what is left out is declined', async () => {
  const { roster, told, reviewUrl } = await openProposed([
    { studentUid: ARU, weaponTier: 2 },
    { studentUid: HARUNA, skillEx: 5 },
    { studentUid: HINA, tier: 3 },
  ]);
  const { page, button } = roster.player;
  await page.goto(reviewUrl);
  await page.getByRole('heading', { name: `‘${TOOL}’의 제안` }).waitFor();
  await page
    .getByText('저장할 수 없는 학생 1명')
    .or(page.getByText(/저장할 수 없/))
    .first()
    .waitFor();
  await page.getByRole('checkbox', { name: /히나/ }).uncheck();
  await button(/^1명 저장/).tap();
  await page.getByRole('heading', { name: '제안을 적용했어요' }).waitFor();
  const { status, applied } = await told();
  assert.deepEqual([status, applied], ['applied', 1]);
  assert.equal((await roster.state(HARUNA)).skillEx, 5);
  assert.equal((await roster.state(ARU)).weaponTier, 0);
  await finish(roster);
});

test('several proposals stand in one list, each declined by itself', async () => {
  const { roster } = await openProposed();
  const { page, heading, button } = roster.player;
  const other = await roster.player.connectApp('두 번째 도구', 'roster:propose');
  await service.callBeta(other, 'POST', '/proposals', { students: [{ studentUid: ARU, level: 71 }] });
  await page.reload();
  await page.getByText('도구의 제안 2개를 확인해 주세요.').waitFor();
  await page.getByRole('link', { name: '모두 보기' }).tap();
  await heading('제안');
  await assertAccessible(roster.player, 'proposals');
  await button(`${TOOL}: 거절`).tap();
  await page.getByText(`‘${TOOL}’의 제안을 거절했어요.`).first().waitFor();
  await button('두 번째 도구: 확인하기').tap();
  await page.getByRole('heading', { name: '‘두 번째 도구’의 제안' }).waitFor();
  await finish(roster);
});
