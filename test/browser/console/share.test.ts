import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_SHARES } from '../../../contract/shares.ts';
import { png } from '../../shares/png.ts';
import { look, lookJson } from '../../shares/use-shares.ts';
import { until } from '../../until.ts';
import { addressOf } from '../browser.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, signUpWithRoster } from './open-roster.ts';
import { consoleUrl, tabTo } from './player.ts';
import {
  ARU,
  act,
  addressIn,
  buttonOf,
  dialogOf,
  HARUNA,
  HINA,
  PHONE,
  STUDENTS,
  statusOf,
  uidsOf,
  useShare,
  WIDE,
} from './use-share.ts';

const { service, openShare, browser } = await useShare();

test('a link is made and copied with three taps, then narrowed, renewed and deleted, each true at once', async () => {
  const roster = await openShare(PHONE);
  const { player } = roster;
  const { page, button } = player;
  await button('링크 만들기').tap();
  await buttonOf(dialogOf(roster, '새 링크'), '링크 만들기').tap();
  const ready = dialogOf(roster, '링크를 만들었어요');
  await buttonOf(ready, '링크 복사').tap();
  await page.getByText('링크를 복사했어요.').first().waitFor();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(url, await addressIn(ready));
  const shared = await lookJson(url);
  assert.equal(shared.name, '내 학생');
  assert.deepEqual(shared.shows, ['weapon', 'growth', 'bond']);
  assert.deepEqual(uidsOf(shared), [ARU, HARUNA, HINA]);
  assert.ok(!('player' in shared));
  // A chat shows it at once.
  assert.ok((await look(url)).text.includes(`<meta property="og:image" content="${url}.png?v=`));
  assert.equal(await statusOf(`${url}.png`), 200);
  await buttonOf(ready, '닫기').last().tap();

  const edit = await act(roster, '편집', '링크 편집');
  await edit.getByLabel('레벨, 스킬, 장비').uncheck();
  await edit.getByLabel('인연 랭크').uncheck();
  await edit.getByLabel('고른 학생만').check();
  await buttonOf(edit, '저장').tap();
  await edit.getByText('학생을 한 명 이상 고르세요.').waitFor();
  await buttonOf(edit, '학생 고르기').tap();
  const picker = dialogOf(roster, '학생 고르기');
  await picker.getByRole('searchbox').fill('하루나');
  await picker.getByRole('checkbox', { name: /^하루나 / }).check();
  await picker.getByText('1명 골랐어요').waitFor();
  await buttonOf(picker, '완료').tap();
  await buttonOf(edit, '저장').tap();
  await page.getByText('‘내 학생’ 링크를 바꿨어요.').first().waitFor();
  const narrowed = await lookJson(url);
  assert.deepEqual(uidsOf(narrowed), [HARUNA]);
  assert.deepEqual(narrowed.shows, ['weapon']);
  assert.equal(narrowed.students[0].weaponTier, 2);
  assert.ok(!('level' in narrowed.students[0]));

  await buttonOf(await act(roster, '새 주소', '새 주소로 바꿀까요?'), '주소 바꾸기').tap();
  const renewed = dialogOf(roster, '새 주소예요');
  const next = await addressIn(renewed);
  assert.equal(await statusOf(url), 404);
  assert.deepEqual(uidsOf(await lookJson(next)), [HARUNA]);
  await buttonOf(renewed, '닫기').last().tap();
  assert.equal(await addressIn(page.getByRole('listitem')), next);

  await buttonOf(await act(roster, '지우기', '링크를 지울까요?'), '지우기').tap();
  await page.getByText('‘내 학생’ 링크를 지웠어요.').first().waitFor();
  assert.equal(await statusOf(next), 404);
  await page.getByRole('heading', { name: '아직 링크가 없어요' }).waitFor();
  await finish(roster);
});

test('a link is made, copied and deleted with the keyboard alone', async () => {
  const roster = await openShare(WIDE);
  const { player } = roster;
  const { page } = player;
  const focused = page.locator(':focus');
  await tabTo(player, '링크 만들기');
  await page.keyboard.press('Enter');
  await tabTo(player, '이름');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('동아리');
  await tabTo(player, /^모집한 학생 모두/);
  await page.keyboard.press('ArrowRight');
  await tabTo(player, '학생 고르기');
  await page.keyboard.press('Enter');
  await tabTo(player, /^아루/);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.getByText('2명 골랐어요').waitFor();
  await tabTo(player, '링크 만들기');
  await page.keyboard.press('Enter');
  await tabTo(player, '링크 복사');
  await page.keyboard.press('Enter');
  await page.getByText('링크를 복사했어요.').first().waitFor();
  const shared = await lookJson(await page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(shared.name, '동아리');
  assert.deepEqual(uidsOf(shared), [ARU, HINA]);
  await page.keyboard.press('Escape');
  await tabTo(player, '동아리: 지우기');
  await page.keyboard.press('Enter');
  await tabTo(player, '지우기');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).and(focused).waitFor();
  await finish(roster);
});

test('a link says until when it can be seen, and one that has ended opens again with a new end', async () => {
  const roster = await openShare(WIDE);
  const { player } = roster;
  const { page, button } = player;
  await button('링크 만들기').click();
  const form = dialogOf(roster, '새 링크');
  await form.getByLabel('날짜 정하기').check();
  const day = form.getByLabel('마지막 날');
  await day.fill('');
  await buttonOf(form, '링크 만들기').click();
  await form.getByText('날짜를 고르세요.', { exact: true }).waitFor();
  await day.and(page.locator(':focus')).waitFor();
  await day.fill('2020-01-01');
  await form.getByText('오늘이나 그 뒤의 날짜를 고르세요.').waitFor();
  await day.fill('2099-12-31');
  await form.getByText('2099. 12. 31. 오후 11:59까지 볼 수 있어요.').waitFor();
  await buttonOf(form, '링크 만들기').click();
  await buttonOf(dialogOf(roster, '링크를 만들었어요'), '닫기').last().click();
  await page.getByText('2099. 12. 31.').waitFor();

  const { url, name } = await player.share({
    name: '곧 끝나는 링크',
    expiresAt: new Date(Date.now() + 3_000).toISOString(),
  });
  await until('the link has ended', async () => (await statusOf(url)) === 404, {
    every: 500,
  });
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByText('끝남', { exact: true }).waitFor();
  assert.equal(await row.getByRole('link').count(), 0);
  await buttonOf(row, `${name}: 편집`).click();
  const edit = dialogOf(roster, '링크 편집');
  await edit.getByText('기한이 지난 링크예요.').waitFor();
  await buttonOf(edit, '저장').click();
  await edit.getByText('오늘이나 그 뒤의 날짜를 고르세요.').waitFor();
  await edit.getByLabel('1주', { exact: true }).check();
  await buttonOf(edit, '저장').click();
  await row.getByRole('link', { name: url }).waitFor();
  assert.equal(await statusOf(url), 200);
  await finish(roster);
});

test('the students who are selected or filtered in the roster begin a link', async () => {
  const roster = await signUpWithRoster(browser, service, STUDENTS, PHONE);
  const { page, button, heading } = roster.player;
  const form = dialogOf(roster, '새 링크');
  await page.goto(consoleUrl(service));
  await button('선택').tap();
  const selected = page.getByRole('region', { name: '선택' });
  const share = buttonOf(selected, '링크 만들기');
  for (const uid of [ARU, HARUNA]) await page.locator(`[data-student="${uid}"]`).tap();
  await share.tap();
  await form.getByText('2명 골랐어요').waitFor();
  assert.equal((await addressOf(page)).search, '');
  await page.reload();
  await page.getByRole('heading', { name: '아직 링크가 없어요' }).waitFor();
  assert.equal(await form.count(), 0);

  await page.goto(consoleUrl(service, '?school=gehenna'));
  await button(/^필터/).first().tap();
  const filters = dialogOf(roster, '필터');
  await buttonOf(filters, '링크 만들기').tap();
  await heading('공유');
  await form.getByText('3명 골랐어요').waitFor();
  await page.goBack();
  await form.waitFor({ state: 'hidden' });
  await page.goBack();
  await heading('학생');
  assert.equal(await filters.count(), 0);
  await finish(roster);
});

test('a picture that the link has is drawn again with what it shows or when asked, and removed', async () => {
  const roster = await openShare(WIDE);
  const { player } = roster;
  const { page, button } = player;
  const { shareId, url } = await player.share({});
  const send = () => player.sendPicture(shareId, png());
  await send();
  await page.reload();
  const image = page.getByRole('img', { name: '‘내 학생’의 미리보기 이미지' });
  await image.waitFor();
  await until('the picture is there', () =>
    image.evaluate((element) => (element as HTMLImageElement).naturalWidth === 1200),
  );
  const edit = await act(roster, '편집', '링크 편집');
  await edit.getByLabel('인연 랭크').uncheck();
  await buttonOf(edit, '저장').click();
  await page.getByText('‘내 학생’ 링크를 바꿨어요.').first().waitFor();
  const isSent = async () => (await look(`${url}.png`)).bytes.equals(png());
  assert.equal(await statusOf(`${url}.png`), 200);
  assert.equal(await isSent(), false);
  await send();
  assert.equal(await isSent(), true);
  await button('내 학생: 새로 그리기').click();
  await page.getByText('지금 모습으로 다시 그렸어요.').first().waitFor();
  assert.equal(await isSent(), false);
  const untick = await act(roster, '편집', '링크 편집');
  await untick.getByLabel('채팅에 이미지로 보이기').uncheck();
  await buttonOf(untick, '저장').click();
  await image.waitFor({ state: 'detached' });
  assert.equal(await statusOf(`${url}.png`), 404);
  await send();
  await page.reload();
  await page.getByRole('button', { name: /: 빼기$/ }).click();
  await page.getByText('미리보기 이미지를 뺐어요.').first().waitFor();
  await button('내 학생: 링크 복사').and(page.locator(':focus')).waitFor();
  assert.equal(await image.count(), 0);
  assert.equal(await statusOf(`${url}.png`), 404);
  await finish(roster);
});

test('a link that is gone says so, and there are no more than may be', async () => {
  const roster = await openShare(WIDE);
  const { player } = roster;
  const { page, button } = player;
  const shares = await Promise.all(
    Array.from({ length: MAX_SHARES - 1 }, (_, place) => player.share({ name: `링크 ${place}` })),
  );
  await page.reload();
  await button('링크 만들기').click();
  const form = dialogOf(roster, '새 링크');
  // Made meanwhile, as by another tab.
  const last = await player.share({ name: '마지막' });
  await buttonOf(form, '링크 만들기').click();
  await form.getByText('더 만들 수 없어요.').waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByText(`링크는 ${MAX_SHARES}개까지 만들 수 있어요.`).waitFor();
  await button('링크 만들기').and(page.locator('[aria-disabled=true]')).waitFor();
  await button('마지막: 편집').click();
  await player.deleteShare(last.shareId);
  await buttonOf(dialogOf(roster, '링크 편집'), '저장').click();
  await page.getByText('찾을 수 없어요.').waitFor();
  assert.equal(shares.length, MAX_SHARES - 1);
  await finish(roster);
});

test('axe finds no violation in the list and the dialogs of links', async () => {
  const roster = await openShare(WIDE);
  const { player } = roster;
  const { page, button } = player;
  await player.share({ name: '동아리', showsPlayer: true, expiresAt: '2099-12-31T00:00:00Z' });
  await page.reload();
  await page.getByRole('listitem').first().waitFor();
  await assertAccessible(player, 'links');
  await button('링크 만들기').click();
  const form = dialogOf(roster, '새 링크');
  await form.getByLabel('고른 학생만').check();
  await form.getByLabel('날짜 정하기').check();
  await form.getByText('빌려줄 학생').click();
  await assertAccessible(player, 'a new link');
  await buttonOf(form, '미리보기')
    .or(form.getByLabel('이름', { exact: true }))
    .first()
    .click();
  await buttonOf(form, '학생 고르기').click();
  const picker = dialogOf(roster, '학생 고르기');
  await picker.getByRole('checkbox').nth(2).waitFor();
  await buttonOf(picker, '필터').click();
  await assertAccessible(player, 'the choice of students');
  await page.keyboard.press('Escape');
  await form.getByLabel('모집한 학생 모두').check();
  await buttonOf(form, '링크 만들기').click();
  await dialogOf(roster, '링크를 만들었어요').waitFor();
  await assertAccessible(player, 'a link that is ready');
  await finish(roster);
});
