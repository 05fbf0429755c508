import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Service, startService } from '../../service.ts';
import { until } from '../../until.ts';
import { useProcess } from '../../use-service.ts';

const DAY_MS = 86_400_000;
const plain = await useProcess();
const trusting = await useProcess({
  env: { ROLLBOOK_TRUSTED_PROXIES: '127.0.0.1', ROLLBOOK_SECURITY_CONTACT: '' },
});

test('password managers find the page on which passkeys are added and managed', async () => {
  const service = await startService({ env: { ROLLBOOK_PUBLIC_URL: 'https://rollbook.example/app' } });
  const response = await fetch(`${service.url}/.well-known/passkey-endpoints`);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  const accountPage = 'https://rollbook.example/app/console/account';
  assert.deepEqual(await response.json(), { enroll: accountPage, manage: accountPage });
  assert.notEqual((await fetch(`${service.url}/console/account`)).status, 404);
});

test('security.txt names the contact of the setting, for less than a year', async () => {
  const service = await startService({
    env: {
      ROLLBOOK_PUBLIC_URL: 'https://rollbook.example',
      ROLLBOOK_SECURITY_CONTACT: 'security@rollbook.example',
    },
  });
  const response = await fetch(`${service.url}/.well-known/security.txt`);
  assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
  const lines = (await response.text()).trimEnd().split('\n');
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2)));
  const { Expires: expires = '', ...others } = fields;
  assert.deepEqual(others, {
    Contact: 'mailto:security@rollbook.example',
    'Preferred-Languages': 'ko, en',
    Canonical: 'https://rollbook.example/.well-known/security.txt',
  });
  const left = Date.parse(expires) - Date.now();
  assert.ok(left > 7 * DAY_MS && left < 365 * DAY_MS, expires);
});

test('without a contact there is no security.txt', async () => {
  for (const service of [plain, trusting])
    assert.equal((await fetch(`${service.url}/.well-known/security.txt`)).status, 404);
});

const WARNING = /X-Forwarded-For arrives, but ROLLBOOK_TRUSTED_PROXIES/g;

/** Sends requests as through a proxy, and returns how often the log warns of it. */
async function countWarnings(service: Service, headers: Record<string, string>): Promise<number> {
  for (const path of ['/healthz', '/v1/me/students', '/console/api/session'])
    await fetch(service.url + path, { headers });
  const last = await fetch(service.url, { headers });
  const id = last.headers.get('request-id') ?? '-';
  await until('the last request is logged', () => service.stdout().includes(id));
  return service.stdout().match(WARNING)?.length ?? 0;
}

test('the log warns once of a proxy that nobody has named', async () => {
  assert.equal(await countWarnings(plain, {}), 0);
  assert.equal(await countWarnings(plain, { 'x-forwarded-for': '203.0.113.7' }), 1);
  assert.equal(await countWarnings(plain, { 'x-forwarded-for': '203.0.113.8' }), 1);
  assert.match(plain.stdout(), /"level":"warn"/);
  assert.equal(await countWarnings(trusting, { 'x-forwarded-for': '203.0.113.7' }), 0);
});
