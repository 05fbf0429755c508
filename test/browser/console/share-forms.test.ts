import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_SHARES } from '../../../contract/shares.ts';
import { lookJson } from '../../shares/use-shares.ts';
import { until } from '../../until.ts';
import { finish, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import {
  ARU,
  act,
  addressIn,
  buttonOf,
  dialogOf,
  HARUNA,
  PHONE,
  STUDENTS,
  statusOf,
  uidsOf,
  useShare,
  WIDE,
} from './use-share.ts';

const { service, openShare, browser } = await useShare();

test('the preview shows what a stranger would see before there is a link, and says when it does not load', async () => {
  const roster = await openShare(WIDE);
  const { player } = roster;
  const { page, button } = player;
  await button('링크 만들기').click();
  const form = dialogOf(roster, '새 링크');
  const preview = page.frameLocator('iframe');
  await preview.getByText('하루나').first().waitFor();
  await preview.getByRole('heading', { level: 1, name: '내 학생' }).waitFor();
  await form.getByLabel('이름', { exact: true }).fill('동아리');
  await preview.getByRole('heading', { level: 1, name: '동아리' }).waitFor();
  await form.getByLabel('고른 학생만').check();
  await form.getByText('학생을 고르면 여기에 보여요.').waitFor();
  await buttonOf(form, '학생 고르기').click();
  const picker = dialogOf(roster, '학생 고르기');
  await picker.getByRole('checkbox', { name: /^아루 / }).check();
  await buttonOf(picker, '완료').click();
  await preview.getByText('하루나').first().waitFor({ state: 'detached' });
  await preview.getByText('아루').first().waitFor();
  await player.context.setOffline(true);
  await form.getByLabel('목표').check();
  await form.getByText('미리보기를 불러오지 못했어요').waitFor();
  await player.context.setOffline(false);
  await buttonOf(form, '다시 시도').click();
  await preview.getByText('아루').first().waitFor();
  await buttonOf(form, '취소').click();
  await page.reload();
  await page.getByRole('heading', { name: '아직 링크가 없어요' }).waitFor();
  await finish(roster);
});

test('students are found by name, attribute and stars, and chosen all at once', async () => {
  const roster = await openShare(PHONE);
  const { page, button } = roster.player;
  await button('링크 만들기').tap();
  const form = dialogOf(roster, '새 링크');
  await form.getByLabel('고른 학생만').check();
  await buttonOf(form, '학생 고르기').tap();
  const picker = dialogOf(roster, '학생 고르기');
  const boxes = picker.getByRole('checkbox');
  await boxes.nth(2).waitFor();
  // Nobody is there who is not recruited.
  assert.equal(await boxes.count(), 3);
  await buttonOf(picker, '필터').tap();
  await buttonOf(picker, /고유무기 성급 2/).tap();
  await buttonOf(picker, '1명 모두 고르기').tap();
  await picker.getByText('1명 골랐어요').waitFor();
  await buttonOf(picker, /고유무기 성급 2/).tap();
  await picker.getByRole('searchbox').fill('게헨나 ㅇㄹ');
  await buttonOf(picker, '1명 모두 고르기').tap();
  await picker.getByText('2명 골랐어요').waitFor();
  await buttonOf(picker, '1명 모두 빼기').waitFor();
  await picker.getByRole('searchbox').fill('없는 사람');
  await picker.getByText('찾는 학생이 없어요.').waitFor();
  await page.goBack();
  await picker.waitFor({ state: 'hidden' });
  await form.getByText('2명 골랐어요').waitFor();
  await page.goBack();
  await form.getByText('저장하지 않은 변경이 있어요.').waitFor();
  await page.goBack();
  await form.waitFor({ state: 'hidden' });
  await roster.player.heading('공유');
  await finish(roster);
});

test('a form in which something was entered asks before it closes, and closes when asked again', async () => {
  const roster = await openShare(WIDE);
  const { page, button } = roster.player;
  const form = dialogOf(roster, '새 링크');
  const question = form.getByRole('status').getByText('저장하지 않은 변경이 있어요.');
  await button('링크 만들기').click();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });

  await button('링크 만들기').click();
  await form.getByLabel('목표').check();
  await buttonOf(form, '닫기').click();
  await question.waitFor();
  // What is entered afterwards is asked about again.
  await form.getByLabel('이름', { exact: true }).fill('동아리');
  await question.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await question.waitFor();
  await buttonOf(form, '저장하지 않고 닫기').click();
  await form.waitFor({ state: 'hidden' });
  await finish(roster);
});

test('the answer to a form that was closed meanwhile neither closes nor replaces the next one', async () => {
  const roster = await openShare(WIDE);
  const { player } = roster;
  const { page, button } = player;
  const names = ['하나', '둘', '셋'] as const;
  const [first] = await Promise.all(names.map((name) => player.share({ name })));
  await page.reload();
  const edit = dialogOf(roster, '링크 편집');
  /** Confirms a dialog, closes it before the answer, opens the form of another link, and lets the answer come. */
  const overtake = async (method: string, confirm: () => Promise<void>, close: () => Promise<void>) => {
    const held = Promise.withResolvers<void>();
    const isSent = Promise.withResolvers<void>();
    await page.route('**/console/api/shares**', async (route) => {
      if (route.request().method() !== method) return route.fallback();
      isSent.resolve();
      await held.promise;
      await route.continue();
    });
    await confirm();
    await isSent.promise;
    await close();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button('셋: 편집').click();
    await edit.getByLabel('이름', { exact: true }).fill('다른 이름');
    held.resolve();
  };
  const closeAgain = async () => {
    await buttonOf(edit, '취소').click();
    await page.unrouteAll({ behavior: 'wait' });
  };
  const isUntouched = async () =>
    assert.equal(await edit.getByLabel('이름', { exact: true }).inputValue(), '다른 이름');

  await button('하나: 편집').click();
  await edit.getByLabel('이름', { exact: true }).fill('한 개');
  await overtake(
    'PATCH',
    () => buttonOf(edit, '저장').click(),
    () => buttonOf(edit, '취소').click(),
  );
  await page.getByText('‘한 개’ 링크를 바꿨어요.').first().waitFor();
  await isUntouched();
  await closeAgain();

  await button('한 개: 새 주소').click();
  await overtake(
    'POST',
    () => button('주소 바꾸기').click(),
    () => page.keyboard.press('Escape'),
  );
  await until('the address is another', async () => (await statusOf(first?.url ?? '')) === 404);
  await page.getByText('주소를 바꾼 날').waitFor();
  await isUntouched();
  await closeAgain();

  await button('둘: 지우기').click();
  await overtake(
    'DELETE',
    () => buttonOf(dialogOf(roster, '링크를 지울까요?'), '지우기').click(),
    () => page.keyboard.press('Escape'),
  );
  await page.getByText('‘둘’ 링크를 지웠어요.').first().waitFor();
  await isUntouched();
  await closeAgain();
  await button('셋: 편집').and(page.locator(':focus')).waitFor();

  await button('링크 만들기').click();
  await overtake(
    'POST',
    () => buttonOf(dialogOf(roster, '새 링크'), '링크 만들기').click(),
    () => page.keyboard.press('Escape'),
  );
  await page.getByRole('heading', { level: 3, name: '내 학생' }).waitFor({ state: 'attached' });
  await isUntouched();
  await closeAgain();
  assert.equal(await page.getByRole('heading', { level: 3 }).count(), 3);
  await finish(roster);
});

test('students to lend are two for each of what they are lent for', async () => {
  const roster = await openShare(PHONE);
  const { page, button } = roster.player;
  await button('링크 만들기').tap();
  const form = dialogOf(roster, '새 링크');
  await form.getByText('빌려줄 학생').tap();
  const raid = form.getByRole('group', { name: '총력전·대결전' });
  const field = raid.getByRole('combobox');
  // Neither in the empty field nor in one that finds nobody does Enter send the form.
  await field.press('Enter');
  await field.fill('없는 사람');
  await field.press('Enter');
  for (const name of ['아루', '하루나']) {
    await field.fill(name);
    await raid.getByRole('option', { name, exact: true }).tap();
  }
  await field.waitFor({ state: 'hidden' });
  await buttonOf(raid, '총력전·대결전에서 아루 빼기').and(page.locator(':focus')).waitFor();
  await buttonOf(raid, '총력전·대결전에서 하루나 빼기').tap();
  await field.and(page.locator(':focus')).waitFor();
  await buttonOf(form, '링크 만들기').tap();
  const ready = dialogOf(roster, '링크를 만들었어요');
  const { borrow } = await lookJson(await addressIn(ready));
  assert.deepEqual(borrow, { raid: [ARU] });
  await buttonOf(ready, '닫기').last().tap();

  // The fold stays open around the last one who is taken out, and the focus goes to the search.
  const edit = await act(roster, '편집', '링크 편집');
  const lent = edit.getByRole('group', { name: '총력전·대결전' });
  await buttonOf(lent, '총력전·대결전에서 아루 빼기').tap();
  await lent.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await finish(roster);
});

test('students who are to be shared wait until there is room for another link', async () => {
  const roster = await signUpWithRoster(browser, service, STUDENTS, WIDE);
  const { player } = roster;
  const { page, button, heading } = player;
  await page.goto(consoleUrl(service));
  await heading('학생');
  await Promise.all(
    Array.from({ length: MAX_SHARES }, (_, place) => player.share({ name: `링크 ${place}` })),
  );
  await button('선택').click();
  for (const uid of [ARU, HARUNA]) await page.locator(`[data-student="${uid}"]`).click();
  await buttonOf(page.getByRole('region', { name: '선택' }), '링크 만들기').click();
  await heading('공유');
  await page.locator('[popover]').getByText(`링크는 ${MAX_SHARES}개까지 만들 수 있어요.`).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  await button('링크 3: 지우기').click();
  await buttonOf(dialogOf(roster, '링크를 지울까요?'), '지우기').click();
  const form = dialogOf(roster, '새 링크');
  await form.getByText('2명 골랐어요').waitFor();
  await buttonOf(form, '링크 만들기').click();
  const shared = await lookJson(await addressIn(dialogOf(roster, '링크를 만들었어요')));
  assert.deepEqual(uidsOf(shared), [ARU, HARUNA]);
  await finish(roster);
});
