import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { query } from '../database.ts';
import { useSharedService } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

const service = await useSharedService();
let browser: ConsoleBrowser;
before(async () => {
  browser = new ConsoleBrowser(service);
  await browser.signUp('shiroko');
});

/** As sent, without the decompression that `fetch` does. */
async function read(path: string, acceptEncoding?: string) {
  const headers = {
    cookie: browser.cookie ?? '',
    ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
  };
  return new Promise<{ coding: string | undefined; bytes: Buffer }>((resolve, reject) => {
    request(`${service.url}/console/api${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ coding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('the roster is one answer, in the coding that the browser accepts', async () => {
  const { students } = JSON.parse(await (await fetch(`${service.url}/catalogue.json`)).text());
  const studentUids: string[] = students
    .slice(0, 120)
    .map(({ studentUid }: { studentUid: string }) => studentUid);
  for (const studentUid of studentUids)
    await browser.ok('POST', '/me/students', { studentUid, tier: 3, weaponTier: 0 });
  const plain = await read('/roster');
  assert.equal(plain.coding, undefined);
  assert.deepEqual(
    JSON.parse(plain.bytes.toString()).students.map((student: { studentUid: string }) => student.studentUid),
    studentUids.toSorted(),
  );
  const brotli = await read('/roster', 'gzip, deflate, br');
  assert.equal(brotli.coding, 'br');
  assert.ok(brotli.bytes.length < plain.bytes.length / 10);
  assert.deepEqual(brotliDecompressSync(brotli.bytes), plain.bytes);
  const gzip = await read('/roster', 'gzip, br;q=0');
  assert.equal(gzip.coding, 'gzip');
  assert.deepEqual(gunzipSync(gzip.bytes), plain.bytes);
});

test('a group of thousands of changes is compressed too', async () => {
  const [account] = await query(service.database, "SELECT account_id FROM account WHERE name = 'shiroko'");
  await query(
    service.database,
    `INSERT INTO change_group (account_id, number, last_number, started_at, last_at, by_kind, by_id, by_name)
      VALUES ('${account?.account_id}', 1001, 5000, 0, 0, 'operator', '', '')`,
  );
  await query(
    service.database,
    `INSERT INTO student_change (account_id, number, group_number, at, student_uid, kind, fields)
      WITH RECURSIVE n(i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      SELECT '${account?.account_id}', i, 1001, 0, '10010', 'changed', '{"level":[80,1],"bond":[9,8]}' FROM n`,
  );
  const path = '/history/groups?group=1001';
  const plain = await read(path);
  assert.ok(plain.bytes.length > 400_000, `${plain.bytes.length}`);
  const { groups } = JSON.parse(plain.bytes.toString());
  assert.equal(groups[0].changes.length, 4_000);
  assert.deepEqual(brotliDecompressSync((await read(path, 'br')).bytes), plain.bytes);
  assert.deepEqual(gunzipSync((await read(path, 'gzip')).bytes), plain.bytes);
});

test('an answer with a secret is never compressed, whatever the browser accepts', async () => {
  const accepting = { 'accept-encoding': 'br, gzip' };
  const key = await browser.call(
    'POST',
    '/keys',
    { name: 'n'.repeat(50), permission: 'read', days: 1 },
    accepting,
  );
  assert.match(key.body.apiKey, /^[A-Za-z0-9_]+$/);
  const codes = await browser.call('POST', '/recovery-codes', {}, accepting);
  assert.equal(codes.body.recoveryCodes.length, 10);
  const challenge = await browser.call('POST', '/verify/options', {}, accepting);
  const session = await browser.call('GET', '/session', undefined, accepting);
  for (const { status, headers } of [key, codes, challenge, session]) {
    assert.ok(status < 300);
    assert.equal(headers.get('content-encoding'), null);
  }
});

test('a file of the console is sent as the build compressed it, and each coding has its own ETag', async () => {
  const page = await (await fetch(`${service.url}/console`)).text();
  const [path = '', name = ''] = /\/console\/assets\/(index-[\w-]+\.js)/.exec(page) ?? [];
  const receive = (coding: string) => fetch(service.url + path, { headers: { 'accept-encoding': coding } });
  const built = readFileSync(join(import.meta.dirname, '../../console/dist/assets', name));
  const tags = new Set<string | null>();
  for (const coding of ['br', 'gzip', 'identity']) {
    const response = await receive(coding);
    assert.equal(response.headers.get('content-encoding') ?? 'identity', coding);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), built);
    tags.add(response.headers.get('etag'));
  }
  assert.equal(tags.size, 3);
  const length = Number((await receive('br')).headers.get('content-length'));
  assert.equal(length, brotliCompressSync(built).length);
});
