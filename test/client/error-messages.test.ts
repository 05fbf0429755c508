import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Rollbook, type RollbookErrorCode } from '../../client/index.ts';
import { serveHere } from '../serve-here.ts';
import type { Account } from '../service.ts';
import { useSharedService } from '../use-service.ts';
import { failure } from './failure.ts';

const HANGUL = /[ㄱ-ㆎ가-힣]/;

const service = await useSharedService();
const account = await service.account();
before(async () => {
  const state = { studentUid: '10010', tier: 3, weaponTier: 0 };
  await service.call(account.write, 'POST', '/me/students', state);
});

describe('an error speaks English, and keeps what the service said', () => {
  const cases: [
    RollbookErrorCode,
    keyof Account | undefined,
    (rollbook: Rollbook) => Promise<unknown>,
    string,
  ][] = [
    [
      'unauthorized',
      undefined,
      ({ roster }) => roster.get('10010'),
      'No API key was given. Is ROLLBOOK_KEY set?',
    ],
    [
      'forbidden',
      'read',
      ({ roster }) => roster.patch('10010', { level: 5 }),
      'The API key may only read or lacks an area, or the account is suspended.',
    ],
    [
      'not_found',
      'write',
      ({ roster }) => roster.get('없는 학생'),
      'The catalogue has no student with the UID "없는 학생".',
    ],
    [
      'student_not_recruited',
      'write',
      ({ roster }) => roster.patch('10011', { level: 5 }),
      '10011 is not recruited. Register the student first.',
    ],
    [
      'student_already_recruited',
      'write',
      ({ roster }) => roster.register({ studentUid: '10010', tier: 3, weaponTier: 0 }),
      '10010 is recruited already. Change the student instead.',
    ],
    [
      'invalid_request',
      'write',
      ({ roster }) => roster.patch('10010', { weaponLevel: 60, abilityHp: 1 }),
      'weaponLevel, abilityHp: weaponLevel goes up to 0, 30, 40, 50, 60 by weaponTier; abilities require weaponTier 1 or more, which requires tier 5.',
    ],
    [
      'invalid_request',
      'read',
      ({ students }) => students.search('a').page({ limit: 101, cursor: 'x' }),
      'limit: Must be an integer from 1 to 100. cursor: Must be the nextCursor of the page before, of the same listing.',
    ],
    [
      'invalid_request',
      'read',
      ({ roster }) => roster.at(new Date('x')),
      'at: Must be a time with its zone, such as 2026-11-24T12:00:00Z.',
    ],
    [
      'invalid_request',
      'read',
      ({ students }) => Promise.resolve(students.search('')),
      'query: Must have 1 to 200 characters.',
    ],
  ];
  for (const [code, key, call, message] of cases)
    test(`${code}: ${message}`, async () => {
      const error = await failure(
        call(new Rollbook({ baseUrl: `${service.url}/v1`, apiKey: key && account[key] })),
      );
      assert.deepEqual([error.code, error.message], [code, message]);
      assert.match(error.serverMessage ?? '', HANGUL);
      assert.ok(error.fields.every(({ message, en }) => HANGUL.test(message) && !HANGUL.test(en)));
    });

  test('what the client refuses before it sends has a message of its own alone', async () => {
    const rollbook = new Rollbook({ baseUrl: `${service.url}/v1`, apiKey: account.write });
    const error = await failure(
      rollbook.roster.register({ studentUid: '10011', tier: 3, weaponTier: 9, level: 91 }),
    );
    assert.equal(
      error.message,
      'weaponTier: Must be an integer from 0 to 4. level: Must be an integer from 1 to 90, or null.',
    );
    assert.equal(error.serverMessage, undefined);
  });

  test('the number of a change is an integer', async () => {
    const { roster } = new Rollbook({ baseUrl: `${service.url}/v1`, apiKey: account.read });
    await assert.rejects(roster.changes({ after: '5' as unknown as number }).page(), TypeError);
  });

  test('a limit says which one it is, and how long it lasts, in toJSON too', async () => {
    const limited = await serveHere({ env: { ROLLBOOK_READ_LIMIT: '1' } });
    const { read: apiKey } = await limited.account();
    const { roster } = new Rollbook({ baseUrl: `${limited.url}/v1`, apiKey, maxWaitMs: 0 });
    await roster.list();
    const error = await failure(roster.get('10010'));
    const seconds = Number(error.retryAfterMs) / 1000;
    assert.equal(error.message, `The account's limit of reads is reached. Try again in ${seconds} s.`);
    const { retryAfterMs, serverMessage } = JSON.parse(JSON.stringify(error));
    assert.deepEqual([retryAfterMs, serverMessage], [error.retryAfterMs, error.serverMessage]);
  });

  test('a suspended account is told that it may be suspended', async () => {
    const { id, read: apiKey } = await service.account();
    await service.command('account', 'suspend', id);
    const { roster } = new Rollbook({ baseUrl: `${service.url}/v1`, apiKey });
    const error = await failure(roster.get('10010'));
    assert.deepEqual(
      [error.code, error.message],
      ['forbidden', 'The API key may only read or lacks an area, or the account is suspended.'],
    );
  });

  test('a code that this version does not know is named', async () => {
    const { roster } = new Rollbook({
      baseUrl: `${service.url}/v1`,
      fetch: async () => Response.json({ error: { code: 'toString', message: '시험' } }, { status: 410 }),
    });
    assert.equal(
      (await failure(roster.get('10010'))).message,
      'The service refused the request: 410 toString.',
    );
  });
});

test('resolve needs no key, also to suggest similar names', async () => {
  const { students } = new Rollbook({ baseUrl: `${service.url}/v1` });
  assert.equal((await students.resolve('시로코')).studentUid, '10010');
  const error = await failure(students.resolve('하루'));
  assert.equal(error.code, 'not_found');
  assert.deepEqual(
    error.candidates.slice(0, 2).map(({ name }) => name),
    ['하루나', '하루카'],
  );
  assert.match(error.message, /^No student is named "하루"\. Similar: Haruna \(10002\), Haruka \(16000\)/);
});

test('an answer that is no catalogue is named, wherever a catalogue is needed', async () => {
  const student = { studentUid: '10000', names: { ko: '', ja: '', en: '' }, aliases: [], forms: [] };
  for (const students of [undefined, {}, [null], [{ ...student, names: {} }], [{ ...student, forms: 'x' }]]) {
    const rollbook = new Rollbook({
      baseUrl: 'http://127.0.0.1/v1',
      fetch: async () => Response.json({ version: '1', students }),
    });
    const { code } = await failure(rollbook.students.resolve('x'));
    assert.equal(code, 'unexpected_response');
  }
});
