import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConsoleBrowser, signUpPlayer } from '../console/console-browser.ts';
import { newDatabase, query } from '../database.ts';
import { McpClient } from '../mcp/mcp-client.ts';
import { type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { useProcess } from '../use-service.ts';
import {
  allowPage,
  askByCode,
  askInBrowser,
  BEHIND_PROXY,
  DEVICE_GRANT,
  type OAuthAnswer,
  postForm,
} from './oauth-client.ts';

const env = { ROLLBOOK_SIGNUP: 'open', ...BEHIND_PROXY };
const ROUNDS = 8;
const database = await newDatabase();
after(database.remove);
const service = await useProcess({ database: database.address, env });
/** Another instance on the same database. */
const other = await useProcess({ database: database.address, env });

/** An app that was let in, and how it asks for its key. */
interface LetIn {
  accountId: string;
  browser: ConsoleBrowser;
  fetchKey: (from?: Pick<Service, 'url'>) => Promise<OAuthAnswer>;
}

async function letInByCode(at: Service = service, scope = 'roster:read'): Promise<LetIn & { form: object }> {
  const { browser, accountId } = await signUpPlayer(at);
  const { user_code, device_code } = await askByCode(at, scope);
  await browser.ok('POST', '/apps/device/allow', { userCode: user_code, areas: scope.split(' ') });
  const form = { grant_type: DEVICE_GRANT, device_code, client_id: 'bot' };
  return { accountId, browser, form, fetchKey: (from = at) => postForm(from, 'token', form) };
}

async function letInPage(): Promise<LetIn> {
  const { browser, accountId } = await signUpPlayer(service);
  const { open, redeem } = askInBrowser(service);
  const code = (await allowPage(browser, await open(), ['roster:read'])).searchParams.get('code') ?? '';
  return { accountId, browser, fetchKey: () => redeem(code) };
}

const tokenOf = ({ status, body }: OAuthAnswer): string => {
  assert.equal(status, 200, JSON.stringify(body));
  return body.access_token;
};
const use = async (key: string, at: Service = service): Promise<number> =>
  (await at.call(key, 'GET', '/me/students')).status;
const shiftCode = (accountId: string, seconds: number) =>
  query(
    database.address,
    `UPDATE app_request SET expires_at = expires_at - ${seconds * 1000} WHERE account_id = ?`,
    [accountId],
  );
const readLastUse = async (accountId: string) =>
  (await query(database.address, 'SELECT last_used_at FROM api_key WHERE account_id = ?', [accountId]))[0]
    ?.last_used_at;

for (const [way, letIn] of [
  ['a page', letInPage],
  ['a program with a code', letInByCode],
] as const)
  test(`${way} that did not get its key fetches another secret until it uses one, and then ends it`, async () => {
    const { browser, fetchKey } = await letIn();
    const first = tokenOf(await fetchKey());
    const second = tokenOf(await fetchKey());
    assert.notEqual(second, first);
    assert.equal(await use(first), 401);
    // Whoever has a secret that is none any more has not used the key.
    const third = tokenOf(await fetchKey());
    assert.deepEqual([await use(second), await use(third)], [401, 200]);
    assert.equal((await browser.ok('GET', '/keys')).keys.length, 1);
    assert.equal((await fetchKey()).body.error, 'invalid_grant');
    assert.equal(await use(third), 401);
  });

test('a key that was never used is not fetched again after the life of its code, which ends it', async () => {
  const { accountId, fetchKey } = await letInPage();
  const key = tokenOf(await fetchKey());
  await shiftCode(accountId, 60);
  assert.equal((await fetchKey()).body.error, 'invalid_grant');
  assert.equal(await use(key), 401);
});

test('the life of a code that the player types begins again when the app is let in', async () => {
  const { browser, accountId } = await signUpPlayer(service);
  const { user_code, poll } = await askByCode(service);
  await query(
    database.address,
    'UPDATE app_request SET expires_at = expires_at - 400000 WHERE answer IS NULL',
  );
  await browser.ok('POST', '/apps/device/allow', { userCode: user_code, areas: ['roster:read'] });
  await shiftCode(accountId, 400);
  tokenOf(await poll());
  assert.equal(await use(tokenOf(await poll())), 200);
});

test('keys of an account are fetched a hundred times in ten minutes', async () => {
  const { fetchKey } = await letInByCode();
  for (let i = 0; i < 100; i += 1) tokenOf(await fetchKey());
  const { status, headers, body } = await fetchKey();
  assert.deepEqual([status, body.error], [429, 'temporarily_unavailable']);
  assert.ok(Number(headers.get('retry-after')) > 0);
});

describe('the first use of an app’s key', () => {
  for (const [what, send] of [
    ['of /v1', (key: string) => service.call(key, 'GET', '/me/students')],
    ['of /beta', (key: string) => service.callBeta(key, 'GET', '/me')],
    ['of /mcp', (key: string) => McpClient.overHttp(service, key)],
    ['that is refused', (key: string) => service.call(key, 'DELETE', '/me/students/10000')],
  ] as const)
    test(`is stored before a request ${what} is answered`, async () => {
      const { accountId, fetchKey } = await letInByCode();
      const key = tokenOf(await fetchKey());
      assert.equal(await readLastUse(accountId), null);
      await send(key);
      assert.ok(Number(await readLastUse(accountId)) > 0);
      assert.equal((await fetchKey()).body.error, 'invalid_grant');
    });
});

describe('requests at once, of two instances', () => {
  test('of those that fetch a key, one has a secret that is good', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { fetchKey } = await letInByCode();
      const answers = await Promise.all([fetchKey(service), fetchKey(other), fetchKey(service)]);
      const keys = answers.map(tokenOf);
      const statuses = await Promise.all(keys.map((key) => use(key)));
      assert.deepEqual(statuses.sort(), [200, 401, 401]);
    }
  });

  test('a key is used or fetched again, and never both', async () => {
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      const { fetchKey } = await letInByCode();
      const first = tokenOf(await fetchKey());
      const fetchAgain = () => fetchKey(other);
      const useFirst = () => use(first, round % 2 === 0 ? service : other);
      const [answer, used] = await Promise.all([fetchAgain(), useFirst()]);
      if (answer.status === 200) {
        assert.equal(used, 401);
        assert.equal(await use(tokenOf(answer)), 200);
      } else assert.deepEqual([answer.body.error, used], ['invalid_grant', 200]);
      assert.equal(await use(first), 401);
    }
  });
});

/** Sends a request and reads nothing of its answer. */
function sendAndForget({ url }: Service, form: object) {
  const sent = request(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  sent.on('error', () => {});
  sent.end(new URLSearchParams(Object.entries(form)).toString());
  return sent;
}

test('an app whose connection breaks before the answer asks again', async () => {
  const { accountId, form, fetchKey } = await letInByCode();
  const sent = sendAndForget(service, form);
  await until('the key is fetched', async () => {
    const [key] = await query(database.address, 'SELECT renewable_until FROM api_key WHERE account_id = ?', [
      accountId,
    ]);
    return key?.renewable_until !== null;
  });
  sent.destroy();
  assert.equal(await use(tokenOf(await fetchKey())), 200);
});

describe('kill -9', () => {
  const killed = async (running: Service): Promise<Service> => {
    const exited = once(running.process, 'exit');
    running.process.kill('SIGKILL');
    await exited;
    return startService({ database: database.address, env });
  };

  test('while a key is fetched, the app fetches it from the server that is started again', async () => {
    let running = await startService({ database: database.address, env });
    try {
      for (let delay = 0; delay < 16; delay += 4) {
        const { form, fetchKey } = await letInByCode(running);
        sendAndForget(running, form);
        await pause(delay);
        running = await killed(running);
        assert.equal(await use(tokenOf(await fetchKey(running)), running), 200);
      }
    } finally {
      await running.stop();
    }
  });

  test('right after the first use was answered, the key is not fetched again', async () => {
    let running = await startService({ database: database.address, env });
    try {
      const { fetchKey } = await letInByCode(running);
      const key = tokenOf(await fetchKey());
      assert.equal(await use(key, running), 200);
      running = await killed(running);
      assert.equal((await fetchKey(running)).body.error, 'invalid_grant');
      assert.equal(await use(key, running), 401);
    } finally {
      await running.stop();
    }
  });
});
