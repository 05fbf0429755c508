import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SHIPPED_PARTS } from '../../test/shipped-growth.ts';
import { LINK_SITES, type LinkSite, writeRosterLink } from './index.ts';
import { LINKED_STUDENTS } from './linked-students.ts';

const pathOf = (site: LinkSite, uids: readonly string[], forms?: ReadonlyMap<string, readonly string[]>) => {
  const { origin, pathname, search } = new URL(writeRosterLink(site, uids, forms).url);
  assert.equal(origin, `https://${LINK_SITES[site].host}`);
  return pathname + search;
};
const forms = new Map([
  ['10098', ['10099']],
  ['10143', ['10144']],
]);

test('the list of bamystudents has 272 students, each once, and no second form', () => {
  assert.equal(LINKED_STUDENTS.length, 272);
  assert.equal(new Set(LINKED_STUDENTS).size, 272);
  assert.equal(LINKED_STUDENTS.indexOf('20004'), 58);
  assert.deepEqual(
    ['10099', '10144'].filter((uid) => LINKED_STUDENTS.includes(uid)),
    [],
  );
});

test('every student of the shipped catalogue can be said to both sites', () => {
  const uids = SHIPPED_PARTS.students.map(({ uid }) => uid);
  for (const site of Object.keys(LINK_SITES) as LinkSite[])
    assert.deepEqual(writeRosterLink(site, uids).unlisted, [], site);
});

for (const [title, uids, expected] of [
  ['four students', ['10150', '20004', '10000', '10005'], '/hAAAAAAAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ'],
  ['nobody', [], `/${'A'.repeat(46)}`],
  ['everybody', LINKED_STUDENTS, `/${'_'.repeat(45)}w`],
] as const)
  test(`writes ${title} for bamystudents as 46 characters`, () => {
    assert.equal(pathOf('bamystudents', uids), expected);
  });

for (const [title, uids, expected] of [
  ['one student', ['10000'], '?s10=1'],
  ['three students', ['10002', '10000', '10001'], '?s10=v'],
  ['a student in the middle', ['10003'], '?s10=1X'],
  ['students of three groups', ['26000', '20001', '10000'], '?s10=1&s20=5&s26=1'],
  ['nobody', [], ''],
] as const)
  test(`writes ${title} for Midokuni as a number of each group`, () => {
    assert.equal(pathOf('midokuni', uids), `/Tool/Roster${expected}`);
  });

test('a second form is the student, and is said once', () => {
  for (const site of Object.keys(LINK_SITES) as LinkSite[]) {
    const expected = pathOf(site, ['10098', '10143']);
    assert.equal(pathOf(site, ['10099', '10098', '10144'], forms), expected);
  }
  assert.deepEqual(writeRosterLink('bamystudents', ['10099'], forms).unlisted, []);
});

test('students whom a site does not have are named, and change nothing of the address', () => {
  const strangers = ['99999', '10151', 'constructor', '', '1', '100000', '10O00', '10000\n'];
  const bamystudents = writeRosterLink('bamystudents', [...strangers, '10000']);
  assert.deepEqual(bamystudents.unlisted, strangers);
  assert.equal(bamystudents.url, writeRosterLink('bamystudents', ['10000']).url);
  const midokuni = writeRosterLink('midokuni', [...strangers, '10000']);
  assert.deepEqual(
    midokuni.unlisted,
    strangers.filter((uid) => uid !== '10151'),
  );
  assert.equal(midokuni.url, writeRosterLink('midokuni', ['10151', '10000']).url);
});

/** What the sites make of an address, from the notes on their formats. */
const READERS: Record<LinkSite, (url: URL) => string[]> = {
  bamystudents({ pathname }) {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const bits = Array.from(pathname.slice(1), (letter) =>
      alphabet.indexOf(letter).toString(2).padStart(6, '0'),
    );
    return LINKED_STUDENTS.filter((_, place) => bits.join('')[place] === '1');
  },
  midokuni({ searchParams }) {
    const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.~';
    return Array.from(searchParams, ([name, text]) => {
      const number = Array.from(text).reduce((sum, digit) => sum * 66n + BigInt(digits.indexOf(digit)), 0n);
      const states = Array.from(number.toString(5)).reverse();
      return states.flatMap((state, index) =>
        state === '1' ? `${name.slice(1)}${String(index).padStart(3, '0')}` : [],
      );
    }).flat();
  },
};

test('the reader of these tests takes the marks of Midokuni for what they are', () => {
  const url = new URL('https://hina.loves.midokuni.com/Tool/Roster?s10=9_OhjUae3.M79A0gKS');
  assert.deepEqual(READERS.midokuni(url), ['10000']);
});

for (const site of Object.keys(LINK_SITES) as LinkSite[])
  test(`${site} reads back whoever is recruited, from an address that needs no escaping`, () => {
    fc.assert(
      fc.property(fc.subarray([...LINKED_STUDENTS]), (uids) => {
        const { url } = writeRosterLink(site, uids);
        assert.equal(new URL(url).href, url);
        assert.deepEqual(READERS[site](new URL(url)).sort(), uids.toSorted());
      }),
    );
  });

test('an address of any roster is short enough for every browser and server', () => {
  const every = Array.from({ length: 1000 }, (_, index) => String(index).padStart(3, '0'));
  const uids = ['10', '13', '16', '20', '23', '26'].flatMap((group) => every.map((index) => group + index));
  assert.ok(writeRosterLink('midokuni', LINKED_STUDENTS).url.length < 200);
  assert.ok(writeRosterLink('midokuni', uids).url.length < 2_500);
});
