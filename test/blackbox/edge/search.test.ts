import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import students from '../../../data/students.json' with { type: 'json' };
import { useSharedService } from '../../use-service.ts';
import { writer } from '../writer.ts';

const service = await useSharedService();
const { key } = await writer(service);

type Found = { studentUid: string; name: string };
async function search(query: string): Promise<Found[]> {
  const answer = await service.call(key, 'GET', `/students?limit=100&query=${encodeURIComponent(query)}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.students;
}
const uidsOf = async (query: string) => (await search(query)).map(({ studentUid }) => studentUid);

test('finds each student first by any of its UIDs, with the Korean name', async () => {
  for (const { uid, names, ...student } of students) {
    const forms = 'otherForms' in student ? (student.otherForms as string[]) : [];
    for (const form of [uid, ...forms]) {
      const [first] = await search(form);
      assert.deepEqual(first, { studentUid: uid, name: names.ko }, form);
    }
  }
});

test('returns studentUid and name in this order', async () => {
  for (const found of await search('Shiroko')) assert.deepEqual(Object.keys(found), ['studentUid', 'name']);
});

/** "Misaki" is also an alias of 10080, which is later in the catalogue. */
test('finds each student first by its name in any language', async () => {
  for (const { uid, names } of students) {
    for (const name of Object.values(names)) {
      const [first] = await search(name);
      assert.deepEqual(first, { studentUid: uid, name: names.ko }, name);
    }
  }
});

describe('search by alias', () => {
  const rows: [alias: string, uid: string][] = [
    ['쿠로코', '10100'],
    ['Arisu', '10015'],
    ['Mikoto', '10079'],
    ['체루나', '20030'],
    ['온구레', '20031'],
    ['Shiroko (Riding)', '10024'],
    ['수슌', '10143'],
    ['무호시노', '10098'],
  ];
  for (const [alias, uid] of rows) {
    test(`finds ${uid} first by its alias ${alias}`, async () => {
      assert.equal((await uidsOf(alias))[0], uid);
    });
  }
});

describe('results are ordered by exact match, prefix, substring, then catalogue', () => {
  const rows: [query: string, uids: string[]][] = [
    ['마리', ['23008', '10037', '10054', '10103', '10105', '20020', '20054']],
    ['시로코', ['10010', '10024', '20027', '10100']],
    ['아리스', ['10015', '10066', '10134']],
    ['Rio', ['20041', '10133']],
    ['미카', ['10059', '10122']],
    ['ミカ', ['10059', '10122', '10090']],
    ['Misaki', ['10041', '10080', '20049']],
    ['체루', ['20030']],
    ['로코', ['10010', '10024', '20027', '10100']],
  ];
  for (const [query, uids] of rows) {
    test(`orders the results of ${query}`, async () => {
      assert.deepEqual((await uidsOf(query)).slice(0, uids.length), uids);
    });
  }

  test('finds an exact UID first', async () => {
    assert.equal((await uidsOf('10144'))[0], '10143');
    assert.equal((await uidsOf('20041'))[0], '20041');
  });

  test('lists no student twice', async () => {
    for (const query of ['a', 'i', '수', '마리', 'Misaki', 'ミ', '10098']) {
      const uids = await uidsOf(query);
      assert.equal(new Set(uids).size, uids.length, query);
    }
  });

  test('returns the same order for the same query', async () => {
    for (const query of ['a', '마', 'ミ']) assert.deepEqual(await uidsOf(query), await uidsOf(query));
  });
});

describe('names are compared without case, width, kana and punctuation', () => {
  const spellings = [
    'SHIROKO',
    'shiroko',
    'sHiRoKo',
    'Ｓｈｉｒｏｋｏ',
    'シロコ',
    'しろこ',
    'ｼﾛｺ',
    ' Shiroko ',
    '시 로 코',
    '(시로코)',
  ];
  for (const query of spellings) {
    test(`finds 10010 first by ${query}`, async () => {
      assert.equal((await uidsOf(query))[0], '10010');
    });
  }
  for (const [query, uid] of [
    ['hatsunemiku', '20007'],
    ['하츠네미쿠', '20007'],
    ['시로코테러', '10100'],
    ['시로코*테러', '10100'],
    ['ホシノ(臨戦)', '10098'],
    ['hoshino battle', '10098'],
  ] as const) {
    test(`finds ${uid} first by ${query}`, async () => {
      assert.equal((await uidsOf(query))[0], uid);
    });
  }
});

describe('words are found in any order, after every other match', () => {
  for (const query of ['수영복 시로코', 'swimsuit shiroko', '水着 シロコ', '시로코, 수영복'])
    test(`finds 20027 alone by ${query}`, async () => {
      assert.deepEqual(await uidsOf(query), ['20027']);
    });

  test('finds every student by the words of each name in reverse', async () => {
    for (const { uid, names } of students)
      for (const name of Object.values(names)) {
        const words = name.split(/[\p{Z}\p{P}\p{S}]+/u).filter((word) => word !== '');
        if (words.length > 1) assert.ok((await uidsOf(words.reverse().join(' '))).includes(uid), name);
      }
  });

  test('finds nothing by words of two students', async () => {
    assert.deepEqual(await uidsOf('시로코 호시노'), []);
  });
});

/** Latin letters, read as typed on a Korean keyboard, may give combinations that no Korean syllable has, such as ho + s. */
test('accepts Latin letters that give no valid syllable on a Korean keyboard', async () => {
  const vowels = [...'yuiophjklbnmOP'];
  const finals = [
    ...'rsefaqtdwczxvg',
    'rt',
    'sw',
    'sg',
    'fr',
    'fa',
    'fq',
    'ft',
    'fx',
    'fv',
    'fg',
    'qt',
    'E',
    'Q',
    'W',
  ];
  const words = vowels.flatMap((one) => vowels.flatMap((two) => [`${one}${two}s`, `t${one}${two}s`]));
  words.push(...finals.flatMap((final) => [final, `tk${final}`, `tk${final}k`, `h${final}h`, `sho${final}`]));
  for (const word of words) await search(word);
});

describe('a query without results is answered with an empty list', () => {
  for (const query of [
    'zzzzzzzz',
    '99999',
    '없는학생이름',
    ' ',
    '   ',
    '()',
    '*',
    '・',
    '（）',
    '\u3000',
    '\u0000',
    "'; --",
    '😀',
  ]) {
    test(`finds nothing for ${JSON.stringify(query)}`, async () => {
      const { status, body } = await service.call(key, 'GET', `/students?query=${encodeURIComponent(query)}`);
      assert.equal(status, 200);
      assert.deepEqual(body, { students: [], nextCursor: null });
    });
  }
});
