import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Account, type Answer, type Service, startService } from '../service.ts';
import { refused } from './error-response.ts';
import { exchange, requestText } from './raw-connection.ts';
import { issueKey, writer } from './writer.ts';

let service: Service;
let account: Account;
before(async () => {
  service = await startService();
  account = await service.account();
});
after(() => service.stop());

const list = (key: string) => service.call(key, 'GET', '/me/students');
/** Raw, because fetch tidies header values. */
const authorized = (header: string) =>
  exchange(service.url, requestText('GET', '/v1/me/students', { Authorization: header }));

function unauthorized(answer: Answer, of = '') {
  refused(answer, 401, 'unauthorized', undefined, of);
  assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer\b/, of);
}

describe('the form of a key', () => {
  test('a fixed prefix, then at least 160 bits and a checksum, of letters, digits and _', () => {
    const [one, two] = [account.write, account.read];
    for (const key of [one, two]) assert.match(key, /^[A-Za-z0-9_]+$/);
    let shared = 0;
    while (one[shared] === two[shared]) shared++;
    assert.ok(shared >= 3, 'a prefix that scanners can look for');
    assert.ok(one.length - shared >= 27, `${one.length - shared} characters hold 160 bits`);
    assert.equal(one.length, two.length);
  });

  test('no slip of one character is another key', async () => {
    const key = account.read;
    for (let at = 0; at < key.length; at++) {
      const slip = key[at] === 'a' ? 'b' : 'a';
      const wrong = key.slice(0, at) + slip + key.slice(at + 1);
      unauthorized(await list(wrong), `character ${at}`);
    }
  });

  test('nor any other near miss', async () => {
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
    for (const wrong of wrongs) unauthorized(await list(wrong), wrong.length.toString());
    assert.equal((await list(key)).status, 200);
  });
});

describe('the Authorization header', () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    test(`${scheme} is the scheme`, async () => {
      assert.equal((await authorized(`${scheme} ${account.read}`)).status, 200);
    });
  }

  const wrong: [name: string, header: () => string][] = [
    ['nothing but the scheme', () => 'Bearer'],
    ['an empty key', () => 'Bearer '],
    ['nothing', () => ''],
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
    test(`with ${name} is refused`, async () => unauthorized(await authorized(header())));
  }

  test('an Authorization header sent twice is refused, whichever keys and spellings the two have', async () => {
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
        unauthorized(answer, `${method} ${first} and ${second}`);
        assert.equal(answer.headers.get('ratelimit'), null, 'it is counted for no account');
      }
  });

  test('is missing', async () => {
    unauthorized(await service.call(undefined, 'GET', '/me/students'));
    unauthorized(
      await service.call(undefined, 'GET', `/me/students?access_token=${account.read.slice(0, 9)}`),
    );
  });
});

describe('permission', () => {
  test('read reads and does not write', async () => {
    assert.equal((await list(account.read)).status, 200);
    assert.equal((await service.call(account.read, 'GET', '/students?query=a')).status, 200);
    const body = { studentUid: '10000', tier: 3, weaponTier: 0 };
    refused(await service.call(account.read, 'POST', '/me/students', body), 403, 'forbidden');
    refused(await service.call(account.read, 'PATCH', '/me/students/10000', { level: 5 }), 403, 'forbidden');
    refused(await service.call(account.read, 'DELETE', '/me/students/10000'), 403, 'forbidden');
    refused(await service.call(account.write, 'GET', '/me/students/10000'), 404, 'student_not_recruited');
  });

  test('write reads too, and both see the same account', async () => {
    const body = { studentUid: '10001', tier: 3, weaponTier: 0 };
    assert.equal((await service.call(account.write, 'POST', '/me/students', body)).status, 201);
    assert.equal((await list(account.write)).text, (await list(account.read)).text);
    assert.equal((await list(account.read)).body.students.length, 1);
  });
});

describe('the running server obeys at the very next request', { concurrency: 3 }, () => {
  test('a revoked key', async () => {
    const { id, key } = await writer(service);
    const { keyId, apiKey } = await service.command('key', 'issue', '--account', id, '--permission', 'write');
    assert.equal((await list(apiKey)).status, 200);
    await service.command('key', 'revoke', keyId);
    unauthorized(await list(apiKey));
    unauthorized(
      await service.call(apiKey, 'POST', '/me/students', { studentUid: '10000', tier: 3, weaponTier: 0 }),
    );
    assert.equal((await list(key)).status, 200);
  });

  test('a suspended account, and one active again', async () => {
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

  test('a deleted account', async () => {
    const { id, key } = await writer(service);
    await service.call(key, 'POST', '/me/students', { studentUid: '10000', tier: 3, weaponTier: 0 });
    await service.command('account', 'delete', id, '--yes');
    unauthorized(await list(key));
    await assert.rejects(service.command('key', 'list', '--account', id), { exitCode: 1 });
    assert.equal((await list(account.read)).status, 200);
  });
});

describe('the last use of a key', () => {
  const lastUse = async (id: string): Promise<string | null> =>
    (await service.command('key', 'list', '--account', id))[0].lastUsedAt;

  test('is told soon after, and none of a key that nobody has used', async () => {
    const { id, key } = await writer(service);
    assert.equal(await lastUse(id), null);
    const before = Date.now();
    assert.equal((await list(key)).status, 200);
    let seen = await lastUse(id);
    for (const until = before + 60_000; seen === null; seen = await lastUse(id))
      assert.ok(Date.now() < until, 'it is told');
    const at = Date.parse(seen);
    // The list of keys shows seconds.
    assert.ok(at >= before - 1_000 && at <= Date.now(), seen);
  });
});

describe('logs', () => {
  test('never hold a key, wherever a client put it', async () => {
    const { key } = await writer(service);
    await list(key);
    await service.call(key, 'POST', '/me/students', '{', { 'content-type': 'text/plain' });
    unauthorized(await list(`${key}x`));
    const nearMiss = await list(`${key.slice(0, -1)}-`);
    assert.ok(!nearMiss.text.includes(key.slice(0, -1)));
    const inPath = await service.call(undefined, 'GET', `/${key}`);
    refused(inPath, 404, 'not_found');
    assert.ok(!inPath.text.includes(key));
    const inQuery = await service.call(undefined, 'GET', `/me/students?apiKey=${key}`);
    unauthorized(inQuery);
    assert.ok(!inQuery.text.includes(key));
    await exchange(
      service.url,
      `GET /v1/students HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nbroken\r\n\r\n`,
    );

    const last = await list(key);
    await logged(last.headers.get('request-id') ?? 'no id');
    const everything = service.stdout() + service.stderr();
    assert.ok(!everything.includes(key), 'a log line holds the key');
    assert.ok(!everything.includes(key.slice(0, -4)), 'a log line holds most of the key');
  });

  test('bear the Request-Id of the answer', async () => {
    const ids = [
      await list(account.read),
      await list('wrong'),
      await service.call(undefined, 'GET', '/nowhere'),
    ].map((answer) => answer.headers.get('request-id') ?? '');
    assert.equal(new Set(ids).size, 3);
    for (const id of ids) {
      const line = await logged(id);
      assert.equal(typeof JSON.parse(line), 'object');
    }
  });

  /** A line may be written after its answer was sent. */
  async function logged(id: string): Promise<string> {
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
    throw new Error(`no line bears ${id}`);
  }
});
