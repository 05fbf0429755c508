import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import students from '../../data/students.json' with { type: 'json' };
import { useSharedService } from '../use-service.ts';
import { writer } from './writer.ts';

const service = await useSharedService();
const { key } = await writer(service);

const get = (path: string, by = key) => service.call(by, 'GET', path);
const uids = (body: { students: { studentUid: string }[] }) =>
  body.students.map((student) => student.studentUid);
const register = (studentUid: string, by = key) =>
  service.call(by, 'POST', '/me/students', { studentUid, tier: 3, weaponTier: 0 });

/** Reads all pages; each but the last must be full. */
async function readAllPages(path: string, limit: number): Promise<string[]> {
  const seen: string[] = [];
  let cursor = '';
  for (;;) {
    const { status, body, text } = await get(
      `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`,
    );
    assert.equal(status, 200, text);
    seen.push(...uids(body));
    if (body.nextCursor === null) return seen;
    assert.equal(body.students.length, limit);
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

describe('the list of recruited students', () => {
  /** Every fourth student; they are registered in another order than that of their UIDs. */
  const recruited = students
    .filter((_, index) => index % 4 === 0)
    .slice(0, 60)
    .map(({ uid }) => uid);
  const inOrder = recruited.toSorted();
  before(async () => {
    const mixed = recruited.map((_, index) => recruited[(index * 37) % 60] ?? '');
    for (const uid of mixed) assert.equal((await register(uid)).status, 201);
  });

  for (const limit of [1, 2, 7, 12, 59, 60, 61, 100]) {
    test(`lists students in ascending order of studentUid in pages of ${limit}`, async () => {
      assert.deepEqual(await readAllPages('/me/students', limit), inOrder);
    });
  }

  test('lists 50 students on a page without a limit', async () => {
    const { body } = await get('/me/students');
    assert.deepEqual(uids(body), inOrder.slice(0, 50));
    const rest = await get(`/me/students?cursor=${encodeURIComponent(body.nextCursor)}`);
    assert.deepEqual(uids(rest.body), inOrder.slice(50));
    assert.equal(rest.body.nextCursor, null);
  });

  test('returns a null nextCursor on a full last page of the list', async () => {
    assert.equal((await get('/me/students?limit=60')).body.nextCursor, null);
    const { body } = await get('/me/students?limit=30');
    const second = await get(`/me/students?limit=30&cursor=${encodeURIComponent(body.nextCursor)}`);
    assert.equal(second.body.students.length, 30);
    assert.equal(second.body.nextCursor, null);
  });

  test('returns a null nextCursor on a full last page of a search', async () => {
    const found = await get(`/students?query=${encodeURIComponent('시로코')}&limit=4`);
    assert.equal(found.body.students.length, 4);
    assert.equal(found.body.nextCursor, null);
  });

  test('accepts another limit with a cursor of the list', async () => {
    const { body } = await get('/me/students?limit=3');
    const next = await get(`/me/students?limit=5&cursor=${encodeURIComponent(body.nextCursor)}`);
    assert.deepEqual(uids(next.body), inOrder.slice(3, 8));
  });

  test('lists each remaining student exactly once while others are added and deleted', async () => {
    const { key: own } = await writer(service);
    const all = students.slice(0, 40).map(({ uid }) => uid);
    const [deleted, remaining] = [
      all.filter((_, index) => index % 2 === 0),
      all.filter((_, index) => index % 2 === 1),
    ];
    for (const uid of all) await register(uid, own);
    const others = students.slice(40).map(({ uid }) => uid);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await get(`/me/students?limit=3${cursor}`, own);
      seen.push(...uids(body));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
      const last = uids(body).findLast((uid) => deleted.includes(uid));
      if (last !== undefined) await service.call(own, 'DELETE', `/me/students/${last}`);
      await register(others.shift() ?? '', own);
    }
    assert.deepEqual(
      seen.filter((uid) => remaining.includes(uid)),
      remaining.toSorted(),
    );
    assert.deepEqual(seen, [...new Set(seen)].toSorted());
  });
});

describe('a search', () => {
  const swimsuits = students.filter(({ names }) => names.ko.includes('수영복')).map(({ uid }) => uid);

  test('finds the same students in pages of any size', async () => {
    const query = `/students?query=${encodeURIComponent('수영복')}`;
    const whole = uids((await get(`${query}&limit=100`)).body);
    assert.deepEqual(whole.toSorted(), swimsuits.toSorted());
    for (const limit of [1, 4, 9, whole.length - 1, whole.length, whole.length + 1]) {
      assert.deepEqual(await readAllPages(query, limit), whole, `limit ${limit}`);
    }
  });

  test('finds more than 100 students in several pages', async () => {
    const query = '/students?query=a';
    const whole = await readAllPages(query, 100);
    const withA = students.filter(({ names }) => /a/i.test(names.en)).map(({ uid }) => uid);
    assert.ok(withA.length > 100);
    assert.deepEqual(
      withA.filter((uid) => !whole.includes(uid)),
      [],
    );
    assert.equal(new Set(whole).size, whole.length);
    for (const limit of [13, 50, 99])
      assert.deepEqual(await readAllPages(query, limit), whole, `limit ${limit}`);
  });

  test('finds 50 students on a page without a limit', async () => {
    const { body } = await get('/students?query=a');
    assert.equal(body.students.length, 50);
    assert.notEqual(body.nextCursor, null);
  });

  test('accepts another limit with a cursor of a search', async () => {
    const query = '/students?query=a';
    const ten = uids((await get(`${query}&limit=10`)).body);
    const { body } = await get(`${query}&limit=3`);
    const next = await get(`${query}&limit=7&cursor=${encodeURIComponent(body.nextCursor)}`);
    assert.deepEqual(uids(next.body), ten.slice(3));
  });
});
