import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { shippedData } from '../../../server/catalogue/catalogue-data.ts';
import { startCatalogueSource } from '../../catalogue-source.ts';
import { query } from '../../database.ts';
import { toSchaleFiles } from '../../schaledb-files.ts';
import { until } from '../../until.ts';
import { useProcess } from '../../use-service.ts';
import { useBrowser } from '../browser.ts';
import { assertAccessible } from './assert-accessible.ts';
import { consoleUrl, keepRecoveryCodes, openPlayer } from './player.ts';
import { openSignedUpPlayer } from './signed-up-player.ts';

const WEBP = Buffer.from('RIFF\x28\0\0\0WEBPVP8 picture', 'latin1');

const source = await startCatalogueSource();
after(() => source.close());
const files = toSchaleFiles(shippedData());
for (const [path, rows] of Object.entries(files))
  if (path.endsWith('students.json'))
    rows[90001] = { ...rows[10000], Id: 90001, DefaultOrder: 90001, Name: '새하나' };
source.put('data', files);
source.answer('images', (request, response) => {
  if (request.url?.endsWith('/10001.webp')) response.writeHead(404).end();
  else response.end(WEBP);
});
const [service, browser] = await Promise.all([
  useProcess({
    launcher: join(import.meta.dirname, '../../serve-fetching.ts'),
    wrapper: [process.execPath],
    env: { ROLLBOOK_SIGNUP: 'open', TEST_FETCH_ORIGIN: source.origin },
  }),
  useBrowser(),
]);

test('the operator of a new server is asked once what it may fetch, sees what came, and ends it again', async () => {
  const player = await openPlayer(browser, { viewport: { width: 1280, height: 900 } });
  const { page, button, heading } = player;
  const printed = () => /enter(#setup_\w+)\n/.exec(service.stderr())?.[1];
  await until('the setup link is printed', () => printed() !== undefined);
  await page.goto(consoleUrl(service, `/enter${printed()}`));
  await page.getByLabel('계정 이름').fill('운영자');
  await button('패스키 만들고 시작하기').click();
  await keepRecoveryCodes(player, '무엇을 가져올지 정하세요');
  await page.getByText(`${source.origin}/data/`).waitFor();
  await page.getByText(`${source.origin}/images/`).waitFor();
  await assertAccessible(player, 'what the operator of a new server is asked');
  await page.getByLabel('새 학생을 매일 가져오기').check();
  await button('시작하기').click();
  await heading('학생');
  assert.deepEqual(
    await query(service.database, 'SELECT subject, is_on AS "isOn" FROM fetch_choice ORDER BY subject'),
    [
      { subject: 'catalogue', isOn: 1 },
      { subject: 'portraits', isOn: 0 },
    ],
  );

  await page.goto(consoleUrl(service, '/server'));
  const section = page.getByRole('region', { name: '학생과 그림' });
  const catalogue = section.getByRole('checkbox', { name: '새 학생을 매일 가져오기' });
  const portraits = section.getByRole('checkbox', { name: '학생 그림 가져오기' });
  await section.getByText(/마지막으로 바뀐 것.*: 새 학생 1명\(새하나\), 새 아이템 1개\.$/).waitFor();
  assert.deepEqual([await catalogue.isChecked(), await portraits.isChecked()], [true, false]);
  assert.equal(
    source.served.some(({ path }) => path.startsWith('/images/')),
    false,
  );

  await portraits.check();
  await page.getByText('학생 그림을 가져와요.').first().waitFor();
  await section.getByText('1개는 SchaleDB에도 아직 없어요.').waitFor();
  await assertAccessible(player, 'what is fetched');

  source.put('data', { ...files, 'kr/students.json': { 10000: { Id: 10000 } } });
  await query(service.database, 'UPDATE catalogue_source SET attempted_at = NULL');
  await button('지금 새로 고침').click();
  await section.getByText('마지막 실행은 아무것도 바꾸지 않았어요').waitFor();
  await section.getByText('받은 파일의 내용이 맞지 않아서 반영하지 않았어요.').waitFor();
  await assertAccessible(player, 'a refresh that was refused');

  await catalogue.uncheck();
  await page.getByText('새 학생을 더 가져오지 않아요.').first().waitFor();
  await portraits.uncheck();
  await button('그림 지우기').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '그림 지우기' }).click();
  await dialog.waitFor({ state: 'detached' });
  await section.getByText('0개').first().waitFor();
  await page.reload();
  await catalogue.waitFor();
  assert.deepEqual([await catalogue.isChecked(), await portraits.isChecked()], [false, false]);
  player.assertNoProblems();
  await player.context.close();
});

test('an operator of an older server is asked on its page, and a no is remembered', async () => {
  await query(service.database, 'DELETE FROM fetch_choice');
  const player = await openSignedUpPlayer(browser, service, '다른 운영자');
  const { page } = player;
  await service.command('account', 'operator', player.accountId);
  await page.goto(consoleUrl(service, '/server'));
  const section = page.getByRole('region', { name: '학생과 그림' });
  for (const [question, answer] of [
    ['새 학생을 매일 가져올까요?', '새 학생을 매일 가져오기'],
    ['학생 그림을 가져올까요?', '학생 그림 가져오기'],
  ] as const) {
    await section.getByText(question).waitFor();
    await section.getByRole('button', { name: '가져오지 않기' }).first().click();
    await section.getByRole('checkbox', { name: answer }).waitFor();
    assert.equal(await section.getByText(question).count(), 0);
  }
  await page.reload();
  await section.getByRole('checkbox').nth(1).waitFor();
  assert.equal(await section.getByRole('checkbox', { checked: true }).count(), 0);
  player.assertNoProblems();
  await player.context.close();
});
