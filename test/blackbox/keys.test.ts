import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Answer } from '../service.ts';
import { useProcess } from '../use-service.ts';
import { refused } from './error-response.ts';
import { exchange, requestText } from './raw-connection.ts';
import { issueKey, writer } from './writer.ts';

const service = await useProcess();
const account = await service.account();

const list = (key: string) => service.call(key, 'GET', '/me/students');
/** Sent over a raw connection, because fetch normalizes header values. */
const sendAuthorization = (header: string) =>
  exchange(service.url, requestText('GET', '/v1/me/students', { Authorization: header }));

function assertUnauthorized(answer: Answer, label = '') {
  refused(answer, 401, 'unauthorized', undefined, label);
  assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer\b/, label);
}

describe('a key has a fixed format, and no other text is accepted in its place', () => {
  test('issues keys of letters, digits and _ with a fixed prefix and at least 160 bits', () => {
    const [one, two] = [account.write, account.read];
    for (const key of [one, two]) assert.match(key, /^[A-Za-z0-9_]+$/);
    let shared = 0;
    while (one[shared] === two[shared]) shared++;
    assert.ok(shared >= 3, 'a prefix that scanners can look for');
    assert.ok(one.length - shared >= 27, `${one.length - shared} characters hold 160 bits`);
    assert.equal(one.length, two.length);
  });

  test('rejects a key in which one character is changed', async () => {
    const key = account.read;
    for (let at = 0; at < key.length; at++) {
      const replacement = key[at] === 'a' ? 'b' : 'a';
      const wrong = key.slice(0, at) + replacement + key.slice(at + 1);
      assertUnauthorized(await list(wrong), `character ${at}`);
    }
  });

  test('rejects a key that is truncated, extended, repeated or has letters swapped', async () => {
    const key = account.read;
    const swapped = [...key.slice(0, -2), key.at(-1), key.at(-2)].join('');
    const other = key.replace(/[a-zA-Z](?=[^a-zA-Z]*$)/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    const wrongs = [
      key.slice(0, -1),
      key.slice(1),
      `${key}0`,
      `${key}=`,
      key + key,
      other,
      ...(swapped === key ? [] : [swapped]),
    ];
    for (const wrong of wrongs) assertUnauthorized(await list(wrong), wrong.length.toString());
    assert.equal((await list(key)).status, 200);
  });
});

describe('only one key in one Authorization header authenticates', () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    test(`accepts the scheme "${scheme}"`, async () => {
      assert.equal((await sendAuthorization(`${scheme} ${account.read}`)).status, 200);
    });
  }

  const wrong: [name: string, header: () => string][] = [
    ['only the scheme', () => 'Bearer'],
    ['an empty key', () => 'Bearer '],
    ['an empty value', () => ''],
    ['no scheme', () => account.read],
    ['another scheme', () => `Token ${account.read}`],
    ['Basic', () => `Basic ${Buffer.from(`${account.read}:`).toString('base64')}`],
    ['a longer scheme', () => `Bearers ${account.read}`],
    ['no space', () => `Bearer${account.read}`],
    ['a colon', () => `Bearer: ${account.read}`],
    ['quotes', () => `Bearer "${account.read}"`],
    ['two keys', () => `Bearer ${account.read} ${account.write}`],
    ['two keys with a comma', () => `Bearer ${account.read}, Bearer ${account.write}`],
    ['bytes beyond ASCII', () => `Bearer ${account.read}\u00e9`],
    ['a long text', () => `Bearer ${'x'.repeat(8000)}`],
  ];
  for (const [name, header] of wrong) {
    test(`rejects an Authorization header with ${name}`, async () =>
      assertUnauthorized(await sendAuthorization(header())));
  }

  test('rejects two Authorization headers, with any keys and in any case', async () => {
    const [read, write] = [`Bearer ${account.read}`, `Bearer ${account.write}`];
    for (const [first, second] of [
      [read, write],
      [write, read],
      [read, read],
      [read, ''],
      ['', read],
      [read, 'Basic x'],
      [read, `Bearer ${'x'.repeat(40)}`],
    ] as const)
      for (const method of ['GET', 'POST', 'DELETE']) {
        const path = `/v1/me/students${method === 'DELETE' ? '/10000' : ''}`;
        const text = requestText(method, path, { Authorization: first, aUTHORIZATION: second });
        const answer = await exchange(service.url, text);
        assertUnauthorized(answer, `${method} ${first} and ${second}`);
        assert.equal(answer.headers.get('ratelimit'), null, 'counts against no account');
      }
  });

  test('rejects a request without an Authorization header, even with a key in the query', async () => {
    assertUnauthorized(await service.call(undefined, 'GET', '/me/students'));
    assertUnauthorized(
      await service.call(undefined, 'GET', `/me/students?access_token=${account.read.slice(0, 9)}`),
    );
  });
});

describe('permissions of a key', () => {
  test('lets a read key read and rejects its writes', async () => {
    assert.equal((await list(account.read)).status, 200);
    assert.equal((await service.call(account.read, 'GET', '/students?query=a')).status, 200);
    const body = { studentUid: '10000', tier: 3, weaponTier: 0 };
    refused(await service.call(account.read, 'POST', '/me/students', body), 403, 'forbidden');
    refused(await service.call(account.read, 'PATCH', '/me/students/10000', { level: 5 }), 403, 'forbidden');
    refused(await service.call(account.read, 'DELETE', '/me/students/10000'), 403, 'forbidden');
    refused(await service.call(account.write, 'GET', '/me/students/10000'), 404, 'student_not_recruited');
  });

  test('lets a write key read the same account as a read key', async () => {
    const body = { studentUid: '10001', tier: 3, weaponTier: 0 };
    assert.equal((await service.call(account.write, 'POST', '/me/students', body)).status, 201);
    assert.equal((await list(account.write)).text, (await list(account.read)).text);
    assert.equal((await list(account.read)).body.students.length, 1);
  });
});

describe('a running server applies commands from the next request', { concurrency: 3 }, () => {
  test('rejects a key from the request after its revocation', async () => {
    const { id, key } = await writer(service);
    const { keyId, apiKey } = await service.command('key', 'issue', '--account', id, '--permission', 'write');
    assert.equal((await list(apiKey)).status, 200);
    await service.command('key', 'revoke', keyId);
    assertUnauthorized(await list(apiKey));
    assertUnauthorized(
      await service.call(apiKey, 'POST', '/me/students', { studentUid: '10000', tier: 3, weaponTier: 0 }),
    );
    assert.equal((await list(key)).status, 200);
  });

  test('answers 403 while the account is suspended and 200 once it is active again', async () => {
    const { id, key } = await writer(service);
    const read = await issueKey(service, id, 'read');
    assert.equal((await list(key)).status, 200);
    await service.command('account', 'suspend', id);
    refused(await list(key), 403, 'forbidden');
    refused(await list(read), 403, 'forbidden');
    refused(
      await service.call(key, 'POST', '/me/students', { studentUid: '10000', tier: 3, weaponTier: 0 }),
      403,
      'forbidden',
    );
    await service.command('account', 'activate', id);
    assert.deepEqual((await list(key)).body.students, []);
    assert.equal((await list(read)).status, 200);
  });

  test('rejects the keys of a deleted account', async () => {
    const { id, key } = await writer(service);
    await service.call(key, 'POST', '/me/students', { studentUid: '10000', tier: 3, weaponTier: 0 });
    await service.command('account', 'delete', id, '--yes');
    assertUnauthorized(await list(key));
    await assert.rejects(service.command('key', 'list', '--account', id), { exitCode: 1 });
    assert.equal((await list(account.read)).status, 200);
  });
});

describe('the last use of a key', () => {
  const lastUse = async (id: string): Promise<string | null> =>
    (await service.command('key', 'list', '--account', id))[0].lastUsedAt;

  test('shows when a key was last used, and null for an unused key', async () => {
    const { id, key } = await writer(service);
    assert.equal(await lastUse(id), null);
    const before = Date.now();
    assert.equal((await list(key)).status, 200);
    let seen = await lastUse(id);
    for (const until = before + 60_000; seen === null; seen = await lastUse(id))
      assert.ok(Date.now() < until, 'the last use is still null');
    const at = Date.parse(seen);
    // The list of keys shows seconds.
    assert.ok(at >= before - 1_000 && at <= Date.now(), seen);
  });
});

describe('the log', () => {
  test('never logs a key, wherever the client sent it', async () => {
    const { key } = await writer(service);
    await list(key);
    await service.call(key, 'POST', '/me/students', '{', { 'content-type': 'text/plain' });
    assertUnauthorized(await list(`${key}x`));
    const nearMiss = await list(`${key.slice(0, -1)}-`);
    assert.ok(!nearMiss.text.includes(key.slice(0, -1)));
    const inPath = await service.call(undefined, 'GET', `/${key}`);
    refused(inPath, 404, 'not_found');
    assert.ok(!inPath.text.includes(key));
    const inQuery = await service.call(undefined, 'GET', `/me/students?apiKey=${key}`);
    assertUnauthorized(inQuery);
    assert.ok(!inQuery.text.includes(key));
    await exchange(
      service.url,
      `GET /v1/students HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nbroken\r\n\r\n`,
    );

    const last = await list(key);
    await findLogLine(last.headers.get('request-id') ?? 'no id');
    const output = service.stdout() + service.stderr();
    assert.ok(!output.includes(key), 'a log line contains the key');
    assert.ok(!output.includes(key.slice(0, -4)), 'a log line contains most of the key');
  });

  test('logs the Request-Id of each response', async () => {
    const ids = [
      await list(account.read),
      await list('wrong'),
      await service.call(undefined, 'GET', '/nowhere'),
    ].map((answer) => answer.headers.get('request-id') ?? '');
    assert.equal(new Set(ids).size, 3);
    for (const id of ids) {
      const line = await findLogLine(id);
      assert.equal(typeof JSON.parse(line), 'object');
    }
  });

  /** Waits for the log line of a request, which may be written after the response was sent. */
  async function findLogLine(id: string): Promise<string> {
    assert.notEqual(id, '');
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
      const line = service
        .stdout()
        .split('\n')
        .slice(0, -1)
        .find((each) => each.includes(id));
      if (line !== undefined) return line;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`no log line contains ${id}`);
  }
});
