import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Answer } from '../../service.ts';
import { useSharedService } from '../../use-service.ts';
import { refused } from '../error-response.ts';
import { exchange, requestText } from '../raw-connection.ts';
import { bareState, FIELD_NAMES, MAX } from '../spec-fields.ts';
import { writer } from '../writer.ts';

const service = await useSharedService();
let key: string;
before(async () => {
  ({ key } = await writer(service));
  assert.equal((await registerStudent()).status, 201);
});

const registerStudent = () => post({ studentUid: '10000', tier: 5, weaponTier: MAX.weaponTier });
const post = (body: unknown, headers?: Record<string, string>) =>
  service.call(key, 'POST', '/me/students', body, headers);
const patch = (body: unknown, headers?: Record<string, string>) =>
  service.call(key, 'PATCH', '/me/students/10000', body, headers);
const JSON_TYPE = { 'content-type': 'application/json' };
const WRITES: [string, (body: unknown, headers?: Record<string, string>) => Promise<Answer>][] = [
  ['POST', post],
  ['PATCH', patch],
];

describe('all invalid fields are named at once', () => {
  test('POST names invalid fields in the order of the field table, not in the order sent', async () => {
    const names = ['studentUid', ...FIELD_NAMES];
    const wrong = Object.fromEntries(names.toReversed().map((name) => [name, false]));
    refused(await post(wrong), 400, 'invalid_request', names);
  });

  test('PATCH names invalid fields in the order of the field table', async () => {
    const wrong = Object.fromEntries(FIELD_NAMES.toReversed().map((name) => [name, 999999]));
    refused(await patch(wrong), 400, 'invalid_request', FIELD_NAMES);
  });

  test('POST names missing and invalid fields together', async () => {
    refused(await post({ bondExp: -1, level: '1' }), 400, 'invalid_request', [
      'studentUid',
      'tier',
      'weaponTier',
      'level',
      'bondExp',
    ]);
  });

  const unknown: [body: string, fields: string[]][] = [
    ['{"zeta":1,"level":0,"alpha":1}', ['level', 'zeta', 'alpha']],
    ['{"zeta":1,"level":5,"alpha":null}', ['zeta', 'alpha']],
    ['{"b":1,"10":1,"a":1,"2":1}', ['2', '10', 'b', 'a']],
    ['{"Level":5,"level ":5,"":5}', ['Level', 'level ', '']],
    ['{"studentUid":"10000"}', ['studentUid']],
    ['{"__proto__":1}', ['__proto__']],
    ['{"__proto__":{"level":0}}', ['__proto__']],
    ['{"a":1,"__proto__":null,"b":1,"tier":0}', ['tier', 'a', '__proto__', 'b']],
    ['{"constructor":{"prototype":{"level":0}}}', ['constructor']],
    ['{"toString":1,"hasOwnProperty":1,"valueOf":1}', ['toString', 'hasOwnProperty', 'valueOf']],
    ['{"level":5,"level":0}', ['level']],
    [`{"level":0,"tier":0,"level":${MAX.level + 1}}`, ['tier', 'level']],
    ['{"a":1,"b":1,"a":2}', ['a', 'b']],
    ['{"__proto__":1,"b":1,"__proto__":2}', ['__proto__', 'b']],
    ['{"\\u006cevel":0}', ['level']],
    ['{"레벨":5,"\\ud83d\\ude00":5}', ['레벨', '😀']],
    ['{"a.b/c~d\\"e":5}', ['a.b/c~d"e']],
    ['{"Name":1,"name":1}', ['Name', 'name']],
    [
      `{"bondExp":0.5,"x":{},"abilityHp":${MAX.abilityHp + 1},"weaponTier":null}`,
      ['weaponTier', 'abilityHp', 'bondExp', 'x'],
    ],
  ];
  for (const [body, fields] of unknown) {
    test(`rejects PATCH ${body} and names ${JSON.stringify(fields)}`, async () => {
      refused(await patch(body), 400, 'invalid_request', fields);
    });
  }

  test('treats __proto__ as an unknown field and ignores what it contains', async () => {
    const body = '{"__proto__":{"tier":5,"weaponTier":0},"studentUid":"10001"}';
    refused(await post(body), 400, 'invalid_request', ['tier', 'weaponTier', '__proto__']);
    refused(await service.call(key, 'GET', '/me/students/10001'), 404, 'student_not_recruited');
  });

  test('uses the last value of a duplicate name', async () => {
    const body =
      '{"studentUid":"99999","tier":0,"weaponTier":0,"studentUid":"10002","tier":3,"level":0,"level":7}';
    const answer = await post(body);
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(answer.body, { ...bareState('10002', 3, 0), level: 7 });
  });

  test('leaves the student unchanged after the rejected bodies', async () => {
    assert.deepEqual(
      (await service.call(key, 'GET', '/me/students/10000')).body,
      bareState('10000', 5, MAX.weaponTier),
    );
  });
});

describe('an invalid body is rejected as a whole', () => {
  const NOT_UTF8 = [
    [0xff],
    [0xc3, 0x28],
    [0xe2, 0x82],
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
  ];
  const invalidBodies: [string, string | Uint8Array][] = [
    ...['[]', '[{"level":5}]', '"level"', '5', 'true', 'false', 'null'].map((json): [string, string] => [
      json,
      json,
    ]),
    ...[
      '{',
      '{"level":5',
      '{"level":5}}',
      '{"level":5}{}',
      '{level:5}',
      "{'level':5}",
      '{"level":5,}',
      '{"level":05}',
    ].map((broken): [string, string] => [`broken JSON ${broken}`, broken]),
    ...['{"level":NaN}', '{"level":.5}', '{"level":+5}', '{"level":5}//', 'undefined', '   ', '\u0000'].map(
      (broken): [string, string] => [`broken JSON ${JSON.stringify(broken)}`, broken],
    ),
    ...NOT_UTF8.map((bytes): [string, Uint8Array<ArrayBuffer>] => [
      `invalid UTF-8 ${Buffer.from(bytes).toString('hex')}`,
      Uint8Array.from([...Buffer.from('{"x'), ...bytes, ...Buffer.from('":5}')]),
    ]),
    ['an empty body', ''],
  ];
  for (const [method, send] of WRITES) {
    for (const [name, body] of invalidBodies) {
      test(`rejects ${method} with ${name}`, async () => {
        refused(await send(body, { 'content-type': 'application/json' }), 400, 'invalid_request', ['body']);
      });
    }
  }

  test('rejects a PATCH without fields', async () => {
    refused(await patch('{}'), 400, 'invalid_request', ['body']);
    refused(await patch(' { } '), 400, 'invalid_request', ['body']);
  });

  test('rejects invalid UTF-8 in a known field', async () => {
    const body = Uint8Array.from([
      ...Buffer.from('{"studentUid":"10000'),
      0xff,
      ...Buffer.from('","tier":3,"weaponTier":0}'),
    ]);
    refused(await post(body), 400, 'invalid_request', ['body']);
  });

  const MEBIBYTE = 1_048_576;
  const padded = (json: string, length: number) => json + ' '.repeat(length - json.length);

  test('accepts a body of exactly 1 MiB', async () => {
    const registration = padded('{"studentUid":"10003","tier":3,"weaponTier":0}', MEBIBYTE);
    assert.equal((await post(registration)).status, 201);
    const answer = await service.call(key, 'PATCH', '/me/students/10003', padded('{"level":7}', MEBIBYTE));
    assert.equal(answer.status, 200);
    assert.equal(answer.body.level, 7);
  });

  for (const length of [MEBIBYTE + 1, 2 * MEBIBYTE]) {
    test(`rejects a body of ${length} bytes`, async () => {
      refused(
        await post(padded('{"studentUid":"10001","tier":3,"weaponTier":0}', length)),
        400,
        'invalid_request',
        ['body'],
      );
      refused(await patch(padded('{"level":7}', length)), 400, 'invalid_request', ['body']);
      assert.deepEqual(
        (await service.call(key, 'GET', '/me/students/10000')).body,
        bareState('10000', 5, MAX.weaponTier),
      );
    });
  }

  test('measures a body in bytes, not characters', async () => {
    const body = `{"${'가'.repeat(MEBIBYTE / 3)}":1}`;
    refused(await patch(body), 400, 'invalid_request', ['body']);
  });

  test('rejects 500,000 nested arrays and keeps working', async () => {
    const depth = 500_000;
    const answer = await patch(`{"level":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    refused(answer, 400, 'invalid_request');
    assert.equal((await patch('{"level":null}')).status, 200);
  });
});

describe('the content-type of a body', () => {
  const accepted = [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json ; profile="x"',
    'application/json; charset="UTF-8"',
    'application/json;charset=utf8;x=y',
    'application/json; CHARSET = Utf-8 ; x=y',
    'application/json; charset=',
    'application/json; profile="a;charset=latin1\\";charset=latin1"',
    'application/json; charset-of-old=latin1; x',
    'application/json;',
  ];
  for (const type of accepted) {
    test(`accepts the content-type ${type}`, async () => {
      assert.equal((await patch({ level: null }, { 'content-type': type })).status, 200);
    });
  }

  const rejected = [
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json5',
    'application/merge-patch+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
    'text/plain; application/json',
    '',
    'application/json; charset=iso-8859-1',
    'application/json;charset="UTF-16"',
    'application/json; charset=us-ascii',
    'application/json; Charset = euc-kr',
    'application/json; profile="x"; charset=cp949; x=y',
    'application/json; charset=utf-8; charset=latin1',
  ];
  for (const [method, send] of WRITES) {
    for (const type of rejected) {
      test(`rejects ${method} with the content-type "${type}"`, async () => {
        refused(await send('{"level":5}', { 'content-type': type }), 400, 'invalid_request', [
          'content-type',
        ]);
      });
    }
  }

  test('names only the content-type, not errors of the body', async () => {
    for (const body of ['{"level":0}', '[]', '{', '{}', `{}${' '.repeat(1_048_576)}`]) {
      refused(await patch(body, { 'content-type': 'text/plain' }), 400, 'invalid_request', ['content-type']);
    }
  });

  test('rejects a body without a content-type', async () => {
    const request = requestText('POST', '/v1/me/students', { Authorization: `Bearer ${key}` }, '{}');
    refused(await exchange(service.url, request), 400, 'invalid_request', ['content-type']);
  });
});

describe('the content-encoding of a body', () => {
  for (const coding of ['identity', 'Identity', '', 'identity, identity'])
    test(`accepts a body with the content-encoding "${coding}"`, async () => {
      assert.equal((await patch({ level: null }, { 'content-encoding': coding })).status, 200);
    });

  const body = '{"level":5}';
  const rejected: [coding: string, body: string | Uint8Array][] = [
    ['gzip', gzipSync(body)],
    ['x-gzip', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['br', brotliCompressSync(body)],
    ['zstd', body],
    ['GZIP', body],
    ['gzip, identity', body],
    ['identity, gzip', body],
    ['aws-chunked', body],
  ];
  for (const [method, send] of WRITES)
    for (const [coding, bytes] of rejected)
      test(`rejects ${method} with the content-encoding "${coding}"`, async () => {
        refused(await send(bytes, { ...JSON_TYPE, 'content-encoding': coding }), 400, 'invalid_request', [
          'content-encoding',
        ]);
      });

  test('names only the content-encoding, not errors of the body, and the content-type first', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    for (const bytes of ['{"level":0}', '[]', '{', '', ' '.repeat(1_048_577)])
      refused(await patch(bytes, { ...JSON_TYPE, ...gzip }), 400, 'invalid_request', ['content-encoding']);
    refused(await patch('{}', { 'content-type': 'text/plain', ...gzip }), 400, 'invalid_request', [
      'content-type',
    ]);
  });

  test('ignores content-type and content-encoding on GET and DELETE', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json; charset=latin1' };
    assert.equal((await service.call(key, 'GET', '/me/students/10000', undefined, headers)).status, 200);
    refused(
      await service.call(key, 'DELETE', '/me/students/10001', 'x', headers),
      404,
      'student_not_recruited',
    );
  });
});
