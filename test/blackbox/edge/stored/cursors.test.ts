import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Database, newDatabase } from '../../../database.ts';
import { type ServiceHere, serveHere } from '../../../serve-here.ts';
import { refused } from '../../error-response.ts';
import { writer } from '../../writer.ts';

const RECRUITED = ['10000', '10001', '10002', '10003'];
let database: Database;
let service: ServiceHere;
let key: string;
let other: string;
/** After the first two students: of the list of four, and of the search for "a". */
let listCursor: string;
let searchCursor: string;

before(async () => {
  database = await newDatabase();
  service = await serveHere({ database: database.address });
  [key, other] = (await Promise.all([writer(service), writer(service)])).map((account) => account.key) as [
    string,
    string,
  ];
  for (const studentUid of RECRUITED) {
    for (const by of [key, other])
      await service.call(by, 'POST', '/me/students', { studentUid, tier: 3, weaponTier: 0 });
  }
  listCursor = (await get('/me/students?limit=2')).body.nextCursor;
  searchCursor = (await get('/students?query=a&limit=2')).body.nextCursor;
  assert.equal(typeof listCursor, 'string');
  assert.equal(typeof searchCursor, 'string');
});
after(async () => {
  await service?.stop();
  await database?.remove();
});

const get = (path: string, by = key) => service.call(by, 'GET', path);
const uids = (body: { students: { studentUid: string }[] }) =>
  body.students.map((student) => student.studentUid);
const list = (cursor: string, by = key) =>
  get(`/me/students?limit=2&cursor=${encodeURIComponent(cursor)}`, by);
const search = (cursor: string, query = 'a', by = key) =>
  get(`/students?query=${encodeURIComponent(query)}&limit=2&cursor=${encodeURIComponent(cursor)}`, by);

describe('a cursor is rejected by any other list or query', () => {
  test("rejects a cursor in another account's list", async () => {
    refused(await list(listCursor, other), 400, 'invalid_request', ['cursor']);
  });
  test('rejects the cursor of a search with another query', async () => {
    for (const query of ['e', 'aru', 'aa', '수영복']) {
      refused(await search(searchCursor, query), 400, 'invalid_request', ['cursor'], query);
    }
  });
  test('rejects the cursor of the list in the search and the reverse', async () => {
    refused(await list(searchCursor), 400, 'invalid_request', ['cursor']);
    refused(await search(listCursor), 400, 'invalid_request', ['cursor']);
  });
});

/** The cursor with each character in turn replaced by another of the same alphabet. */
function replaceEachCharacter(cursor: string): string[] {
  return [...cursor].map((character, at) => {
    const replacement = character === 'A' ? 'B' : 'A';
    return cursor.slice(0, at) + replacement + cursor.slice(at + 1);
  });
}

describe('a cursor that the server did not issue is rejected', () => {
  for (const [name, send, cursor] of [
    ['list', list, () => listCursor],
    ['search', search, () => searchCursor],
  ] as const) {
    test(`rejects a modified cursor of the ${name}`, async () => {
      const own = cursor();
      const wrong = [
        ...replaceEachCharacter(own),
        own.slice(0, -1),
        own.slice(1),
        `${own}A`,
        `${own}=`,
        `${own} `,
        ` ${own}`,
        own + own,
      ];
      for (const each of wrong) refused(await send(each), 400, 'invalid_request', ['cursor'], each);
    });
    for (const made of [
      '0',
      '2',
      'null',
      '10001',
      'MTAwMDE',
      'MTAwMDE=',
      '{}',
      'e30',
      '\0',
      '가',
      '%',
      "'",
      '../../..',
      'x'.repeat(3000),
    ]) {
      test(`rejects the made-up cursor ${JSON.stringify(made.slice(0, 20))} in the ${name}`, async () => {
        refused(await send(made), 400, 'invalid_request', ['cursor']);
      });
    }
  }
});

describe('a cursor stays valid', () => {
  const restOfList = ['10002', '10003'];
  let restOfSearch: string[];
  before(async () => {
    restOfSearch = uids((await get('/students?query=a&limit=4')).body).slice(2);
  });
  const assertBothValid = async () => {
    assert.deepEqual(uids((await list(listCursor)).body), restOfList);
    assert.deepEqual(uids((await search(searchCursor)).body), restOfSearch);
  };

  test('accepts a cursor sent twice', async () => {
    await assertBothValid();
    await assertBothValid();
  });

  test('accepts a cursor with another key of the account', async () => {
    const { id, key: first } = await writer(service);
    for (const studentUid of RECRUITED) {
      await service.call(first, 'POST', '/me/students', { studentUid, tier: 3, weaponTier: 0 });
    }
    const { nextCursor } = (await get('/me/students?limit=2', first)).body;
    const { apiKey } = await service.command('key', 'issue', '--account', id, '--permission', 'read');
    assert.deepEqual(uids((await list(nextCursor, apiKey)).body), restOfList);
  });

  test('continues after a student that was deleted in the meantime', async () => {
    const { key: own } = await writer(service);
    for (const studentUid of RECRUITED) {
      await service.call(own, 'POST', '/me/students', { studentUid, tier: 3, weaponTier: 0 });
    }
    const { nextCursor } = (await get('/me/students?limit=2', own)).body;
    for (const uid of ['10001', '10002']) await service.call(own, 'DELETE', `/me/students/${uid}`);
    assert.deepEqual((await list(nextCursor, own)).body.nextCursor, null);
    assert.deepEqual(uids((await list(nextCursor, own)).body), ['10003']);
    await service.call(own, 'DELETE', '/me/students/10003');
    assert.deepEqual((await list(nextCursor, own)).body, { students: [], nextCursor: null });
  });

  test('accepts a cursor after a restart', async () => {
    await service.stop();
    service = await serveHere({ database: database.address });
    await assertBothValid();
  });
});
