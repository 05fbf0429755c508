import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, type Service, startService } from '../service.ts';
import { refused } from './error-response.ts';
import { issueKey, writer } from './writer.ts';

let service: Service;
/** Its limits are 1, so that one call exhausts them. */
let tight: Service;
const roomy = { write: '', read: '', suspended: '', revoked: '' };
const exhausted = { write: '', read: '', suspended: '', revoked: '' };

before(async () => {
  [service, tight] = await Promise.all([
    startService(),
    startService({ env: { ROLLBOOK_READ_LIMIT: '1', ROLLBOOK_WRITE_LIMIT: '1' } }),
  ]);
  await Promise.all([prepare(service, roomy), prepare(tight, exhausted)]);
});
after(() => Promise.all([service.stop(), tight.stop()]));

async function prepare(on: Service, keys: typeof roomy) {
  const [{ id, key }, other] = await Promise.all([writer(on), writer(on)]);
  const [{ keyId, apiKey }, read] = await Promise.all([
    on.command('key', 'issue', '--account', id, '--permission', 'write'),
    issueKey(on, id, 'read'),
  ]);
  keys.read = read;
  keys.write = key;
  keys.suspended = other.key;
  keys.revoked = apiKey;
  for (const each of [key, other.key]) {
    assert.equal((await on.call(each, 'GET', '/me/students')).status, 200);
    const recruited = { studentUid: RECRUITED, tier: 5, weaponTier: 0 };
    assert.equal((await on.call(each, 'POST', '/me/students', recruited)).status, 201);
  }
  await Promise.all([on.command('key', 'revoke', keyId), on.command('account', 'suspend', other.id)]);
}

const RECRUITED = '10000';
const FREE = '10001';
const UNKNOWN = '99999';
const BREAKS_A_RULE = { weaponLevel: 1 };
const valid = (studentUid: string) => ({ studentUid, tier: 5, weaponTier: 0 });

/** Wrong in ways that only step 5 sees. */
const SHAPES: [name: string, body: unknown, headers: Record<string, string>][] = [
  ['not JSON', '{', {}],
  ['an array', [], {}],
  ['invalid UTF-8', Uint8Array.of(0x7b, 0xff), {}],
  ['an empty object', {}, {}],
  ['a wrong field', { level: 0 }, {}],
  ['an unknown field', { x: 1 }, {}],
  ['studentUid', { studentUid: 5 }, {}],
  ['another content-type', '{"level":5}', { 'content-type': 'text/plain' }],
  ['another charset', '{"level":5}', { 'content-type': 'application/json; charset=latin1' }],
  ['a content-encoding', '{"level":5}', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ['1 MiB and a byte', ' '.repeat(1_048_577), {}],
];

type Expected = [status: number, code: string, fields?: string[]];
const NOT_FOUND: Expected = [404, 'not_found'];
const UNAUTHORIZED: Expected = [401, 'unauthorized'];
const FORBIDDEN: Expected = [403, 'forbidden'];
const LIMITED: Expected = [429, 'rate_limited'];
const INVALID: Expected = [400, 'invalid_request'];
const invalid = (...fields: string[]): Expected => [400, 'invalid_request', fields];
const NOT_RECRUITED: Expected = [404, 'student_not_recruited'];

/** Counted or not shows in the headers of the answer. */
function expect(answer: Answer, [status, code, fields]: Expected, policy: 'read' | 'write' | 'uncounted') {
  refused(answer, status, code, fields);
  const [named, state] = [answer.headers.get('ratelimit-policy'), answer.headers.get('ratelimit')];
  if (policy === 'uncounted') assert.deepEqual([named, state], [null, null]);
  else {
    assert.match(named ?? '', new RegExp(`^"${policy}";q=`));
    assert.match(state ?? '', new RegExp(`^"${policy}";r=`));
  }
}

describe('path and method come first', () => {
  const paths: [string, string][] = [
    ['GET', '/nowhere'],
    ['POST', '/students'],
    ['PUT', '/me/students/10000'],
    ['DELETE', '/me/students'],
    ['PATCH', '/me/students'],
    ['GET', '/students/10000'],
    ['GET', '/nowhere?limit=0&query='],
  ];
  for (const [method, path] of paths) {
    test(`${method} ${path}, whoever asks`, async () => {
      const body = method === 'GET' ? undefined : '{';
      for (const key of [undefined, 'no key', ...Object.values(roomy)]) {
        expect(await service.call(key, method, path, body), NOT_FOUND, 'uncounted');
      }
      for (const key of Object.values(exhausted))
        expect(await tight.call(key, method, path, body), NOT_FOUND, 'uncounted');
    });
  }
});

/** One fault or several of steps 5 to 8. */
const LATER: [
  name: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
][] = [
  ...SHAPES.map(([name, body, headers]): (typeof LATER)[number] => [
    `POST ${name}`,
    'POST',
    '/me/students',
    body,
    headers,
  ]),
  ...SHAPES.map(([name, body, headers]): (typeof LATER)[number] => [
    `PATCH ${name}`,
    'PATCH',
    `/me/students/${RECRUITED}`,
    body,
    headers,
  ]),
  ['PATCH without registration', 'PATCH', `/me/students/${FREE}`, { level: 5 }],
  ['PATCH without student', 'PATCH', `/me/students/${UNKNOWN}`, { level: 5 }],
  ['PATCH against a rule', 'PATCH', `/me/students/${RECRUITED}`, BREAKS_A_RULE],
  ['POST without student', 'POST', '/me/students', valid(UNKNOWN)],
  ['POST with registration', 'POST', '/me/students', valid(RECRUITED)],
  ['POST against a rule', 'POST', '/me/students', { ...valid(FREE), ...BREAKS_A_RULE }],
  ['DELETE without registration', 'DELETE', `/me/students/${FREE}`],
  ['DELETE without student', 'DELETE', `/me/students/${UNKNOWN}`],
  ['search without query', 'GET', '/students'],
  ['list with a wrong limit', 'GET', '/me/students?limit=0&cursor='],
  ['GET without registration', 'GET', `/me/students/${FREE}`],
  ['GET without student', 'GET', `/me/students/${UNKNOWN}`],
  ['GET of a UID badly encoded', 'GET', '/me/students/%ff'],
];

describe('then authentication, permission and rate, before anything in the request', () => {
  for (const [name, method, path, body, headers] of LATER) {
    test(name, async () => {
      for (const key of [undefined, 'no key', roomy.revoked]) {
        expect(await service.call(key, method, path, body, headers), UNAUTHORIZED, 'uncounted');
      }
      expect(await tight.call(exhausted.revoked, method, path, body, headers), UNAUTHORIZED, 'uncounted');

      expect(await service.call(roomy.suspended, method, path, body, headers), FORBIDDEN, 'uncounted');
      expect(await tight.call(exhausted.suspended, method, path, body, headers), FORBIDDEN, 'uncounted');
      if (method !== 'GET') {
        expect(await service.call(roomy.read, method, path, body, headers), FORBIDDEN, 'uncounted');
        expect(await tight.call(exhausted.read, method, path, body, headers), FORBIDDEN, 'uncounted');
      }

      const policy = method === 'GET' ? 'read' : 'write';
      expect(await tight.call(exhausted.write, method, path, body, headers), LIMITED, policy);
    });
  }

  test('a revoked key of a suspended account is not known', async () => {
    const { id, key } = await writer(service);
    const keys = await service.command('key', 'list', '--account', id);
    await service.command('key', 'revoke', keys[0].keyId);
    await service.command('account', 'suspend', id);
    expect(await service.call(key, 'GET', '/me/students'), UNAUTHORIZED, 'uncounted');
  });
});

describe('then shape, student, registration and rules', () => {
  const rows: [name: string, method: string, path: string, body: unknown, expected: Expected][] = [
    ['shape before student', 'POST', '/me/students', { ...valid(UNKNOWN), level: 0 }, invalid('level')],
    [
      'shape before registration',
      'POST',
      '/me/students',
      { ...valid(RECRUITED), level: 0 },
      invalid('level'),
    ],
    [
      'shape before rules',
      'POST',
      '/me/students',
      { ...valid(FREE), weaponLevel: 1, level: 0 },
      invalid('level'),
    ],
    ['shape before all', 'POST', '/me/students', { ...valid(UNKNOWN), weaponLevel: 1, x: 0 }, invalid('x')],
    ['student before rules', 'POST', '/me/students', { ...valid(UNKNOWN), ...BREAKS_A_RULE }, NOT_FOUND],
    [
      'registration before rules',
      'POST',
      '/me/students',
      { ...valid(RECRUITED), ...BREAKS_A_RULE },
      [409, 'student_already_recruited'],
    ],
    [
      'rules last',
      'POST',
      '/me/students',
      { ...valid(FREE), ...BREAKS_A_RULE },
      invalid('weaponTier', 'weaponLevel'),
    ],
    [
      'shape before rules',
      'PATCH',
      `/me/students/${RECRUITED}`,
      { weaponLevel: 1, level: 0 },
      invalid('level'),
    ],
    ['rules last', 'PATCH', `/me/students/${RECRUITED}`, BREAKS_A_RULE, invalid('weaponLevel')],
    ['registration before rules', 'PATCH', `/me/students/${FREE}`, BREAKS_A_RULE, NOT_RECRUITED],
    ['student before rules', 'PATCH', `/me/students/${UNKNOWN}`, BREAKS_A_RULE, NOT_FOUND],
  ];
  for (const [name, method, path, body, expected] of rows) {
    test(`${method}: ${name}`, async () => {
      expect(await service.call(roomy.write, method, path, body), expected, 'write');
    });
  }

  for (const [name, body, headers] of SHAPES) {
    test(`PATCH with ${name}: student and registration before shape`, async () => {
      const patch = (uid: string) => service.call(roomy.write, 'PATCH', `/me/students/${uid}`, body, headers);
      expect(await patch(FREE), NOT_RECRUITED, 'write');
      expect(await patch(UNKNOWN), NOT_FOUND, 'write');
      expect(await patch('%ff'), NOT_FOUND, 'write');
      expect(await patch(RECRUITED), INVALID, 'write');
    });
  }

  test('none of it registered or changed a student', async () => {
    const { body } = await service.call(roomy.write, 'GET', '/me/students');
    assert.deepEqual(
      body.students.map((student: { studentUid: string }) => student.studentUid),
      [RECRUITED],
    );
    assert.equal(body.students[0].level, null);
  });
});
