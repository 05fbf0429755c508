import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Account, type Service, startService } from '../../service.ts';
import { until } from '../../until.ts';

let folder: string;
let service: Service;
let account: Account;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-secrets-'));
  service = await startService({
    database: `sqlite:${join(folder, 'rollbook.db')}`,
    env: { ROLLBOOK_METRICS_PORT: '0' },
  });
  account = await service.account();
  await service.call(account.write, 'POST', '/me/students', { studentUid: '10010', tier: 3, weaponTier: 0 });
  await service.call(account.write, 'GET', `/me/students/${account.write}`);
  await service.call(undefined, 'GET', `/me/students?key=${account.write}`);
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

/** Whether the text contains a key, or all but its last six characters. */
const containsKey = (text: string) =>
  [account.write, account.read].some((key) => text.includes(key) || text.includes(key.slice(0, -6)));

test('stores only the digest and the first characters of a key on disk', async () => {
  await service.command('backup', join(folder, 'backup.db'));
  const files = await readdir(folder);
  assert.ok(files.length >= 2, `${files}`);
  const all = await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')));
  assert.ok(!containsKey(all.join('\n')));
  assert.ok(all.join('\n').includes(hash('sha256', account.write, 'hex')), 'the digest is stored');
});

test('makes files on disk readable by their owner only', { skip: process.platform === 'win32' }, async () => {
  for (const file of await readdir(folder))
    assert.equal(((await stat(join(folder, file))).mode & 0o777).toString(8), '600', file);
});

test('runs without a key in its arguments or environment', {
  skip: process.platform !== 'linux',
}, async () => {
  for (const file of ['cmdline', 'environ'])
    assert.ok(!containsKey(await readFile(`/proc/${service.process.pid}/${file}`, 'latin1')), file);
});

test('labels metrics with operations and statuses, never with accounts, keys or students', async () => {
  await until('the port is logged', () => /"port":\d+/.test(service.stdout()));
  const port = /"port":(\d+)/.exec(service.stdout())?.[1];
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  assert.match(text, /operation="registerRecruitedStudent"/);
  assert.ok(!containsKey(text));
  for (const one of [account.id, '10010', 'rollbook_b', 'acc_', 'key_'])
    assert.ok(!text.includes(`"${one}`), one);
  assert.equal((await fetch(`${service.url}/metrics`)).status, 404, 'metrics are not served on the API port');
});

test('does not repeat a key that was sent in a path, query or body', async () => {
  const paths = [
    `/${account.write}`,
    `/me/students/${account.write}`,
    `/students?query=${account.write}&limit=0`,
  ];
  for (const path of paths) {
    const { text } = await service.call(account.read, 'GET', path);
    assert.ok(!containsKey(text), text);
  }
  const bodies = [
    { studentUid: account.write, tier: 1, weaponTier: 0 },
    { studentUid: '10000', tier: 1, weaponTier: 0, [account.write]: 1 },
    { studentUid: '10000', tier: 9, weaponTier: 0, [`"${account.read}"`]: 1 },
  ];
  for (const body of bodies) {
    const { text } = await service.call(account.write, 'POST', '/me/students', body);
    assert.ok(!containsKey(text), text);
  }
});

test('an error is JSON whatever it repeats of the request', async () => {
  const name = `\r${account.write.slice(1)}`;
  for (const body of [
    { studentUid: '10000', tier: 1, weaponTier: 0, [name]: 1 },
    { studentUid: name, tier: 1, weaponTier: 0 },
  ]) {
    const answer = await service.call(account.write, 'POST', '/me/students', body);
    assert.ok(answer.status === 400 || answer.status === 404, answer.text);
    assert.equal(typeof answer.body.error.message, 'string');
  }
});
