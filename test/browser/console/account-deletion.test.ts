import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './assert-accessible.ts';
import { consoleUrl } from './player.ts';
import { openSignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();

async function openDialog(name: string) {
  const player = await openSignedUpPlayer(browser, service, name);
  await player.page.goto(consoleUrl(service, '/account'));
  await player.heading('계정');
  await player.button('계정 삭제').click();
  const dialog = player.page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: '계정 삭제' });
  return { player, dialog, confirm, nameField: dialog.getByLabel(/계정 이름/) };
}

const readNames = async (): Promise<string[]> =>
  (await service.command('account', 'list')).map(({ name }: { name: string }) => name);

test('a player saves the account data, types the name, and the account is gone', async () => {
  const { player, dialog, confirm, nameField } = await openDialog('아로나');
  const download = player.page.waitForEvent('download');
  await dialog.getByRole('button', { name: '계정 데이터 저장(JSON)' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  assert.equal(JSON.parse(Buffer.concat(chunks).toString()).account.name, '아로나');

  await nameField.fill('아로');
  await nameField.press('Enter');
  await dialog.getByText('계정 이름과 달라요.').waitFor();
  assert.ok((await readNames()).includes('아로나'));
  await assertAccessible(player, 'the dialog that deletes the account');
  // As a Mac composes it.
  await nameField.fill('아로나'.normalize('NFD'));
  await confirm.click();
  await player.heading('로그인');
  await player.page.getByText('계정과 저장된 내용을 모두 삭제했어요.').waitFor();
  assert.equal((await readNames()).includes('아로나'), false);
  await assertAccessible(player, 'the sign-in page after a deletion');
  await player.button('패스키로 로그인').click();
  await player.page.getByText('패스키를 확인하지 못했어요.').first().waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('a deletion asks for the passkey again when the last check is old, and can be left', async () => {
  const { player, dialog, confirm, nameField } = await openDialog('프라나');
  const { page } = player;
  let isOld = true;
  await page.route(/\/console\/api\/account$/, async (route) => {
    if (!isOld) return route.continue();
    isOld = false;
    const error = { code: 'verification_required', message: '패스키로 확인하십시오.' };
    return route.fulfill({ status: 403, json: { error } });
  });
  await nameField.fill('프라나');
  await player.removeAuthenticator();
  await confirm.click();
  await page.getByRole('heading', { name: '본인 확인' }).waitFor();
  await dialog.last().getByRole('button', { name: '취소' }).click();
  assert.ok((await readNames()).includes('프라나'));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  player.assertNoProblems();
  await player.context.close();
});

test('a passkey that is not accepted does not end the session', async () => {
  const { player, dialog, confirm, nameField } = await openDialog('케이');
  const { page } = player;
  const refuseOnce = async (path: RegExp, status: number, code: string) => {
    await page.route(path, (route) => route.fulfill({ status, json: { error: { code, message: '시험' } } }), {
      times: 1,
    });
  };
  await refuseOnce(/\/console\/api\/account$/, 403, 'verification_required');
  await refuseOnce(/\/console\/api\/verify$/, 401, 'passkey_rejected');
  await nameField.fill('케이');
  await confirm.click();
  await dialog.last().getByRole('alert').getByText(/./).first().waitFor();
  assert.equal(await nameField.inputValue(), '케이');
  await dialog.last().getByRole('button', { name: '패스키로 확인' }).click();
  await page.getByText('계정과 저장된 내용을 모두 삭제했어요.').waitFor();
  player.assertNoProblems();
  await player.context.close();
});
