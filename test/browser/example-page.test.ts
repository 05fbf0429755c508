import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { startService } from '../service.ts';
import { addressOf, useBrowser } from './browser.ts';

const ROOT = join(import.meta.dirname, '../..');

const browser = await useBrowser();

before(() => execFileSync(process.execPath, [join(ROOT, 'packaging/pack.ts')], { stdio: 'ignore' }));

/** Serves the example page with the packed client, and returns its origin. */
async function serveExample(t: TestContext): Promise<string> {
  const site = createServer((request, response) => {
    const isScript = /^\/client\/(client|contract|game)\/[\w/-]+\.js$/.test(request.url ?? '');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    const file = isScript
      ? `dist/@rollbook/client/${request.url?.slice('/client/'.length)}`
      : 'examples/roster-page.html';
    createReadStream(join(ROOT, file)).pipe(response);
  });
  t.after(() => site.close());
  await once(site.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

test('the example page shows a roster in a browser, from another origin, with the packed client', async (t) => {
  const origin = await serveExample(t);
  const service = await startService({ env: { ROLLBOOK_CORS_ORIGINS: origin } });
  const { write, read } = await service.account();
  const state = { studentUid: '10010', tier: 5, weaponTier: 0, level: 87 };
  await service.call(write, 'POST', '/me/students', state);

  const page = await browser.newPage();
  await page.goto(origin);
  await page.getByLabel('주소').fill(`${service.url}/v1`);
  await page.getByLabel('API 키').fill(read);
  await page.getByRole('button').click();
  await page.getByText('시로코 ★5 Lv.87').waitFor();
  await page.getByLabel('API 키').fill('rollbook_wrong');
  await page.getByRole('button').click();
  await page
    .getByText(/키가 올바르지 않|API 키/)
    .last()
    .waitFor();
  assert.ok(!(await addressOf(page)).href.includes(read));
});

test('a page that CORS refuses is told so at once, with the setting that allows it', async (t) => {
  const origin = await serveExample(t);
  const service = await startService({ env: { ROLLBOOK_OAUTH: 'off' } });
  const { read } = await service.account();

  const page = await browser.newPage();
  const refused: string[] = [];
  page.on('requestfailed', (request) => refused.push(request.url()));
  await page.goto(origin);
  await page.getByLabel('주소').fill(`${service.url}/v1`);
  await page.getByLabel('API 키').fill(read);
  await page.getByRole('button').click();
  await page.getByText(`ROLLBOOK_CORS_ORIGINS=${origin}`).waitFor();
  assert.deepEqual(refused, [`${service.url}/v1/me/students?limit=100`]);
});
