import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../until.ts';
import { addressOf } from '../browser.ts';
import { assertAccessible } from './assert-accessible.ts';
import { consoleUrl, keepRecoveryCodes, openPlayer, type Player, signUp } from './player.ts';
import { useOwnConsole } from './use-console.ts';

const [service, browser] = await useOwnConsole({ ROLLBOOK_SIGNUP: 'invite' });

const signIn = async ({ button, heading }: Player, page = '학생') => {
  await button('패스키로 로그인').click();
  await heading(page);
};

/** A page to enter by speaks of an app only where one has asked. */
const assertNoAppAsks = async ({ page }: Player) =>
  assert.doesNotMatch(await page.locator('main').innerText(), /앱 연결/);

test('the setup link of the first start makes the first account, and then says that it is used', async () => {
  const printed = () => /enter(#setup_\w+)\n/.exec(service.stderr())?.[1];
  await until('the setup link is printed', () => printed() !== undefined);
  const enter = consoleUrl(service, `/enter${printed()}`);
  const player = await openPlayer(browser);
  await player.page.goto(enter);
  await player.heading('이 서버의 첫 계정을 만들어요');
  await player.page.getByText('서버 운영자의 계정이에요.').waitFor();
  await assertNoAppAsks(player);
  assert.equal((await addressOf(player.page)).hash, '');
  await assertAccessible(player, 'the setup link');
  await player.page.getByLabel('계정 이름').fill('sensei');
  await player.button('패스키 만들고 시작하기').click();
  await keepRecoveryCodes(player, '무엇을 가져올지 정하세요');
  await player.button('시작하기').click();
  await player.heading('학생');
  const [account] = await service.command('account', 'list');
  assert.deepEqual([account.name, account.isOperator], ['sensei', true]);
  await player.page.goto('about:blank');
  await player.page.goto(enter);
  await player.heading('사용할 수 없는 링크예요');
  await player.page.getByText('서버를 다시 시작하고').waitFor();
  await player.context.close();
});

test('a player signs up by invite, keeps ten recovery codes, signs out and signs in with the passkey', async () => {
  const player = await openPlayer(browser);
  const codes = await signUp(player, service, 'arona');
  assert.equal(codes.length, 10);
  assert.equal(await player.page.evaluate(() => `${location.hash}${history.length < 9}`), 'true');
  // Which students were listed is kept there at some moment after the first list; nothing secret ever is.
  const kept = await player.page.evaluate(() => JSON.stringify(localStorage));
  assert.doesNotMatch(kept, new RegExp(['invite_', ...codes].join('|')));
  await player.button(/설정/).click();
  await player.button('로그아웃').click();
  await player.heading('로그인');
  await signIn(player);
  await player.page.reload();
  await player.heading('학생');
  player.assertNoProblems();
  await player.context.close();
});

test('what was requested for a page that turned out to be the sign-in page is requested again after it', async () => {
  const player = await openPlayer(browser);
  await signUp(player, service, 'plana');
  await player.button(/설정/).click();
  await player.button('로그아웃').click();
  await player.heading('로그인');
  await player.page.reload();
  await player.heading('로그인');
  const requested: string[] = [];
  player.page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await signIn(player);
  await player.page.getByText(`${service.students.length}명 중 0명 모집`).waitFor();
  for (const path of ['/catalogue.json', '/console/api/roster']) assert.ok(requested.includes(path), path);
  player.assertNoProblems();
  await player.context.close();
});

test('an invite that an app opens in a browser without passkeys can be copied, and stays in the address', async () => {
  const player = await openPlayer(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = player;
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  const { url } = await service.command('invite', 'create');
  const address = consoleUrl(service, `/enter${new URL(url).hash}`);
  await page.goto(address);
  await page.getByText('이 브라우저는 패스키를 지원하지 않아요').waitFor();
  await assertAccessible(player, 'an invite without passkeys');
  await player.button('링크 복사').click();
  await player.button('복사했어요').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), address);
  assert.equal((await addressOf(page)).href, address);
  player.assertNoProblems();
  await player.context.close();
});

test('a player renames the account', async () => {
  const player = await openPlayer(browser);
  await signUp(player, service, 'yuka');
  await player.page.getByRole('link', { name: '계정', exact: true }).click();
  await player.heading('계정');
  await player.button('이름 바꾸기').click();
  await player.page.getByLabel('계정 이름').fill(' yuuka ');
  await player.button('저장').click();
  await player.page.getByText('계정 이름을 바꿨어요.').last().waitFor();
  await player.button(/yuuka/).waitFor();
  await player.page.reload();
  await player.page.getByText('계정 이름을 바꿨어요: ‘yuuka’.').waitFor();
  assert.equal((await service.command('account', 'list', '--name', 'yuuka')).length, 1);
  player.assertNoProblems();
  await player.context.close();
});

test('an invite that is used up and a link that was used say so', async () => {
  const player = await openPlayer(browser);
  const { url } = await service.command('invite', 'create');
  const enter = consoleUrl(service, `/enter${new URL(url).hash}`);
  for (const expected of ['초대를 받았어요', '사용할 수 없는 링크예요']) {
    await player.page.goto('about:blank');
    await player.page.goto(enter);
    await player.heading(expected);
    assert.equal((await addressOf(player.page)).hash, '');
    await assertNoAppAsks(player);
    if (expected === '초대를 받았어요') {
      await player.page.getByLabel('계정 이름').fill('hina');
      await player.button('패스키 만들고 시작하기').click();
      await keepRecoveryCodes(player);
    }
  }
  await player.context.close();
});

test('a second passkey signs in after the first is removed, and the last one stays', async () => {
  const player = await openPlayer(browser);
  await signUp(player, service, 'shiroko');
  await player.page.goto(consoleUrl(service, '/account'));
  await player.heading('계정');
  // A second device: the first would refuse to make another passkey for the same account.
  await player.removeAuthenticator();
  await player.addAuthenticator();
  await player.button('패스키 추가').click();
  const dialog = player.page.getByRole('dialog');
  await dialog.getByLabel('패스키 이름').fill('전화기');
  await dialog.getByRole('button', { name: '패스키 추가' }).click();
  await player.page.getByText('‘전화기’ 패스키를 추가했어요.').first().waitFor();
  const passkeys = player.page.getByRole('region', { name: '패스키', exact: true });
  const removals = passkeys.getByRole('button', { name: /삭제$/ });
  await removals.nth(1).waitFor();
  assert.equal(await removals.count(), 2);
  await passkeys.getByRole('button', { name: /^(?!전화기).*삭제$/ }).click();
  await dialog.getByRole('button', { name: '삭제' }).click();
  await player.page.getByText('마지막 패스키는 삭제할 수 없어요.').waitFor();
  assert.equal(await removals.count(), 0);
  await player.button(/설정/).click();
  await player.button('로그아웃').click();
  await signIn(player, '계정');
  player.assertNoProblems();
  await player.context.close();
});

test('whoever lost the passkey comes in with a recovery code, once', async () => {
  const player = await openPlayer(browser);
  const codes = await signUp(player, service, 'hoshino');
  const other = await openPlayer(browser);
  for (const attempt of ['first', 'again']) {
    await other.page.goto(consoleUrl(service));
    if (attempt === 'again') {
      await other.button(/설정/).click();
      await other.button('로그아웃').click();
    }
    await other.heading('로그인');
    await other.page.getByText('패스키를 쓸 수 없나요?').click();
    await other.page.getByLabel('복구 코드').fill(codes[0]?.toLowerCase() ?? '');
    await other.button('복구 코드로 계속').click();
    if (attempt === 'again') await other.page.getByText('사용할 수 없는 코드예요.').waitFor();
    else {
      await other.heading('패스키를 등록해 주세요');
      await other.button('패스키 등록').click();
      await other.heading('학생');
    }
  }
  await Promise.all([player.context.close(), other.context.close()]);
});

test("an operator's link leads into an account that exists", async () => {
  const { accountId } = await service.command('account', 'create', '게헨나');
  const { url } = await service.command('account', 'link', accountId);
  const player = await openPlayer(browser);
  await player.page.goto(consoleUrl(service, `/enter${new URL(url).hash}`));
  await player.heading('게헨나 계정으로 들어가기');
  await player.button('들어가기').click();
  await player.heading('패스키를 등록해 주세요');
  await player.button('패스키 등록').click();
  assert.equal((await keepRecoveryCodes(player)).length, 10);
  player.assertNoProblems();
  await player.context.close();
});

test('signing out everywhere and a suspension reach an open page', async () => {
  const player = await openPlayer(browser);
  await signUp(player, service, 'mika');
  const other = await openPlayer(browser, { storageState: await player.context.storageState() });
  await other.page.goto(consoleUrl(service, '/connections'));
  await other.heading('연결');
  await player.page.goto(consoleUrl(service, '/account'));
  await player.button('모든 기기에서 로그아웃').click();
  await player.page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click();
  await player.heading('로그인');
  await other.page.getByRole('link', { name: '계정', exact: true }).click();
  // Each section of the page may say so before the sign-in page does.
  await other.heading('로그인');
  await other.page.getByText('로그인이 끝났어요. 다시 로그인하세요.').waitFor();
  await signIn(player, '계정');
  const [{ accountId }] = await service.command('account', 'list', '--name', 'mika');
  await service.command('account', 'suspend', accountId);
  await player.page.getByRole('link', { name: '연결', exact: true }).click();
  await player.page.getByText(/이 계정은 정지됐어요/).waitFor();
  await Promise.all([player.context.close(), other.context.close()]);
});

test('an account whose name is markup is shown as text', async () => {
  const name = '<img src=x onerror=alert(1)>{{7*7}}';
  const player = await openPlayer(browser);
  await signUp(player, service, name);
  await player.page.goto(consoleUrl(service, '/connections'));
  await player.button('새 키').first().click();
  await player.page.getByLabel('이름', { exact: true }).fill(name);
  await player.page.getByRole('dialog').getByRole('button', { name: /발급/ }).click();
  await player.page.getByText('키는 지금만 표시돼요.').waitFor();
  await player.page.keyboard.press('Escape');
  await player.page.goto(consoleUrl(service, '/account'));
  await player.heading('계정');
  assert.ok((await player.page.locator('main').innerText()).includes(name));
  assert.equal(await player.page.locator('main img').count(), 0);
  player.assertNoProblems();
  await player.context.close();
});
