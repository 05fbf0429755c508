import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useSharedService } from '../use-service.ts';
import { commandLine } from './command-line.ts';
import { refused } from './error-response.ts';
import { bareState, MAX } from './spec-fields.ts';
import { writer } from './writer.ts';

const service = await useSharedService();
const account = await writer(service);

const call = (method: string, path: string, body?: unknown) => service.call(account.key, method, path, body);
const setBond = (uid: string, bond: number, bondExp?: number, id = account.id) =>
  service.command(
    ...['bond', 'set', '--account', id, '--student', uid, '--bond', `${bond}`],
    ...(bondExp === undefined ? [] : ['--bond-exp', `${bondExp}`]),
  );

/** Concurrent, because the commands take most of the time; each row uses another student. */
describe('a bond set before the registration', { concurrency: 4 }, () => {
  const rows: [uid: string, bond: number, bondExp: number | undefined, sent: object, kept: object][] = [
    ['10000', 20, 1900, {}, { bond: 20, bondExp: 1900 }],
    ['10001', 20, undefined, {}, { bond: 20, bondExp: null }],
    ['10002', 20, 1900, { bond: null }, { bond: null, bondExp: null }],
    ['10003', 20, 1900, { bondExp: null }, { bond: 20, bondExp: null }],
    ['10004', 20, 1900, { bond: 21 }, { bond: 21, bondExp: null }],
    ['10005', 20, 1900, { bond: 20 }, { bond: 20, bondExp: 1900 }],
    ['10006', 20, 1900, { bondExp: 1845 }, { bond: 20, bondExp: 1845 }],
    ['10007', 20, 1900, { bondExp: 1844 }, { bond: 20, bondExp: null }],
  ];
  for (const [uid, bond, bondExp, sent, kept] of rows) {
    test(`combines bond ${bond} and bondExp ${bondExp} with a registration of ${JSON.stringify(sent)}`, async () => {
      await setBond(uid, bond, bondExp);
      refused(await call('GET', `/me/students/${uid}`), 404, 'student_not_recruited');
      const posted = await call('POST', '/me/students', { studentUid: uid, tier: 3, weaponTier: 0, ...sent });
      assert.equal(posted.status, 201, posted.text);
      assert.deepEqual(posted.body, { ...bareState(uid, 3, 0), ...kept });
      assert.deepEqual((await call('GET', `/me/students/${uid}`)).body, posted.body);
    });
  }

  test('keeps a bond set by command after a rejected registration', async () => {
    await setBond('10010', 3, 45);
    const refusal = await call('POST', '/me/students', {
      studentUid: '10010',
      tier: 4,
      weaponTier: 1,
      bond: 50,
    });
    refused(refusal, 400, 'invalid_request', ['tier', 'weaponTier']);
    const posted = await call('POST', '/me/students', { studentUid: '10010', tier: 4, weaponTier: 0 });
    assert.deepEqual(posted.body, { ...bareState('10010', 4, 0), bond: 3, bondExp: 45 });
  });

  test('deletes a bond set by command together with the student', async () => {
    await setBond('10011', 3, 45);
    await call('POST', '/me/students', { studentUid: '10011', tier: 4, weaponTier: 0 });
    assert.equal((await call('DELETE', '/me/students/10011')).status, 200);
    const posted = await call('POST', '/me/students', { studentUid: '10011', tier: 4, weaponTier: 0 });
    assert.deepEqual(posted.body, bareState('10011', 4, 0));
  });

  test('keeps a bond set by command when there is no registration to delete', async () => {
    await setBond('10012', 3, 45);
    refused(await call('DELETE', '/me/students/10012'), 404, 'student_not_recruited');
    const posted = await call('POST', '/me/students', { studentUid: '10012', tier: 4, weaponTier: 0 });
    assert.deepEqual(posted.body, { ...bareState('10012', 4, 0), bond: 3, bondExp: 45 });
  });

  test('applies a bond set by command to all forms of a student in one account', async () => {
    const other = await writer(service);
    await setBond('10099', 3, 45);
    await setBond('10098', 2, 15, other.id);
    const posted = await call('POST', '/me/students', { studentUid: '10098', tier: 3, weaponTier: 0 });
    assert.deepEqual(posted.body, { ...bareState('10098', 3, 0), bond: 3, bondExp: 45 });
    const others = await service.call(other.key, 'POST', '/me/students', {
      studentUid: '10099',
      tier: 3,
      weaponTier: 0,
    });
    assert.deepEqual(others.body, { ...bareState('10098', 3, 0), bond: 2, bondExp: 15 });
  });
});

describe('a bond set for a registered student', () => {
  test('shows a bond set by command at once and keeps bondExp only within the rank', async () => {
    const full = { studentUid: '13000', tier: 5, weaponTier: 1, level: 7, weaponLevel: 30 };
    assert.equal((await call('POST', '/me/students', full)).status, 201);
    const steps: [uid: string, bond: number, bondExp: number | undefined, kept: number | null][] = [
      ['13000', 2, 44, 44],
      ['13000', 2, undefined, 44],
      ['13000', 3, undefined, null],
      ['13000', 3, 74, 74],
      ['13000', 2, undefined, null],
    ];
    for (const [uid, bond, bondExp, kept] of steps) {
      await setBond(uid, bond, bondExp);
      const { body } = await call('GET', '/me/students/13000');
      assert.deepEqual(
        body,
        { ...bareState('13000', 5, 1), ...full, bond, bondExp: kept },
        `${bond} ${bondExp}`,
      );
    }
  });
});

describe('an invalid bond is rejected with an error message', () => {
  const rows: [name: string, words: string[]][] = [
    ['experience below the rank', ['--student', '13001', '--bond', '2', '--bond-exp', '14']],
    ['experience above the rank', ['--student', '13001', '--bond', '2', '--bond-exp', '45']],
    ['bond 0', ['--student', '13001', '--bond', '0']],
    [`bond ${MAX.bond + 1}`, ['--student', '13001', '--bond', `${MAX.bond + 1}`]],
    ['an unknown student', ['--student', '99999', '--bond', '2']],
  ];
  for (const [name, words] of rows) {
    test(`rejects ${name}`, async () => {
      const outcome = await commandLine(
        service.database,
        'bond',
        'set',
        '--account',
        account.id,
        ...words,
        '--json',
      );
      assert.equal(outcome.code, 1, outcome.stderr);
      assert.equal(outcome.stdout, '');
      assert.match(JSON.parse(outcome.stderr).error, /\S+ \S+/);
    });
  }

  test('rejects a bond for an unknown account', async () => {
    await assert.rejects(setBond('13001', 2, 15, 'nobody'), { exitCode: 1 });
  });

  test('stores nothing of a rejected bond', async () => {
    const posted = await call('POST', '/me/students', { studentUid: '13001', tier: 3, weaponTier: 0 });
    assert.deepEqual(posted.body, bareState('13001', 3, 0));
  });
});
