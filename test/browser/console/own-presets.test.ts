import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './assert-accessible.ts';
import { finish, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { isControlled, PHONE } from './use-app.ts';
import { useConsole } from './use-console.ts';

const [SHIROKO, ARU] = ['10010', '10000'];
const STATE = { tier: 3, weaponTier: 0, level: 80 };

const [service, browser] = await useConsole();

test('the targets of one student become a preset, which others get with one tap, and no label with it', async () => {
  const roster = await signUpWithRoster(browser, service, { [SHIROKO]: STATE, [ARU]: STATE });
  const { page, button } = roster.player;
  const goals = async () =>
    (await service.callBeta(roster.key, 'GET', '/goals')).body.goals.map(
      ({ studentUid, wanted, labels }: { studentUid: string; wanted: object; labels: string[] }) => [
        studentUid,
        wanted,
        labels,
      ],
    );
  await page.goto(consoleUrl(service, '/plan'));
  await button('첫 목표 정하기').click();
  await page.keyboard.type('시로코');
  await page.getByRole('option', { name: '시로코', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: '레벨 (지금 80)', exact: true }).fill('87');
  await page.getByLabel('라벨', { exact: true }).fill('총력전');
  await page.keyboard.press('Enter');
  await page.getByText('내 프리셋', { exact: true }).click();
  await page.getByLabel('지금 값의 이름').fill('87까지');
  await page.keyboard.press('Enter');
  await page.getByText('프리셋 ‘87까지’을(를) 저장했어요.').waitFor();
  await assertAccessible(roster.player, 'own presets');
  await button('저장').click();
  await page.getByText('시로코의 목표를 저장했어요.').waitFor();

  await page.keyboard.type('아루');
  await page.getByRole('option', { name: '아루', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await button('87까지').click();
  await button('저장').click();
  await page.getByText('아루의 목표를 저장했어요.').waitFor();
  assert.deepEqual(await goals(), [
    [SHIROKO, { level: 87 }, ['총력전']],
    [ARU, { level: 87 }, []],
  ]);

  await button('프리셋 87까지 지우기').click();
  await page.getByText('프리셋 ‘87까지’을(를) 지웠어요.').waitFor();
  assert.equal(await button('87까지').count(), 0);
  await finish(roster);
});

test('a preset that was just made is there without a connection', async () => {
  const roster = await signUpWithRoster(browser, service, { [SHIROKO]: STATE }, PHONE);
  const { page, context, button } = roster.player;
  await page.goto(consoleUrl(service, '/plan'));
  await isControlled(page);
  await button('첫 목표 정하기').tap();
  await page.getByRole('combobox', { name: '학생 이름 검색' }).fill('시로코');
  await page.getByRole('option', { name: '시로코', exact: true }).tap();
  await page.getByRole('spinbutton', { name: '레벨 (지금 80)', exact: true }).fill('87');
  await page.getByText('내 프리셋', { exact: true }).tap();
  await page.getByLabel('지금 값의 이름').fill('87까지');
  await page.keyboard.press('Enter');
  await page.getByText('프리셋 ‘87까지’을(를) 저장했어요.').waitFor();
  await context.setOffline(true);
  await page.goto(consoleUrl(service, '/plan'));
  await button('첫 목표 정하기').tap();
  await button('87까지').waitFor();
  await finish(roster);
});
