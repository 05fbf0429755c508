import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { shippedData } from '../../../server/catalogue/catalogue-data.ts';
import { startCatalogueSource } from '../../catalogue-source.ts';
import { query } from '../../database.ts';
import { toSchaleFiles } from '../../schaledb-files.ts';
import { until } from '../../until.ts';
import { assertAccessible } from './assert-accessible.ts';
import { consoleUrl, openPlayer, type Player } from './player.ts';
import { openSignedUpPlayer, type SignedUpPlayer } from './signed-up-player.ts';
import { useOwnConsole } from './use-console.ts';

const source = await startCatalogueSource();
// The source has the shipped catalogue.
const [service, browser] = await useOwnConsole(
  { ROLLBOOK_CATALOGUE_SOURCE: `${source.origin}/data` },
  { hasAllStudents: true },
);
after(() => source.close());

const WIDE = { width: 1280, height: 900 };

/** Signs up, makes the account an operator and opens the page. */
async function openOperator(name: string): Promise<SignedUpPlayer> {
  const player = await openSignedUpPlayer(browser, service, name, {
    viewport: WIDE,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { accountId } = player;
  await service.command('account', 'operator', accountId);
  await player.page.goto(consoleUrl(service, '/server'));
  await player.heading('서버');
  await player.page.getByRole('region', { name: '계정' }).getByText(accountId).waitFor();
  return player;
}

const readClipboard = ({ page }: Player): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText());

test('an operator makes an invite and copies it, and revokes it', async () => {
  const operator = await openOperator('초대 운영자');
  const { page, button } = operator;
  await button('새 초대').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: '5명' }).check();
  const days = dialog.getByRole('group', { name: '유효 기간' });
  await days.getByRole('radio', { name: '직접 입력' }).check();
  await dialog.getByLabel('유효 기간(일)').fill('366');
  await dialog.getByRole('button', { name: '초대 만들기' }).click();
  await dialog.getByText('1부터 365까지의 정수를 입력하세요.').waitFor();
  await assertAccessible(operator, 'the dialog of a new invite');
  await dialog.getByLabel('유효 기간(일)').fill('3');
  await dialog.getByRole('button', { name: '초대 만들기' }).click();
  await dialog.getByText('주소는 지금만 표시돼요.').waitFor();
  await dialog.getByRole('button', { name: /^복사/ }).click();
  await dialog.getByRole('button', { name: /^복사했어요/ }).waitFor();
  const url = await readClipboard(operator);
  await assertAccessible(operator, 'the dialog that shows an invite');
  await dialog.getByRole('button', { name: '주소를 복사했어요' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('button:focus', { hasText: '새 초대' }).waitFor();
  const invites = page.getByRole('region', { name: '초대' });
  await invites.getByText('5명 중 5명').waitFor();

  const invited = await openPlayer(browser);
  await invited.page.goto(url);
  await invited.heading('초대를 받았어요');

  await invites.getByRole('button', { name: /^초대 inv_\w+ 폐기$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '폐기' }).click();
  await page.getByText('초대를 폐기했어요.').first().waitFor();
  await page.locator('#invites:focus').waitFor();
  await invites.getByText('끝난 초대').click();
  await invites.getByText('폐기됨').first().waitFor();
  await invited.page.goto('about:blank');
  await invited.page.goto(url);
  await invited.heading('사용할 수 없는 링크예요');
  operator.assertNoProblems();
  await Promise.all([operator, invited].map(({ context }) => context.close()));
});

test('an operator suspends an account, lifts that, and makes a link into it', async () => {
  const player = await openSignedUpPlayer(browser, service, '잠시 정지');
  await player.page.goto(consoleUrl(service));
  await player.heading('학생');
  const operator = await openOperator('계정 운영자');
  const { page } = operator;
  const row = page.getByRole('listitem').filter({ hasText: '잠시 정지' });
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
  await row.getByRole('button', { name: '잠시 정지 정지', exact: true }).click();
  await assertAccessible(operator, 'the question before a suspension');
  await confirm('정지');
  await page.getByText('‘잠시 정지’ 계정을 정지했어요.').first().waitFor();
  await row.getByText('정지됨').waitFor();
  await row.locator('button:focus', { hasText: '정지 해제' }).waitFor();
  await player.page.reload();
  await player.heading('로그인');

  await row.getByRole('button', { name: '잠시 정지 정지 해제' }).click();
  await confirm('정지 해제');
  await row.getByText('정지됨').waitFor({ state: 'detached' });
  await row.getByRole('button', { name: '잠시 정지 로그인 링크' }).click();
  await confirm('링크 만들기');
  await page.getByText('주소는 지금만 표시돼요.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: /^복사/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^복사했어요/ })
    .waitFor();
  const url = await readClipboard(operator);
  await confirm('주소를 복사했어요');
  await player.page.goto('about:blank');
  await player.page.goto(url);
  await player.heading('잠시 정지 계정으로 들어가기');

  const own = page.getByRole('listitem').filter({ hasText: operator.accountId });
  assert.equal(await own.getByRole('button').count(), 0);
  operator.assertNoProblems();
  await Promise.all([operator, player].map(({ context }) => context.close()));
});

test('whoever is no operator, or no longer, sees no entry and is told so at the address', async () => {
  const player = await openOperator('운영자였던 사람');
  const { page, button, heading } = player;
  const entry = page.getByRole('navigation').getByRole('link', { name: '서버' });
  await entry.waitFor();
  await service.command('account', 'operator', player.accountId, '--off');
  await button('새 초대').click();
  await button('초대 만들기').click();
  await page.getByText('운영자만 볼 수 있어요').waitFor();
  await entry.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('운영자만 볼 수 있어요').waitFor();
  await assertAccessible(player, 'the page for somebody who is no operator');
  await page.getByRole('link', { name: '학생 목록으로' }).click();
  await heading('학생');
  assert.equal(await entry.count(), 0);
  player.assertNoProblems();
  await player.context.close();
});

test('the page says what is wrong, and finds accounts among many', async () => {
  const operator = await openOperator('상태 운영자');
  const { page, button } = operator;
  const problem = page.getByText('학생 카탈로그를 새로 고치지 못했어요.');
  // The service tries the source within five seconds of its start, and finds nothing there.
  await until('the failure is shown', async () => {
    await page.reload();
    await page.getByRole('region', { name: '상태' }).waitFor();
    return problem.isVisible();
  });
  const command = `rollbook doctor --database ${service.database}`;
  await page.getByText(command).waitFor();
  await button(/^복사.*서버에서/).click();
  await button(/^복사했어요/).waitFor();
  assert.ok((await readClipboard(operator)).endsWith(command));
  await assertAccessible(operator, 'a server with a problem');
  source.put('data', toSchaleFiles(shippedData()));
  // Otherwise the next attempt may follow in five minutes.
  await query(service.database, 'UPDATE catalogue_source SET attempted_at = NULL');
  await button('지금 새로 고침').click();
  await page
    .getByText(/^카탈로그(를 새로 고쳤어요|가 이미 최신이에요)/)
    .first()
    .waitFor();
  await problem.waitFor({ state: 'detached' });

  await query(
    service.database,
    `INSERT INTO account (account_id, name, status, created_at) VALUES ${Array.from(
      { length: 130 },
      (_, i) => `('acc_many${i}', '동아리원 ${i}', 'active', ${i})`,
    ).join(', ')}`,
  );
  await page.reload();
  const accounts = page.getByRole('region', { name: '계정' });
  await accounts.getByRole('listitem').nth(99).waitFor();
  await accounts.getByRole('button', { name: '더 보기' }).click();
  await accounts.getByText('동아리원 0', { exact: true }).waitFor();
  await accounts.getByRole('searchbox').fill('동아리원 77');
  await until('one account is shown', async () => (await accounts.getByRole('listitem').count()) === 1);
  await accounts.getByRole('searchbox').fill('없는 사람');
  await accounts.getByText('찾는 계정이 없어요.').waitFor();
  await operator.context.setOffline(true);
  await page.getByText('서버가 응답하지 않아서 지금 상태를 알 수 없어요.').waitFor();
  operator.assertNoProblems();
  await operator.context.close();
});
