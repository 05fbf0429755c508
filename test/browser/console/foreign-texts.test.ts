import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { until } from '../../until.ts';
import { consoleUrl } from './player.ts';
import { TEXTS } from './roster-texts.ts';
import { openSignedUpPlayer, type SignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

/** A text that others have written is read in a worker, which ends after two seconds. */

const WORKER = /\/console\/assets\/text-worker-[^/]*\.js$/;
const SPINS = "addEventListener('message', () => { postMessage({ kind: 'started' }); for (;;); })";

const [service, browser] = await useConsole();
const uids = service.students.map(({ uid }) => uid);

async function openImport(name: string, options: BrowserContextOptions = {}): Promise<SignedUpPlayer> {
  const player = await openSignedUpPlayer(browser, service, name, options);
  await player.page.goto(consoleUrl(service, '/import'));
  await textField(player.page).waitFor();
  return player;
}

const textField = (page: Page) => page.getByLabel(/^(다른 도구에서 내보낸 내용|Text from another tool)$/);

const replaceWorker = (page: Page, body: string) =>
  page.route(WORKER, (route) => route.fulfill({ body, contentType: 'text/javascript' }));

const untilNoWorker = (page: Page) =>
  until('no worker is left', () => Promise.resolve(page.workers().length === 0));

test('a text whose reading never ends is given up with a sentence, and the next one is imported', async () => {
  const player = await openImport('spins');
  const { page, button } = player;
  await replaceWorker(page, SPINS);
  await textField(page).fill('"hello');
  await page.getByText('읽고 있어요…').waitFor();
  // The page goes on meanwhile.
  await page.getByText('어디에서 복사하나요?').click();
  await page.getByText('students_final_values.json 파일').waitFor();
  await page.getByText('내용을 2초 안에 읽지 못했어요.').waitFor();
  assert.equal(await button('바뀔 내용 보기').getAttribute('aria-disabled'), 'true');
  await untilNoWorker(page);

  await page.unroute(WORKER);
  await textField(page).fill(TEXTS.csv(uids.slice(0, 2)));
  await page.getByText('Rollbook CSV 형식, 학생 2명').waitFor();
  await button('바뀔 내용 보기').click();
  await button('2명 저장').click();
  await page.getByRole('heading', { name: '가져오기를 마쳤어요' }).waitFor();
  await untilNoWorker(page);
  player.assertNoProblems();
  await player.context.close();
});

test('a text that would fill the memory is unpacked no further than the limit, within the time of any text', async () => {
  const player = await openImport('bomb');
  const { page } = player;
  const bomb = gzipSync(Buffer.alloc(512 * 1024 * 1024), { level: 1 }).toString('base64url');
  await page.locator('input[type=file]').setInputFiles({
    name: 'state.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(`BAPSTATE1:${bomb}`),
  });
  await page.getByText('압축을 푼 내용이 너무 커요. 4MB까지 읽어요.').waitFor();
  await untilNoWorker(page);
  await page.getByRole('button', { name: '지우기' }).click();
  await textField(page).fill(TEXTS['planner-of-plana'](uids.slice(0, 1)).slice(0, -20));
  await page.getByText('planner_of_plana 텍스트가 올바르지 않아요.').waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('a file and a text to merge into whose reading never ends are given up too', async () => {
  const player = await openImport('spins', { locale: 'en-US' });
  const { page, button } = player;
  const { apiKey } = await player.issueKey();
  await service.call(apiKey, 'POST', '/me/students', { studentUid: uids[0], tier: 3, weaponTier: 0 });
  await replaceWorker(page, SPINS);
  const sentence = 'The text could not be read within two seconds.';
  const file = { name: 'save.json', mimeType: 'application/json', buffer: Buffer.from('{"hello') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('status').getByText(sentence).waitFor();
  await page.getByRole('region', { name: 'Export', exact: true }).getByRole('textbox').fill('"hello');
  await button('Save as a file').click();
  await page.getByRole('alert').getByText(sentence).waitFor();
  await untilNoWorker(page);
  player.assertNoProblems();
  await player.context.close();
});

test('whoever clears the text or leaves the page ends its reading', async () => {
  const player = await openImport('leaves');
  const { page, button } = player;
  await replaceWorker(page, SPINS);
  const begin = async () => {
    const worker = page.waitForEvent('worker');
    await textField(page).fill('"hello');
    await worker;
    await page.getByText('읽고 있어요…').waitFor();
  };
  await begin();
  await button('지우기').click();
  await untilNoWorker(page);
  assert.equal(
    await page.getByRole('region', { name: '가져오기', exact: true }).getByRole('status').innerText(),
    '',
  );
  await begin();
  await page.getByRole('link', { name: '계정', exact: true }).click();
  await player.heading('계정');
  await untilNoWorker(page);
  player.assertNoProblems();
  await player.context.close();
});

test('time in which the page was not scheduled is not counted', async () => {
  const player = await openImport('suspended');
  const { page } = player;
  await replaceWorker(page, SPINS);
  // The catalogue, whose arrival begins the reading again, is there.
  await page.waitForLoadState('networkidle');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const worker = page.waitForEvent('worker');
  await textField(page).fill('"hello');
  await page.clock.runFor(200);
  await worker;
  const isReading = () => page.getByText('읽고 있어요…').isVisible();
  // A device that wakes up catches up with one tick.
  await page.clock.fastForward(60_000);
  await page.clock.runFor(1_500);
  assert.ok(await isReading());
  await until('the text is given up', async () => {
    await page.clock.runFor(500);
    return !(await isReading());
  });
  await page.getByText('내용을 2초 안에 읽지 못했어요.').waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('a browser that cannot start the worker says so, and reads no text in the page', async () => {
  const player = await openImport('without');
  const { page } = player;
  await page.route(WORKER, (route) => route.fulfill({ status: 404 }));
  await textField(page).fill(TEXTS.csv(uids.slice(0, 2)));
  await page.getByText('내용을 읽을 준비를 하지 못했어요.').waitFor();
  await page.unroute(WORKER);
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'Worker'));
  await textField(page).fill(TEXTS.csv(uids.slice(0, 3)));
  await page.getByText('내용을 읽을 준비를 하지 못했어요.').waitFor();
  await player.context.close();
});

test('the worker may load and connect to nothing', async () => {
  const player = await openImport('policy');
  const { page } = player;
  const loaded = page.waitForResponse(WORKER);
  await textField(page).fill(TEXTS.csv(uids.slice(0, 2)));
  assert.equal((await (await loaded).allHeaders())['content-security-policy'], "default-src 'none'");
  await page.getByText('Rollbook CSV 형식, 학생 2명').waitFor();
  player.assertNoProblems();
  await player.context.close();
});

test('a list that is pasted into the stock is bounded, and so is what is shown of it', async () => {
  const player = await openSignedUpPlayer(browser, service, 'list');
  const { page, button } = player;
  await page.goto(consoleUrl(service, '/plan?view=stock'));
  const paste = (selector: string, text: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((target, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        target.dispatchEvent(event);
        return event.defaultPrevented;
      }, text);
  await page.locator('[data-item]').first().waitFor();
  assert.equal(await paste('[data-item]', 'x\n'.repeat(150_000)), true);
  // A longer text is not laid out.
  await page.getByText('내용에 든 값이 너무 많아요.').waitFor();
  assert.equal(await page.getByRole('dialog').locator('textarea').count(), 0);
  await button('취소').click();
  await paste('[data-item]', Array.from({ length: 2_000 }, (_, at) => `x${at}y`).join('\n'));
  await page.getByText('수량이 없는 2000줄은 넣지 않아요.').waitFor();
  assert.equal(await page.getByRole('dialog').getByRole('listitem').count(), 50);
  assert.equal(await paste('dialog textarea', 'x\n'.repeat(150_000)), true);
  await page.getByText('내용에 든 값이 너무 많아요.').waitFor();
  const file = {
    name: 'items_final_values.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"3030":4}'),
  };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page.getByText('1개가 바뀌어요.').waitFor();
  await button('취소').click();
  player.assertNoProblems();
  await player.context.close();
});

test('files that are no text are refused with a sentence', async () => {
  const player = await openImport('binary');
  const { page } = player;
  const image = { name: 'roster.png', mimeType: 'image/png', buffer: Buffer.alloc(3_000_000, 0x89) };
  await page.locator('input[type=file]').setInputFiles(image);
  await page.getByText(/^출석부로 읽을 수 없는 내용이에요./).waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ ...image, name: 'empty.csv', buffer: Buffer.alloc(0) });
  await page.getByText('읽을 내용이 없어요.').waitFor();
  player.assertNoProblems();
  await player.context.close();
});
