import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Account } from '../service.ts';
import { useSharedService } from '../use-service.ts';
import { McpClient } from './mcp-client.ts';

interface Listed {
  studentUid: string;
  names: { ko: string; ja: string; en: string };
  attributes: Record<string, string>;
}

const service = await useSharedService();
describe('attributes', () => {
  let students: Listed[];
  let account: Account;
  let mcp: McpClient;
  before(async () => {
    ({ students } = (await (await fetch(`${service.url}/catalogue.json`)).json()) as { students: Listed[] });
  });
  beforeEach(async () => {
    account = await service.account();
    mcp = await McpClient.overHttp(service, account.write);
  });

  const MILLENNIUM_SUPPORTS = { school: ['millennium'], role: ['support'] };
  const uidsOf = ({ students }: { students: { studentUid: string }[] }) =>
    students.map(({ studentUid }) => studentUid);
  const supportUids = () =>
    students
      .filter(({ attributes: { school, role } }) => school === 'millennium' && role === 'support')
      .map(({ studentUid }) => studentUid);
  const readsLeft = async () => {
    const { headers } = await service.call(account.read, 'GET', '/students?query=a');
    return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  };

  describe('search_students by attributes', () => {
    test('lists all students who have them in the order of the catalogue, and counts no read', async () => {
      const before = await readsLeft();
      const found = await mcp.ok('search_students', { attributes: MILLENNIUM_SUPPORTS });
      assert.ok(found.total > 10);
      assert.deepEqual(uidsOf(found), supportUids());
      assert.deepEqual([found.total, found.nextCursor], [supportUids().length, null]);
      assert.equal(await readsLeft(), before - 1);
    });

    test('takes labels in three languages, and several values of an attribute', async () => {
      for (const attributes of [
        { school: ['밀레니엄'], role: ['서포터'] },
        { school: ['ミレニアム'], role: ['サポーター'] },
        { school: ['MILLENNIUM'], role: ['Support', 'support'] },
      ])
        assert.deepEqual(uidsOf(await mcp.ok('search_students', { attributes })), supportUids());
      const { total } = await mcp.ok('search_students', { attributes: { school: ['millennium', 'srt'] } });
      const both = students.filter(
        ({ attributes: { school } }) => school === 'millennium' || school === 'srt',
      );
      assert.equal(total, both.length);
    });

    test('pages by cursor', async () => {
      const uids: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await mcp.ok('search_students', {
          attributes: MILLENNIUM_SUPPORTS,
          limit: 4,
          ...(cursor && { cursor }),
        });
        assert.ok(page.students.length <= 4);
        uids.push(...uidsOf(page));
        cursor = page.nextCursor;
      } while (cursor !== null);
      assert.deepEqual(uids, supportUids());
      const wrong = { attributes: MILLENNIUM_SUPPORTS, cursor: 'x' };
      assert.equal((await mcp.error('search_students', wrong)).fields[0].field, 'cursor');
    });

    test('filters the results of a query in their order, and of each of several', async () => {
      const attributes = { school: ['trinity'] };
      const all = await mcp.ok('search_students', { query: '수영복', limit: 100 });
      const trinity = students.filter((student) => student.attributes.school === 'trinity');
      const expected = uidsOf(all).filter((uid) => trinity.some(({ studentUid }) => studentUid === uid));
      assert.ok(expected.length > 3 && expected.length < all.students.length);
      const first = await mcp.ok('search_students', { query: '수영복', attributes, limit: 3 });
      const { nextCursor: cursor, total } = first;
      const rest = await mcp.ok('search_students', { query: '수영복', attributes, cursor });
      assert.deepEqual([...uidsOf(first), ...uidsOf(rest)], expected);
      assert.equal(total, expected.length);
      const { results } = await mcp.ok('search_students', { queries: ['시로코', '수영복'], attributes });
      assert.deepEqual(results.map(uidsOf), [[], expected.slice(0, 3)]);
    });

    test('returns the attributes asked for', async () => {
      const input = { query: '10000', fields: ['school', 'terrain', 'releasedGlobal'] };
      const found = await mcp.ok('search_students', input);
      assert.deepEqual(found.students[0].attributes, {
        school: 'gehenna',
        terrain: { street: 'S', outdoor: 'B', indoor: 'D' },
        releasedGlobal: '2021-11-09',
      });
    });

    test('refuses values that are no codes with the codes that exist', async () => {
      const attributes = { school: ['millennium', 'Hogwarts'], club: ['__proto__'], role: ['tank'] };
      for (const tool of ['search_students', 'list_roster']) {
        const { code, fields, codes } = await mcp.error(tool, { attributes });
        assert.equal(code, 'invalid_request');
        assert.deepEqual(
          fields.map(({ field }: { field: string }) => field),
          ['attributes.school.1', 'attributes.club.0'],
        );
        assert.deepEqual(Object.keys(codes), ['school', 'club']);
        assert.ok(codes.school.includes('gehenna') && codes.club.includes('veritas'));
      }
    });

    test('refuses attributes of other names, types and sizes', async () => {
      for (const attributes of [
        { schools: ['millennium'] },
        { school: 'millennium' },
        { school: [] },
        { school: Array(21).fill('millennium') },
        { school: ['x'.repeat(201)] },
        { star: ['3'] },
        { street: ['Z'] },
        { releasedOn: 'kr' },
        [],
      ])
        assert.equal((await mcp.error('search_students', { attributes })).code, 'invalid_request');
    });
  });

  describe('list_roster by attributes', () => {
    beforeEach(async () => {
      const [low, high, unknown] = supportUids();
      const state = { tier: 5, weaponTier: 0 };
      await mcp.ok('save_students', {
        students: [
          { studentUid: low, ...state, level: 70 },
          { studentUid: high, ...state, level: 90 },
          { studentUid: unknown, ...state },
          { studentUid: '10000', ...state, level: 70 },
        ],
      });
    });

    test('answers which supports of a school are below a level in one call', async () => {
      const [low, , unknown] = supportUids();
      const list = async (filter: object) =>
        mcp.ok('list_roster', { attributes: MILLENNIUM_SUPPORTS, filters: [{ field: 'level', ...filter }] });
      const below = await list({ max: 79 });
      assert.deepEqual([uidsOf(below), below.total], [[low], 1]);
      assert.deepEqual(uidsOf(await list({ max: 79, isNull: true })), [low, unknown].toSorted());
      assert.deepEqual(uidsOf(await list({ isNull: true })), [unknown]);
      assert.deepEqual(uidsOf(await list({ max: 79, isNull: false })), [low]);
    });

    test('returns the attributes asked for beside the state', async () => {
      const input = { fields: ['level', 'role', 'equipment'], attributes: { school: ['게헨나'] } };
      assert.deepEqual((await mcp.ok('list_roster', input)).students, [
        {
          studentUid: '10000',
          name: '아루',
          level: 70,
          attributes: { role: 'dealer', equipment: ['hat', 'hairpin', 'watch'] },
        },
      ]);
    });
  });
});
