import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { startService } from '../service.ts';
import { launchBrowser } from './browser.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the example page shows a roster in a browser, from another origin, with the packed client', async (t) => {
  execFileSync(process.execPath, [join(ROOT, 'packaging/pack.ts')], { stdio: 'ignore' });
  const site = createServer((request, response) => {
    const isScript = /^\/client\/(client|contract)\/[\w/-]+\.js$/.test(request.url ?? '');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    const file = isScript
      ? `dist/@rollbook/client/${request.url?.slice('/client/'.length)}`
      : 'examples/roster-page.html';
    createReadStream(join(ROOT, file)).pipe(response);
  });
  t.after(() => site.close());
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const service = await startService({ env: { ROLLBOOK_CORS_ORIGINS: origin } });
  t.after(() => service.stop());
  const { write, read } = await service.account();
  const state = { studentUid: '10010', tier: 5, weaponTier: 0, level: 87 };
  await service.call(write, 'POST', '/me/students', state);

  const browser = await launchBrowser();
  t.after(() => browser.close());
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
  assert.ok(!page.url().includes(read));
});
