import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { useSharedService } from '../../use-service.ts';
import { refused } from '../error-response.ts';
import { exchange, requestText } from '../raw-connection.ts';
import { writer } from '../writer.ts';

const service = await useSharedService();
let key: string;
before(async () => {
  ({ key } = await writer(service));
  for (const studentUid of ['10000', '10001', '10002']) {
    await service.call(key, 'POST', '/me/students', { studentUid, tier: 3, weaponTier: 0 });
  }
});

/** Sent over a raw connection, because fetch normalizes URLs. */
const get = (path: string) =>
  exchange(service.url, requestText('GET', `/v1${path}`, { Authorization: `Bearer ${key}` }));

describe('the limit parameter accepts only whole numbers from 1 to 100', () => {
  for (const [limit, size] of [
    ['1', 1],
    ['2', 2],
    ['100', 3],
    ['002', 2],
    ['%32', 2],
  ] as const) {
    test(`accepts limit=${limit}`, async () => {
      assert.equal((await get(`/me/students?limit=${limit}`)).body.students.length, size);
      assert.equal((await get(`/students?query=a&limit=${limit}`)).status, 200);
    });
  }

  const invalid = [
    '0',
    '00',
    '101',
    '-1',
    '%2B5',
    '+5',
    '1.0',
    '5.',
    '1e1',
    '0x10',
    '5%20',
    '%205',
    '',
    'abc',
    '5a',
    'null',
    'true',
  ];
  const unusual = [
    '%D9%A5',
    '%EF%BC%95',
    '99999999999999999999',
    '9'.repeat(400),
    '5%00',
    '%',
    '%zz',
    '%ff',
    '1,2',
    '1_0',
    '5%0A',
  ];
  for (const limit of [...invalid, ...unusual]) {
    test(`rejects limit=${limit.slice(0, 30)}`, async () => {
      refused(await get(`/me/students?limit=${limit}`), 400, 'invalid_request', ['limit']);
      refused(await get(`/students?query=a&limit=${limit}`), 400, 'invalid_request', ['limit']);
    });
  }
});

describe('invalid parameters of the search', () => {
  const rows: [query: string, fields: string[]][] = [
    ['', ['query']],
    ['?', ['query']],
    ['?query', ['query']],
    ['?query=', ['query']],
    ['?Query=a', ['query']],
    ['?query=a&query=a', ['query']],
    ['?query=a&query=', ['query']],
    ['?query[]=a', ['query']],
    ['?query=a&limit', ['limit']],
    ['?query=a&limit=', ['limit']],
    ['?query=a&limit=5&limit=5', ['limit']],
    ['?query=a&limit=0&limit=0&limit=0', ['limit']],
    ['?query=a&li%6Dit=0', ['limit']],
    ['?query=a&cursor', ['cursor']],
    ['?query=a&cursor=', ['cursor']],
    ['?query=a&cursor=x&cursor=x', ['cursor']],
    ['?cursor=&limit=&query=', ['query', 'limit', 'cursor']],
    ['?cursor=&limit=0', ['query', 'limit', 'cursor']],
    ['?cursor=made-up&limit=0&query=a', ['limit', 'cursor']],
  ];
  for (const [query, fields] of rows) {
    test(`rejects /students${query} and names ${fields}`, async () => {
      refused(await get(`/students${query}`), 400, 'invalid_request', fields);
    });
  }
});

describe('parameters of the list of students', () => {
  const rows: [query: string, fields: string[]][] = [
    ['?limit=', ['limit']],
    ['?limit=1&limit=2', ['limit']],
    ['?cursor=', ['cursor']],
    ['?cursor=a&cursor=b', ['cursor']],
    ['?cursor=&limit=101', ['limit', 'cursor']],
  ];
  for (const [query, fields] of rows) {
    test(`rejects /me/students${query} and names ${fields}`, async () => {
      refused(await get(`/me/students${query}`), 400, 'invalid_request', fields);
    });
  }

  const ignored = [
    '?query=',
    '?Limit=0',
    '?limit[]=0',
    '?page=2&offset=1',
    '?&&',
    '?x=%&y=%zz',
    '?__proto__=1&constructor=2',
    '?=&=1',
  ];
  for (const query of ignored) {
    test(`ignores the unknown parameters of /me/students${query}`, async () => {
      const answer = await get(`/me/students${query}`);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body.students.length, 3);
    });
  }

  test('ignores unknown parameters next to known ones', async () => {
    assert.equal((await get('/me/students?x=&limit=2&x=1&x=2')).body.students.length, 2);
  });

  test('ignores all parameters of requests for one student and of writes', async () => {
    assert.equal((await get('/me/students/10000?limit=0&cursor=&query=')).status, 200);
    const deletion = await service.call(key, 'DELETE', '/me/students/10002?limit=0');
    assert.equal(deletion.status, 200);
    const body = { studentUid: '10002', tier: 3, weaponTier: 0 };
    assert.equal((await service.call(key, 'POST', '/me/students?limit=0&tier=9', body)).status, 201);
    assert.equal(
      (await service.call(key, 'PATCH', '/me/students/10002?level=9', { level: 5 })).body.level,
      5,
    );
  });
});

describe('the length of the search query', () => {
  const escaped = (text: string, times: number) => encodeURIComponent(text).repeat(times);
  const rows: [name: string, query: string, status: number][] = [
    ['1 letter', 'a', 200],
    ['200 letters', escaped('a', 200), 200],
    ['201 letters', escaped('a', 201), 400],
    ['200 syllables', escaped('가', 200), 200],
    ['201 syllables', escaped('가', 201), 400],
    ['200 characters beyond the basic plane', escaped('😀', 200), 200],
    ['201 characters beyond the basic plane', escaped('😀', 201), 400],
    ['100 letters with combining accents', escaped('e\u0301', 100), 200],
    ['101 letters with combining accents', escaped('e\u0301', 101), 400],
    ['200 spaces', '+'.repeat(200), 200],
    ['201 spaces', '%20'.repeat(201), 400],
    ['a name among 201 with spaces', `Aru${'+'.repeat(198)}`, 400],
    ['200 lone percent signs', '%'.repeat(200), 200],
    ['201 lone percent signs', '%'.repeat(201), 400],
  ];
  for (const [name, query, status] of rows) {
    test(`answers ${status} to a query of ${name}`, async () => {
      const answer = await get(`/students?query=${query}`);
      if (status === 200) assert.equal(answer.status, 200, answer.text);
      else refused(answer, 400, 'invalid_request', ['query']);
    });
  }
});

describe('percent-encoding in the search query', () => {
  for (const query of [
    'Hatsune+Miku',
    'Hatsune%20Miku',
    'H%61tsune%20Miku',
    '%EC%8B%9C%EB%A1%9C%EC%BD%94',
    '%ec%8b%9c%eb%a1%9c%ec%bd%94',
  ]) {
    test(`decodes the query ${query}`, async () => {
      const expected = query.startsWith('H') ? '20007' : '10010';
      assert.equal((await get(`/students?query=${query}`)).body.students[0].studentUid, expected);
    });
  }

  /** A search ignores punctuation, so a literal percent sign does not change the result. */
  for (const query of ['Shiroko%', '%Shiroko', 'Shiroko%%', 'Shiroko%25', 'Shiro%ko']) {
    test(`takes a lone percent sign in ${query} literally`, async () => {
      const answer = await get(`/students?query=${query}`);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body.students[0].studentUid, '10010');
    });
  }

  for (const query of ['%', '%2', '%zz', '%E3%81', '%ff', '%ED%A0%80', '%00', '%u0041', '%C0%AF']) {
    test(`accepts the malformed encoding ${query}`, async () => {
      assert.equal((await get(`/students?query=${query}`)).status, 200);
    });
  }
});
