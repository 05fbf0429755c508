import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useSharedService } from '../use-service.ts';
import { signUpPlayer } from './console-browser.ts';

const service = await useSharedService();

test('the roster is read and written by the rules of the API', async () => {
  const { browser, accountId } = await signUpPlayer(service);
  const registered = await browser.call('POST', '/me/students', {
    studentUid: '10010',
    tier: 3,
    weaponTier: 0,
  });
  assert.equal(registered.status, 201);
  const { apiKey } = await service.command('key', 'issue', '--account', accountId, '--permission', 'read');
  const { text } = await service.call(apiKey, 'GET', '/me/students/10010');
  assert.equal((await browser.call('GET', '/me/students/10010')).text, text);
  const wrong = await browser.call('PATCH', '/me/students/10010', { weaponTier: 1 });
  assert.equal(wrong.status, 400);
  const found = await browser.ok('GET', `/students?query=${encodeURIComponent('시로코')}`);
  assert.ok(found.students.length > 0);
});

test('a change names the state that it began with, and is refused where another tool was first', async () => {
  const { browser, accountId } = await signUpPlayer(service);
  const { apiKey } = await service.command('key', 'issue', '--account', accountId, '--permission', 'write');
  const registered = await browser.call('POST', '/me/students', {
    studentUid: '10010',
    tier: 3,
    weaponTier: 0,
  });
  const first = registered.headers.get('etag') ?? '';
  assert.equal((await browser.call('GET', '/me/students/10010')).headers.get('etag'), first);
  const changed = await browser.call('PATCH', '/me/students/10010', { level: 10 }, { 'if-match': first });
  assert.equal(changed.status, 200);
  const second = changed.headers.get('etag') ?? '';
  assert.notEqual(second, first);
  const { body: now } = await service.call(apiKey, 'PATCH', '/me/students/10010', { level: 20 });
  for (const [method, sent] of [
    ['PATCH', { level: 11 }],
    ['DELETE', undefined],
  ] as const) {
    const refused = await browser.call(method, '/me/students/10010', sent, { 'if-match': second });
    assert.deepEqual([refused.status, refused.body.error.code], [412, 'precondition_failed']);
    assert.deepEqual(refused.body.student, now);
    const current = refused.headers.get('etag') ?? '';
    assert.notEqual(current, second);
  }
  const third = (await browser.call('GET', '/me/students/10010')).headers.get('etag') ?? '';
  assert.equal(
    (await browser.call('DELETE', '/me/students/10010', undefined, { 'if-match': third })).status,
    200,
  );
  const gone = await browser.call('PATCH', '/me/students/10010', { level: 1 }, { 'if-match': third });
  assert.deepEqual([gone.status, gone.body.student], [412, null]);
});

test('a registration that names a state is refused where the student is not in it', async () => {
  const { browser, accountId } = await signUpPlayer(service);
  const sent = { studentUid: '10010', tier: 3, weaponTier: 0 };
  const register = (tag: string | undefined, body: object = sent) =>
    browser.call('POST', '/me/students', body, { 'if-match': tag });
  const registerAbsent = async () => {
    for (const tag of ['"x"', '*']) {
      const { status, body, headers } = await register(tag);
      assert.deepEqual([status, body.error.code, body.student], [412, 'precondition_failed', null], tag);
      assert.equal(headers.get('etag'), null);
    }
  };
  await registerAbsent();
  // A recorded bond does not make the student a registered one.
  await service.command('bond', 'set', '--account', accountId, '--student', '10010', '--bond', '5');
  await registerAbsent();
  assert.deepEqual((await browser.ok('GET', '/me/students')).students, []);

  const registered = await register(undefined);
  const etag = registered.headers.get('etag') ?? '';
  const refused = await register('"x"', { ...sent, weaponTier: 1 });
  assert.deepEqual([refused.status, refused.body.student], [412, registered.body]);
  assert.equal(refused.headers.get('etag'), etag);
  for (const tag of [etag, '*', undefined]) assert.equal((await register(tag)).status, 409, String(tag));

  // The condition is looked at after the schema and the catalogue, as the registration itself is.
  assert.equal((await register('"x"', { ...sent, tier: 9 })).status, 400);
  assert.equal((await register('"x"', { ...sent, studentUid: '99999' })).status, 404);

  await browser.call('DELETE', '/me/students/10010');
  await registerAbsent();
});

test('of concurrent changes that name the same state one succeeds', async () => {
  const { browser } = await signUpPlayer(service);
  const registered = await browser.call('POST', '/me/students', {
    studentUid: '10010',
    tier: 3,
    weaponTier: 0,
  });
  const etag = registered.headers.get('etag') ?? '';
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      i === 7
        ? browser.call('DELETE', '/me/students/10010', undefined, { 'if-match': etag })
        : browser.call('PATCH', '/me/students/10010', { level: i + 1 }, { 'if-match': etag }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412, 412, 412, 412, 412]);
});
