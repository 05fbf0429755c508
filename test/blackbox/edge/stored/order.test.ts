import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Answer, RunningService } from '../../../service.ts';
import { useService, useSharedService } from '../../../use-service.ts';
import { refused } from '../../error-response.ts';
import { issueKey, writer } from '../../writer.ts';

const service = await useSharedService();
/** A service with limits of 1, which one call exhausts. */
const limitedService = await useService({ env: { ROLLBOOK_READ_LIMIT: '1', ROLLBOOK_WRITE_LIMIT: '1' } });
const keys = { write: '', read: '', suspended: '', revoked: '' };
const exhaustedKeys = { write: '', read: '', suspended: '', revoked: '' };

before(async () => {
  await Promise.all([createKeys(service, keys), createKeys(limitedService, exhaustedKeys)]);
});

async function createKeys(on: RunningService, into: typeof keys) {
  const [{ id, key }, other] = await Promise.all([writer(on), writer(on)]);
  const [{ keyId, apiKey }, read] = await Promise.all([
    on.command('key', 'issue', '--account', id, '--permission', 'write'),
    issueKey(on, id, 'read'),
  ]);
  into.read = read;
  into.write = key;
  into.suspended = other.key;
  into.revoked = apiKey;
  for (const each of [key, other.key]) {
    assert.equal((await on.call(each, 'GET', '/me/students')).status, 200);
    const recruited = { studentUid: RECRUITED, tier: 5, weaponTier: 0 };
    assert.equal((await on.call(each, 'POST', '/me/students', recruited)).status, 201);
  }
  await Promise.all([on.command('key', 'revoke', keyId), on.command('account', 'suspend', other.id)]);
}

const RECRUITED = '10000';
const UNREGISTERED = '10001';
const UNKNOWN = '99999';
const RULE_VIOLATION = { weaponLevel: 1 };
const valid = (studentUid: string) => ({ studentUid, tier: 5, weaponTier: 0 });

/** Bodies that only the shape check rejects. */
const INVALID_BODIES: [name: string, body: unknown, headers: Record<string, string>][] = [
  ['not JSON', '{', {}],
  ['an array', [], {}],
  ['invalid UTF-8', Uint8Array.of(0x7b, 0xff), {}],
  ['an empty object', {}, {}],
  ['a wrong field', { level: 0 }, {}],
  ['an unknown field', { x: 1 }, {}],
  ['a studentUid that is a number', { studentUid: 5 }, {}],
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

/** The RateLimit headers show whether the request was counted. */
function assertResponse(
  answer: Answer,
  [status, code, fields]: Expected,
  policy: 'read' | 'write' | 'uncounted',
) {
  refused(answer, status, code, fields);
  const [named, state] = [answer.headers.get('ratelimit-policy'), answer.headers.get('ratelimit')];
  if (policy === 'uncounted') assert.deepEqual([named, state], [null, null]);
  else {
    assert.match(named ?? '', new RegExp(`^"${policy}";q=`));
    assert.match(state ?? '', new RegExp(`^"${policy}";r=`));
  }
}

describe('path and method are checked first', () => {
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
    test(`answers 404 to ${method} ${path} with any key or none`, async () => {
      const body = method === 'GET' ? undefined : '{';
      for (const key of [undefined, 'no key', ...Object.values(keys)]) {
        assertResponse(await service.call(key, method, path, body), NOT_FOUND, 'uncounted');
      }
      for (const key of Object.values(exhaustedKeys))
        assertResponse(await limitedService.call(key, method, path, body), NOT_FOUND, 'uncounted');
    });
  }
});

/** Requests that fail one or more of the checks after the rate limit. */
const INVALID_REQUESTS: [
  name: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
][] = [
  ...INVALID_BODIES.map(([name, body, headers]): (typeof INVALID_REQUESTS)[number] => [
    `POST with ${name}`,
    'POST',
    '/me/students',
    body,
    headers,
  ]),
  ...INVALID_BODIES.map(([name, body, headers]): (typeof INVALID_REQUESTS)[number] => [
    `PATCH with ${name}`,
    'PATCH',
    `/me/students/${RECRUITED}`,
    body,
    headers,
  ]),
  ['PATCH of an unregistered student', 'PATCH', `/me/students/${UNREGISTERED}`, { level: 5 }],
  ['PATCH of an unknown student', 'PATCH', `/me/students/${UNKNOWN}`, { level: 5 }],
  ['PATCH that violates a rule', 'PATCH', `/me/students/${RECRUITED}`, RULE_VIOLATION],
  ['POST of an unknown student', 'POST', '/me/students', valid(UNKNOWN)],
  ['POST of a registered student', 'POST', '/me/students', valid(RECRUITED)],
  ['POST that violates a rule', 'POST', '/me/students', { ...valid(UNREGISTERED), ...RULE_VIOLATION }],
  ['DELETE of an unregistered student', 'DELETE', `/me/students/${UNREGISTERED}`],
  ['DELETE of an unknown student', 'DELETE', `/me/students/${UNKNOWN}`],
  ['search without query', 'GET', '/students'],
  ['list with an invalid limit', 'GET', '/me/students?limit=0&cursor='],
  ['GET of an unregistered student', 'GET', `/me/students/${UNREGISTERED}`],
  ['GET of an unknown student', 'GET', `/me/students/${UNKNOWN}`],
  ['GET of a malformed UID', 'GET', '/me/students/%ff'],
];

describe('authentication, permission and rate limit are checked before the body and the query', () => {
  for (const [name, method, path, body, headers] of INVALID_REQUESTS) {
    test(`checks key, permission and rate limit first: ${name}`, async () => {
      for (const key of [undefined, 'no key', keys.revoked]) {
        assertResponse(await service.call(key, method, path, body, headers), UNAUTHORIZED, 'uncounted');
      }
      assertResponse(
        await limitedService.call(exhaustedKeys.revoked, method, path, body, headers),
        UNAUTHORIZED,
        'uncounted',
      );

      assertResponse(await service.call(keys.suspended, method, path, body, headers), FORBIDDEN, 'uncounted');
      assertResponse(
        await limitedService.call(exhaustedKeys.suspended, method, path, body, headers),
        FORBIDDEN,
        'uncounted',
      );
      if (method !== 'GET') {
        assertResponse(await service.call(keys.read, method, path, body, headers), FORBIDDEN, 'uncounted');
        assertResponse(
          await limitedService.call(exhaustedKeys.read, method, path, body, headers),
          FORBIDDEN,
          'uncounted',
        );
      }

      const policy = method === 'GET' ? 'read' : 'write';
      assertResponse(
        await limitedService.call(exhaustedKeys.write, method, path, body, headers),
        LIMITED,
        policy,
      );
    });
  }

  test('answers 401 to a revoked key of a suspended account', async () => {
    const { id, key } = await writer(service);
    const keys = await service.command('key', 'list', '--account', id);
    await service.command('key', 'revoke', keys[0].keyId);
    await service.command('account', 'suspend', id);
    assertResponse(await service.call(key, 'GET', '/me/students'), UNAUTHORIZED, 'uncounted');
  });
});

describe('body, student, registration and rules are checked in this order', () => {
  const rows: [name: string, method: string, path: string, body: unknown, expected: Expected][] = [
    [
      'the body before the student',
      'POST',
      '/me/students',
      { ...valid(UNKNOWN), level: 0 },
      invalid('level'),
    ],
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
      { ...valid(UNREGISTERED), weaponLevel: 1, level: 0 },
      invalid('level'),
    ],
    [
      'the body before everything else',
      'POST',
      '/me/students',
      { ...valid(UNKNOWN), weaponLevel: 1, x: 0 },
      invalid('x'),
    ],
    [
      'the student before the rules',
      'POST',
      '/me/students',
      { ...valid(UNKNOWN), ...RULE_VIOLATION },
      NOT_FOUND,
    ],
    [
      'registration before rules',
      'POST',
      '/me/students',
      { ...valid(RECRUITED), ...RULE_VIOLATION },
      [409, 'student_already_recruited'],
    ],
    [
      'rules last',
      'POST',
      '/me/students',
      { ...valid(UNREGISTERED), ...RULE_VIOLATION },
      invalid('weaponTier', 'weaponLevel'),
    ],
    [
      'shape before rules',
      'PATCH',
      `/me/students/${RECRUITED}`,
      { weaponLevel: 1, level: 0 },
      invalid('level'),
    ],
    ['the rules last', 'PATCH', `/me/students/${RECRUITED}`, RULE_VIOLATION, invalid('weaponLevel')],
    [
      'the registration before the rules',
      'PATCH',
      `/me/students/${UNREGISTERED}`,
      RULE_VIOLATION,
      NOT_RECRUITED,
    ],
    ['the student before the rules', 'PATCH', `/me/students/${UNKNOWN}`, RULE_VIOLATION, NOT_FOUND],
  ];
  for (const [name, method, path, body, expected] of rows) {
    test(`${method} checks ${name}`, async () => {
      assertResponse(await service.call(keys.write, method, path, body), expected, 'write');
    });
  }

  for (const [name, body, headers] of INVALID_BODIES) {
    test(`PATCH with ${name} checks the student and the registration before the body`, async () => {
      const patch = (uid: string) => service.call(keys.write, 'PATCH', `/me/students/${uid}`, body, headers);
      assertResponse(await patch(UNREGISTERED), NOT_RECRUITED, 'write');
      assertResponse(await patch(UNKNOWN), NOT_FOUND, 'write');
      assertResponse(await patch('%ff'), NOT_FOUND, 'write');
      assertResponse(await patch(RECRUITED), INVALID, 'write');
    });
  }

  test('leaves all students unchanged after the rejected requests', async () => {
    const { body } = await service.call(keys.write, 'GET', '/me/students');
    assert.deepEqual(
      body.students.map((student: { studentUid: string }) => student.studentUid),
      [RECRUITED],
    );
    assert.equal(body.students[0].level, null);
  });
});
