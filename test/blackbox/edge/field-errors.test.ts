import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Answer } from '../../service.ts';
import { useSharedService } from '../../use-service.ts';
import { refused } from '../error-response.ts';
import { FIELD_NAMES } from '../spec-fields.ts';
import { writer } from '../writer.ts';

const MAX_LISTED = 100;
const MAX_NAME = 100;
/** An answer is not much larger than what it answers, whose worst is a mebibyte. */
const MAX_ANSWER_BYTES = 30_000;

const service = await useSharedService();
let key: string;
before(async () => {
  ({ key } = await writer(service));
  const student = { studentUid: '10000', tier: 5, weaponTier: 2 };
  assert.equal((await service.call(key, 'POST', '/me/students', student)).status, 201);
});

const patch = (body: unknown) => service.call(key, 'PATCH', '/me/students/10000', body);
const post = (body: unknown) => service.call(key, 'POST', '/me/students', body);
const putGoal = (body: unknown) => service.callBeta(key, 'PUT', '/goals/10000', body);
const patchStock = (body: unknown) => service.callBeta(key, 'PATCH', '/stock', body);

const unknownNames = (count: number, prefix = 'n') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const bodyOf = (names: readonly string[], value: unknown = 1) =>
  Object.fromEntries(names.map((name) => [name, value]));

/** Asserts that an answer names the first of these fields and counts the others. */
function listed(answer: Answer, names: readonly string[]): void {
  const first = names.slice(0, MAX_LISTED - 1);
  refused(answer, 400, 'invalid_request', names.length > MAX_LISTED ? [...first, 'body'] : names);
  const { fields, message } = answer.body.error;
  const [{ message: last }] = fields.slice(-1);
  const others = new RegExp(`(?<!\\d)${names.length - first.length}개`);
  if (names.length > MAX_LISTED) {
    assert.match(last, others);
    assert.match(message, new RegExp(`^${names.length}개`));
  } else assert.doesNotMatch(last, others);
  assert.ok(Buffer.byteLength(answer.text) < MAX_ANSWER_BYTES, `${answer.text.length}`);
}

describe('the list of invalid fields', () => {
  for (const count of [99, 100, 101, 102, 1000])
    test(`names at most a hundred of ${count} unknown fields, and counts the others`, async () => {
      const names = unknownNames(count);
      listed(await patch(bodyOf(names)), names);
      listed(await post(bodyOf(names)), ['studentUid', 'tier', 'weaponTier', ...names]);
      listed(await putGoal({ wanted: { level: 5 }, ...bodyOf(names) }), names);
      const wanted = names.map((name) => `wanted.${name}`);
      listed(await putGoal({ wanted: bodyOf(names) }), wanted);
      listed(await putGoal({ wanted: bodyOf(names), zeta: 1 }), [...wanted, 'zeta']);
    });

  test('has the first hundred in the order of the field table, then of JSON.parse', async () => {
    const names = unknownNames(200);
    const wrong = bodyOf(FIELD_NAMES, -1);
    listed(await patch({ ...bodyOf(names), ...wrong }), [...FIELD_NAMES, ...names]);
    const numbers = unknownNames(90, '');
    listed(await patch({ zeta: 1, ...bodyOf(numbers), alpha: 1, ...bodyOf(names) }), [
      ...numbers,
      'zeta',
      'alpha',
      ...names,
    ]);
  });

  test('counts a name that is sent twice once, and __proto__ like any other', async () => {
    const names = ['__proto__', ...unknownNames(100)];
    const members = [...names, ...names].map((name, i) => `${JSON.stringify(name)}:${i}`);
    listed(await patch(`{${members.join(',')}}`), names);
    listed(await patch(`{${members.slice(1, 101).join(',')},"level":5,"n0":1}`), names.slice(1));
  });

  test('names at most a hundred items of a stock, and counts the others', async () => {
    const names = unknownNames(5_000);
    const fields = names.map((name) => `items.${name}`);
    listed(await patchStock({ items: bodyOf(names) }), fields);
    listed(await patchStock({ items: bodyOf(names, -1), ...bodyOf(names) }), [...fields, ...names]);
    listed(await patchStock({ items: { credits: -1, ...bodyOf(names.slice(0, 99)) } }), [
      'items.credits',
      ...fields.slice(0, 99),
    ]);
  });

  test('is short for a mebibyte of unknown names, and counts them all', async () => {
    const names = Array.from({ length: 130_000 }, (_, i) => `"n${(i + 46_656).toString(36)}":1`);
    const body = `{${names.join(',').slice(0, 1_040_000)}`;
    const whole = `${body.slice(0, body.lastIndexOf(','))}}`;
    const sent = Object.keys(JSON.parse(whole));
    assert.ok(sent.length > 90_000);
    listed(await patch(whole), sent);
    listed(await putGoal(whole), ['wanted', ...sent]);
    listed(
      await putGoal(`{"wanted":${whole}}`),
      sent.map((name) => `wanted.${name}`),
    );
  });
});

describe('the name of an invalid field', () => {
  const cases: [title: string, name: string, named: string][] = [
    ['a hundred', 'x'.repeat(100), 'x'.repeat(100)],
    ['a hundred and one', 'x'.repeat(101), `${'x'.repeat(100)}…`],
    ['a hundred of two UTF-16 units each', '😀'.repeat(100), '😀'.repeat(100)],
    ['more of two UTF-16 units each', `x${'😀'.repeat(100)}`, `x${'😀'.repeat(99)}…`],
    ['a mebibyte', 'x'.repeat(1_000_000), `${'x'.repeat(100)}…`],
  ];
  for (const [title, name, named] of cases)
    test(`is cut after a hundred characters if it has ${title}`, async () => {
      const answer = await patch({ [name]: 1 });
      refused(answer, 400, 'invalid_request', [named]);
      assert.ok(Buffer.byteLength(answer.text) < 2_000);
    });

  test('is cut with the path of an inner field', async () => {
    const name = 'x'.repeat(MAX_NAME);
    refused(await putGoal({ wanted: { [name]: 1 } }), 400, 'invalid_request', [
      `wanted.${name.slice('wanted.'.length)}…`,
    ]);
    refused(await patchStock({ items: { [name]: 1 } }), 400, 'invalid_request', [
      `items.${name.slice('items.'.length)}…`,
    ]);
  });

  test('is cut after keys in it are hidden, so that no part of one is left', async () => {
    for (const length of [0, 60, MAX_NAME - 30, MAX_NAME - 9, MAX_NAME]) {
      const { text } = await patch({ [`${'x'.repeat(length)}${key}`]: 1 });
      assert.doesNotMatch(text, new RegExp(key.slice(0, 12)), `${length}`);
      assert.ok(!text.includes(key.slice(9, 21)), text);
    }
  });

  test('leaves the answer JSON if it is not well-formed', async () => {
    for (const name of ['\\ud83d', '\\ude00\\ud83d', `${'x'.repeat(99)}\\ud83d`, '\\ud83d'.repeat(101)]) {
      const answer = await patch(`{"${name}":1}`);
      const [{ field }] = answer.body.error.fields;
      const sent = Array.from(JSON.parse(`"${name}"`) as string);
      const named = sent.length > MAX_NAME ? `${sent.slice(0, MAX_NAME).join('')}…` : sent.join('');
      assert.equal(field.toWellFormed(), named.toWellFormed());
    }
  });
});
