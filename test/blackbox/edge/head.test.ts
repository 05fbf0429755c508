import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BETA_OPERATIONS } from '../../../contract/beta-operations.ts';
import type { Operation } from '../../../contract/operations.ts';
import { ConsoleBrowser } from '../../console/console-browser.ts';
import { SHARED_SETTINGS, useService } from '../../use-service.ts';

const service = await useService({ env: SHARED_SETTINGS });
const account = await service.account();
const STATE = { studentUid: '10010', tier: 3, weaponTier: 0 };
await service.call(account.write, 'POST', '/me/students', STATE);
await service.callBeta(account.write, 'PUT', '/goals/10010', { wanted: { level: 90 } });

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { method, headers, redirect: 'manual' });

/** They differ between two requests, or by what the sender does with its connection. */
const OWN_HEADERS = ['date', 'request-id', 'ratelimit', 'connection', 'keep-alive', 'transfer-encoding'];
const comparable = ({ status, headers }: Response) => {
  const listed = [...headers].filter(([name]) => !OWN_HEADERS.includes(name));
  return { status, headers: Object.fromEntries(listed) };
};

async function assertHeadLikeGet(path: string, headers: Record<string, string>) {
  const [head, got] = [await ask('HEAD', path, headers), await ask('GET', path, headers)];
  assert.deepEqual(comparable(head), comparable(got), path);
  assert.equal(got.headers.get('allow'), null, path);
  assert.equal(await head.text(), '');
  assert.notEqual(got.status === 200 && (await got.text()), '');
}

test('HEAD is answered like GET below /beta, and is a read', async () => {
  const reads = Object.values<Operation>(BETA_OPERATIONS).filter(({ method }) => method === 'GET');
  for (const { path } of reads) {
    const target = `/beta${path.replace(/\{\w+\}/, '10010')}`;
    await assertHeadLikeGet(target, { authorization: `Bearer ${account.read}` });
    await assertHeadLikeGet(target, {});
  }
  const headers = { authorization: `Bearer ${account.read}` };
  const left = async (method: string) =>
    Number(/r=(\d+)/.exec((await ask(method, '/beta/goals', headers)).headers.get('ratelimit') ?? '')?.[1]);
  const before = await left('GET');
  assert.deepEqual([await left('HEAD'), await left('GET')], [before - 1, before - 2]);
});

test('HEAD is answered like GET in the console, also where an answer is sent in pieces', async () => {
  const browser = new ConsoleBrowser(service);
  await browser.signUp('arona');
  const headers = { cookie: browser.cookie ?? '', 'sec-fetch-site': 'same-origin' };
  for (const path of ['/session', '/me/students', '/goals', '/export'])
    await assertHeadLikeGet(`/console/api${path}`, headers);
  await assertHeadLikeGet('/oauth/authorize?client_id=x', {});
});

test('the methods that a path has are told with HEAD, and below /v1 without', async () => {
  const allow = async (path: string) => (await ask('PUT', path)).headers.get('allow');
  assert.equal(await allow('/beta/roster'), 'GET, HEAD');
  assert.equal(await allow('/v1/me/students'), 'GET, POST');
  const { status } = await ask('HEAD', '/v1/me/students', { authorization: `Bearer ${account.read}` });
  assert.equal(status, 404);
});
