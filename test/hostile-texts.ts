import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RosterFormatError, readPlannerGoals, readRoster } from '../client/formats/index.ts';
import { assertQuick } from './assert-quick.ts';

/** Tests that texts of this size, as an attacker makes them, are read or refused in a time that grows with their length alone. */
export function testHostileTexts(megabytes: number): void {
  const length = megabytes * 1024 * 1024;
  const size = `${megabytes} MB`;
  const fill = (start: string, part: string, end = '') =>
    start + part.repeat(Math.floor((length - start.length - end.length) / part.length)) + end;
  const student = '{"studentUid":"1","tier":3,"weaponTier":0}';
  const account = `{"exportedAt":"2026","students":[${student}],"goals":[],"stock":{}`;
  const csvHeader = 'studentUid,tier,weaponTier\n';
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  const hostileTexts: [string, () => string, RegExp][] = [
    ['a text above 50 MB', () => ' '.repeat(50 * 1024 * 1024 + 1), /too large/],
    [`${size} of spaces`, () => ' '.repeat(length), /nothing to read/],
    [`${size} of brackets`, () => '['.repeat(length), /nested too deep/],
    [
      'a roster with 100,000 nested lists',
      () => `{"rollbook":1,"students":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
      /nested too deep/,
    ],
    ['100,000 nested objects', () => `${'{"1":'.repeat(1e5)}1${'}'.repeat(1e5)}`, /nested too deep/],
    [
      '100,000 nested objects in Base64',
      () => base64(`${'{"1":'.repeat(1e5)}1${'}'.repeat(1e5)}`),
      /nested too deep/,
    ],
    [
      `${size} of students`,
      () => fill('{"rollbook":1,"students":[', `${student},`, `${student}]}`),
      /too many values/,
    ],
    ['as many empty objects as are read', () => `{"characters":[${'{},'.repeat(99_990)}{}]}`, /^$/],
    [`${size} of one key`, () => fill('{"1":0', ',"1":0', '}'), /too many values/],
    [`${size} of a string`, () => fill('{"characters":"', 'x'), /not valid/],
    [`${size} of backslashes`, () => fill('{"characters":"', '\\'), /not valid/],
    [`${size} of digits`, () => fill('{"1":{"s":', '9', '}}'), /^$/],
    [`${size} of digits in quotes`, () => fill('{"1":{"s":"', '9', '"}}'), /^$/],
    [`${size} of Base64`, () => fill('eyJh', 'AAAA'), /not valid/],
    ['Base64 that is cut off', () => base64('{"20048":{"s":5,').slice(0, -3), /not valid/],
    ['Base64 of a length that is impossible', () => 'eyJhI', /not valid/],
    [`${size} of what looks compressed`, () => fill('H4sI', 'AAAA'), /unpackText/],
    ['as many forms as are read', () => `{"userData":{"forms":[${'{},'.repeat(99_990)}{}]}}`, /^$/],
    [
      'as many scanned students as are read',
      () => `{"format":"ba_planner_state","version":1,"students":[${'{},'.repeat(99_990)}{}]}`,
      /^$/,
    ],
    [
      `${size} of a pool`,
      () => fill('{"type":"ba-torment-preset","schemaVersion":1,"pool":{"0":0', ',"1":0', '}}'),
      /too many values/,
    ],
    [`${size} of letters`, () => 'x'.repeat(length), /not a roster/],
    [`a CSV with ${size} of separators`, () => fill('studentUid', ','), /too many values/],
    [`a CSV with ${size} of students`, () => fill(csvHeader, '1,3,0\n'), /too many values/],
    [`a CSV with ${size} of line ends`, () => fill(csvHeader, '\n'), /too many values/],
    [`a CSV with ${size} of quotes`, () => fill(`${csvHeader}"`, '""', '"'), /too long/],
    [`a CSV with ${size} of a quoted value`, () => fill(`${csvHeader}"`, 'x', '"'), /too long/],
    ['a quote and a letter', () => '"a', /not closed/],
    ['a quote', () => '"', /not closed/],
    ['a CSV whose last value is a quote and a digit', () => `${csvHeader}1,3,"0`, /not closed/],
    ['a CSV whose last value is three quotes', () => `${csvHeader}1,3,"""`, /not closed/],
    ['a CSV with a quote that is not closed', () => fill(`${csvHeader}"`, 'x'), /not closed/],
    [`an account whose history has ${size}`, () => fill(`${account},"changes":[`, '[0],', '0]}'), /^$/],
    [
      `an account with ${size} of students`,
      () => fill('{"exportedAt":"2026","students":[', `${student},`, `${student}],"goals":[],"stock":{}}`),
      /too many values/,
    ],
    [`${size} of quotes in an account`, () => fill('{"exportedAt":"', '\\"', '","students":[]}'), /^$/],
    [
      `${size} of members of an account`,
      () => fill('{"exportedAt":"2026"', ',"1":0', '}'),
      /too many values/,
    ],
    [`a CSV with ${size} of a UID`, () => fill(csvHeader, 'x', ',3,0'), /^$/],
    [`a CSV with ${size} of spaces`, () => fill(`${csvHeader}1,3,`, ' ', '0'), /^$/],
  ];
  for (const [title, makeText, expected] of hostileTexts)
    test(`is read or refused in time: ${title}`, () => {
      const text = makeText();
      assertQuick(() => {
        let message = '';
        try {
          readRoster(text);
        } catch (error) {
          assert.ok(error instanceof RosterFormatError, `${error}`);
          message = error.message;
        }
        assert.match(message, expected);
      });
    });

  const many = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => part(index)).join();
  const hostileSaves: [string, () => string][] = [
    ['195,000 items', () => `{"characters":[],"owned_materials":{${many(195_000, (i) => `"${i}":${i}`)}}}`],
    [`a count of ${size}`, () => fill('{"characters":[],"owned_materials":{"XP_1":"', '9', '"}}')],
    [
      `a count that begins with ${size} of spaces`,
      () => fill('{"characters":[],"owned_materials":{"XP_1":"', ' ', '"}}'),
    ],
    [
      '30,000 groups',
      () => `{"site_version":1,"characters":[],"groups":{${many(30_000, (i) => `"${i}":["10000",[]]`)}}}`,
    ],
    [
      `a group whose name has ${size}`,
      () => fill('{"site_version":1,"characters":[],"groups":{"', ' ', 'x":["10000"]}}'),
    ],
    [
      'a group of 195,000 students',
      () => `{"site_version":1,"characters":[],"groups":{"a":[[${many(195_000, () => '10000')}]]}}`,
    ],
    [
      '30,000 characters',
      () => `{"site_version":1,"characters":[${many(30_000, () => '{"id":"10000","target":{"level":90}}')}]}`,
    ],
    ['an order of 195,000', () => `{"characters":[],"character_order":[${many(195_000, (i) => `${i}`)}]}`],
  ];
  for (const [title, makeText] of hostileSaves)
    test(`goals and stock are read in time: ${title}`, () => {
      const text = makeText();
      const students = [{ studentUid: '10000', forms: [], attributes: {} }];
      const items = { 10: { kind: 'report', tier: 1, names: {} } } as const;
      assertQuick(() => readPlannerGoals(text, { students, items }));
    });
}
