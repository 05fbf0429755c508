import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { MAX_BOARD_MEMBERS, MAX_BOARDS, type SharedBoard } from '../../../contract/boards.ts';
import { query } from '../../database.ts';
import { look } from '../../shares/use-shares.ts';
import { addressOf } from '../browser.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, type Roster } from './open-roster.ts';
import { consoleUrl, keepRecoveryCodes, openPlayer, type Player } from './player.ts';
import { openSignedUpPlayer } from './signed-up-player.ts';
import { buttonOf, dialogOf, PHONE, statusOf, useShare, WIDE } from './use-share.ts';

const { service, openShare, browser } = await useShare();

const dialogIn = ({ page }: Player, name: string): Locator => page.getByRole('dialog', { name, exact: true });
const toast = ({ page }: Player, text: string) => page.getByText(text).first().waitFor();
const section = ({ page }: Player): Locator => page.getByRole('region', { name: '보드', exact: true });
const read = async (url: string): Promise<SharedBoard> => JSON.parse((await look(`${url}.json`)).text);
const namesOn = async (url: string) => (await read(url)).members.map(({ player }) => player);
/** Below the console, whose origin the service is told by the request alone. */
const toPath = (joinUrl: string) => joinUrl.slice(joinUrl.indexOf('/share'));
const invitationOf = async (player: Player): Promise<string> =>
  (await section(player)
    .getByRole('link', { name: /\/b\/\w{22}$/ })
    .getAttribute('href')) ?? '';

/** Makes a board on the page of links, and returns the path of the address to join. */
async function makeBoard({ player }: Roster, name: string): Promise<string> {
  await player.button('보드 만들기').click();
  const form = dialogIn(player, '새 보드');
  await form.getByLabel('이름', { exact: true }).fill(name);
  await buttonOf(form, '만들기').click();
  const ready = dialogIn(player, '보드를 만들었어요');
  await buttonOf(ready, '참여 주소 복사').click();
  await toast(player, '참여 주소를 복사했어요.');
  await buttonOf(ready, '닫기').last().click();
  return toPath(await player.page.evaluate(() => navigator.clipboard.readText()));
}

test('a player without an account opens the address to join, signs up and joins in one tap; the board shows both', async () => {
  const maker = await openShare(WIDE);
  const { player } = maker;
  await section(player).getByText('보드는 서클의 상자를 나란히 놓은 페이지예요.').waitFor();
  const join = await makeBoard(maker, '게헨나 서클');
  assert.match(join, /^\/share\?join=\w{22}$/);
  const url = await invitationOf(player);

  const other = await openPlayer(browser, PHONE);
  const { page } = other;
  await page.goto(consoleUrl(service, join));
  await other.heading('로그인');
  await page.getByText('보드에 참여하려면 로그인하세요.').waitFor();
  await page.getByRole('link', { name: '계정 만들기' }).tap();
  await other.heading('계정 만들기');
  await page.getByText('계정을 만들면 보드에 참여할 수 있어요.').waitFor();
  await page.getByLabel('계정 이름').fill('유우카');
  await other.button('패스키 만들고 시작하기').tap();
  await keepRecoveryCodes(other, '공유');
  const dialog = dialogIn(other, '‘게헨나 서클’ 보드에 참여');
  await dialog.getByText('‘player’ 님이 만든 보드예요. 아직 아무도 참여하지 않았어요.').waitFor();
  await dialog.getByText('‘유우카’ 이름으로, 모집한 학생 모두의 성급과 고유무기').waitFor();
  assert.equal(await dialog.getByRole('radio').count(), 0);
  await assertAccessible(other, 'joining a board');
  await buttonOf(dialog, '참여하기').tap();
  await toast(other, '‘게헨나 서클’ 보드에 참여했어요.');
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await addressOf(page)).search, '');
  await page.evaluate(() => {
    globalThis.open = (address) => {
      document.title = String(address);
      return null;
    };
  });
  await page.locator('[popover]').getByRole('button', { name: '보드 열기' }).tap();
  assert.equal(await page.title(), url);
  const row = section(other).getByRole('listitem');
  await row.getByText('player', { exact: true }).waitFor();
  await page.getByText('‘게헨나 서클’ 보드에 올라 있어요.').waitFor();
  assert.deepEqual(await namesOn(url), ['유우카']);

  // The maker joins too, with the link that there is.
  await player.share({ name: '내 상자', showsPlayer: true, shows: ['weapon', 'growth'] });
  await player.page.reload();
  await player.button('게헨나 서클: 내 링크 올리기').click();
  const put = dialogIn(player, '‘게헨나 서클’ 보드의 내 링크');
  await put.getByRole('radio', { name: /^내 상자/, checked: true }).waitFor();
  await buttonOf(put, '내 링크 올리기').click();
  await toast(player, '‘게헨나 서클’ 보드에 참여했어요.');
  assert.deepEqual(await namesOn(url), ['유우카', 'player']);
  const board = await player.context.newPage();
  await board.goto(url.replace('127.0.0.1', 'localhost'));
  await board.getByRole('heading', { level: 1, name: '게헨나 서클' }).waitFor();
  const text = (await board.locator('main').textContent()) ?? '';
  for (const shown of ['유우카', 'player', '히나']) assert.ok(text.includes(shown), shown);
  await board.close();

  await other.button('게헨나 서클: 나가기').tap();
  await toast(other, '‘게헨나 서클’ 보드에서 나왔어요.');
  await section(other).getByRole('heading', { name: '보드' }).and(page.locator(':focus')).waitFor();
  assert.deepEqual(await namesOn(url), ['player']);
  // The link is still there.
  await page.getByRole('heading', { level: 3, name: '게헨나 서클' }).waitFor();
  other.assertNoProblems();
  await other.context.close();
  await finish(maker);
});

test('a maker takes a member out, changes the address to join, renames the board and ends it', async () => {
  const maker = await openShare(WIDE);
  const { player } = maker;
  const { page, button } = player;
  const join = await makeBoard(maker, '샬레');
  const url = await invitationOf(player);
  const member = await openSignedUpPlayer(browser, service, '아루', WIDE);
  const { shareId } = await member.share({ name: '흥신소' });
  await member.page.goto(consoleUrl(service, join));
  const dialog = dialogIn(member, '‘샬레’ 보드에 참여');
  await dialog.getByRole('radio', { name: /^새 링크 만들기/, checked: true }).waitFor();
  await dialog.getByRole('radio', { name: /‘흥신소’ 이름으로/ }).check();
  await buttonOf(dialog, '참여하기').click();
  await toast(member, '‘샬레’ 보드에 참여했어요.');
  assert.deepEqual(await namesOn(url), ['흥신소']);

  // Whoever opens the address again is told, and may change the link.
  await member.page.goto(consoleUrl(service, join));
  const again = dialogIn(member, '‘샬레’ 보드의 내 링크');
  await again.getByText('이미 ‘흥신소’ 링크로 참여하고 있어요.').waitFor();
  await again.getByRole('radio', { name: /^새 링크 만들기/ }).check();
  await buttonOf(again, '링크 바꾸기').click();
  await toast(member, '‘샬레’ 보드의 링크를 바꿨어요.');
  assert.deepEqual(await namesOn(url), ['아루']);
  // A link that was deleted elsewhere is not offered again.
  const { shareId: deleted } = await member.share({ name: '헬멧단' });
  await member.page.reload();
  await member.button('샬레: 링크 바꾸기').click();
  const change = dialogIn(member, '‘샬레’ 보드의 내 링크');
  const deletedLink = change.getByRole('radio', { name: /‘헬멧단’ 이름으로/ });
  await deletedLink.check();
  await member.deleteShare(deleted);
  await buttonOf(change, '링크 바꾸기').click();
  await change.getByText('이 링크는 그사이 지워졌거나 기한이 지났어요.').waitFor();
  await deletedLink.waitFor({ state: 'detached' });
  await change.getByRole('radio', { name: /‘흥신소’ 이름으로/ }).check();
  await buttonOf(change, '링크 바꾸기').click();
  await change.waitFor({ state: 'detached' });
  assert.deepEqual(await namesOn(url), ['흥신소']);
  await member.button('흥신소: 지우기').click();
  await dialogIn(member, '링크를 지울까요?').getByText('‘샬레’ 보드에서도 빠져요.').waitFor();
  await member.page.keyboard.press('Escape');

  await page.reload();
  await section(player).getByText(`1/${MAX_BOARD_MEMBERS}명`).waitFor();
  await assertAccessible(player, 'a board');
  await button('샬레: 멤버').click();
  const members = dialogIn(player, '‘샬레’의 멤버');
  await assertAccessible(player, 'the members of a board');
  await buttonOf(members, '흥신소: 빼기').click();
  const confirm = dialogIn(player, '‘흥신소’ 님을 뺄까요?');
  await buttonOf(confirm, '빼기').click();
  await toast(player, '‘흥신소’ 님을 뺐어요.');
  await members.getByText('아직 아무도 없어요.').waitFor();
  assert.deepEqual(await namesOn(url), []);
  await page.keyboard.press('Escape');

  await button('샬레: 참여 주소 바꾸기').click();
  await buttonOf(dialogIn(player, '참여 주소를 바꿀까요?'), '주소 바꾸기').click();
  const renewed = dialogIn(player, '새 참여 주소예요');
  const address = await renewed.getByText(/join=/).innerText();
  assert.notEqual(toPath(address), join);
  await assertAccessible(player, 'a new address to join');
  await buttonOf(renewed, '닫기').last().click();
  await member.page.goto(consoleUrl(service, join));
  const gone = dialogIn(member, '참여할 수 없어요');
  await gone.getByText('주소를 보낸 사람에게 새 주소를 부탁하세요.').waitFor();
  await buttonOf(gone, '닫기').last().click();
  await gone.waitFor({ state: 'detached' });
  assert.equal((await addressOf(member.page)).search, '');
  await member.deleteShare(shareId);

  await button('샬레: 이름 바꾸기').click();
  const rename = dialogIn(player, '보드 이름 바꾸기');
  await rename.getByLabel('이름', { exact: true }).fill('');
  await buttonOf(rename, '저장').click();
  await rename.getByText('이름을 입력하세요.').waitFor();
  await rename.getByLabel('이름', { exact: true }).fill('새 샬레');
  await buttonOf(rename, '저장').click();
  await section(player).getByRole('heading', { level: 3, name: '새 샬레' }).waitFor();
  assert.equal((await read(url)).name, '새 샬레');

  await button('새 샬레: 보드 끝내기').click();
  await buttonOf(dialogIn(player, '보드를 끝낼까요?'), '보드 끝내기').click();
  await toast(player, '‘새 샬레’ 보드를 끝냈어요.');
  await section(player).getByRole('heading', { name: '보드' }).and(page.locator(':focus')).waitFor();
  assert.equal(await statusOf(url), 404);
  member.assertNoProblems();
  await member.context.close();
  await finish(maker);
});

test('an address to join survives a sign-in, a recovery code with a new passkey, and an invite in the same tab', async () => {
  const maker = await openShare(WIDE);
  const join = await makeBoard(maker, '밀레니엄');
  const member = await openSignedUpPlayer(browser, service, '노아', WIDE);
  const dialog = dialogIn(member, '‘밀레니엄’ 보드에 참여');
  await member.page.goto(consoleUrl(service));
  await member.button(/설정/).click();
  await member.button('로그아웃').click();
  await member.heading('로그인');
  await member.page.goto(consoleUrl(service, join));
  await member.button('패스키로 로그인').click();
  await dialog.waitFor();
  await buttonOf(dialog, '취소').click();
  assert.equal((await addressOf(member.page)).search, '');

  const lost = await openPlayer(browser);
  await lost.page.goto(consoleUrl(service, join));
  await lost.page.getByText('패스키를 쓸 수 없나요?').click();
  await lost.page.getByLabel('복구 코드').fill(member.recoveryCodes[0] ?? '');
  await lost.button('복구 코드로 계속').click();
  await lost.heading('패스키를 등록해 주세요');
  await lost.button('패스키 등록').click();
  await dialogIn(lost, '‘밀레니엄’ 보드에 참여').waitFor();

  const invited = await openPlayer(browser);
  await invited.page.goto(consoleUrl(service, join));
  await invited.heading('로그인');
  const { url } = await service.command('invite', 'create');
  await invited.page.goto(consoleUrl(service, `/enter${new URL(url).hash}`));
  await invited.heading('초대를 받았어요');
  await invited.page.getByText('계정을 만들면 보드에 참여할 수 있어요.').waitFor();
  await invited.page.getByLabel('계정 이름').fill('코유키');
  await invited.button('패스키 만들고 시작하기').click();
  await keepRecoveryCodes(invited, '공유');
  await dialogIn(invited, '‘밀레니엄’ 보드에 참여').waitFor();
  for (const player of [member, lost, invited]) {
    player.assertNoProblems();
    await player.context.close();
  }
  await finish(maker);
});

test('a board that is full says so, and a link that was made in vain is gone again', async () => {
  const maker = await openShare(WIDE);
  const { player } = maker;
  const join = await makeBoard(maker, '만원');
  const member = await openSignedUpPlayer(browser, service, '이오리', WIDE);
  await member.page.goto(consoleUrl(service, join));
  const dialog = dialogIn(member, '‘만원’ 보드에 참여');
  await dialog.waitFor();
  const places = Array.from({ length: MAX_BOARD_MEMBERS }, (_, place) => ({
    ...{ memberId: `mbr_${place}`, accountId: player.accountId, joinedAt: Date.now() },
  }));
  await query(
    service.database,
    `UPDATE board SET members = '${JSON.stringify(places)}' WHERE account_id = '${player.accountId}'`,
  );
  await buttonOf(dialog, '참여하기').click();
  await dialog.getByText(`보드의 ${MAX_BOARD_MEMBERS}자리가 모두 찼어요.`).waitFor();
  await buttonOf(dialog, '취소').click();
  await member.page.goto(consoleUrl(service, join));
  await dialog.getByText(`보드의 ${MAX_BOARD_MEMBERS}자리가 모두 찼어요.`).waitFor();
  assert.equal(await buttonOf(dialog, '참여하기').count(), 0);
  await buttonOf(dialog, '닫기').last().click();
  await member.page.getByRole('heading', { name: '아직 링크가 없어요' }).waitFor();
  member.assertNoProblems();
  await member.context.close();
  await finish(maker);
});

test('boards are made, left and ended with the keyboard alone, and there are no more than may be', async () => {
  const roster = await openShare(WIDE);
  const { player } = roster;
  const { page, button } = player;
  const focused = page.locator(':focus');
  for (let place = 1; place <= MAX_BOARDS; place += 1) {
    await button('보드 만들기').press('Enter');
    await page.getByLabel('이름', { exact: true }).and(focused).waitFor();
    await page.keyboard.type(`보드 ${place}`);
    await page.keyboard.press('Enter');
    await dialogOf(roster, '보드를 만들었어요').waitFor();
    await page.keyboard.press('Escape');
    await section(player)
      .getByRole('listitem')
      .nth(place - 1)
      .waitFor();
  }
  await page.getByText(`보드는 ${MAX_BOARDS}개까지 만들 수 있어요.`).waitFor();
  await button('보드 만들기').and(page.locator('[aria-disabled=true]')).waitFor();
  await button('보드 2: 내 링크 올리기').press('Enter');
  await dialogOf(roster, '‘보드 2’ 보드의 내 링크').waitFor();
  await buttonOf(dialogOf(roster, '‘보드 2’ 보드의 내 링크'), '내 링크 올리기').press('Enter');
  await button('보드 2: 내 링크 내리기').press('Enter');
  await button('보드 2: 내 링크 내리기').waitFor({ state: 'detached' });
  await button('보드 2: 내 링크 올리기').and(focused).waitFor();
  await button('보드 5: 보드 끝내기').press('Enter');
  await buttonOf(dialogOf(roster, '보드를 끝낼까요?'), '보드 끝내기').press('Enter');
  await section(player).getByRole('heading', { name: '보드' }).and(focused).waitFor();
  await finish(roster);
});
