import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import students from '../../../../data/students.json' with { type: 'json' };
import { useSharedService } from '../../../use-service.ts';
import { refused } from '../../error-response.ts';
import { bareState, FIELDS, MAX } from '../../spec-fields.ts';
import { writer } from '../../writer.ts';

const service = await useSharedService();

/** JSON values as text, so that 5.0 stays 5.0. */
type Raw = Record<string, string>;
const text = (raw: Raw) => `{${Object.entries(raw).map(([name, value]) => `"${name}":${value}`)}}`;

const ARMED: Raw = { tier: '5', weaponTier: `${MAX.weaponTier}` };

/** The field with other fields that make its whole range valid. */
function withRequiredFields(name: string, value: string): Raw {
  if (name === 'tier') return { tier: value, weaponTier: '0' };
  if (name === 'weaponTier') return { tier: '5', weaponTier: value };
  if (name === 'bondExp')
    return { ...ARMED, bond: value.startsWith('2') ? `${MAX.bond}` : '1', bondExp: value };
  return { ...ARMED, [name]: value };
}

const WRONG_TYPES = ['"5"', '""', 'true', 'false', '1.5', '[]', '[1]', '{}', '1e400', '-1e400'];
const outOfRange = (min: number, max: number) => [`${min - 1}`, `${max + 1}`, `${max}.5`, '9007199254740993'];

describe('a registration is checked by the type and range of each field', () => {
  let key: string;
  before(async () => {
    ({ key } = await writer(service));
  });

  for (const [index, [name, min, max, nullable]] of FIELDS.entries()) {
    const uid = students[index]?.uid ?? '';
    const body = (value: string) => text({ studentUid: `"${uid}"`, ...withRequiredFields(name, value) });

    for (const value of [`${min}`, `${max}`, `${min}.0`, `${max}.0`, ...(nullable ? ['null'] : [])]) {
      test(`accepts a registration with ${name} ${value}`, async () => {
        const answer = await service.call(key, 'POST', '/me/students', body(value));
        assert.equal(answer.status, 201, answer.text);
        assert.equal(answer.body[name], JSON.parse(value));
        const stored = await service.call(key, 'GET', `/me/students/${uid}`);
        const sent = JSON.parse(text(withRequiredFields(name, value)));
        const expected = { ...bareState(uid, sent.tier, sent.weaponTier), ...sent };
        assert.deepEqual(stored.body, value === 'null' ? { ...expected, [name]: null } : expected);
        assert.equal((await service.call(key, 'DELETE', `/me/students/${uid}`)).status, 200);
      });
    }

    test(`rejects a registration with ${name} outside ${min}-${max} or of another type`, async () => {
      for (const value of [...outOfRange(min, max), ...WRONG_TYPES, ...(nullable ? [] : ['null'])]) {
        refused(
          await service.call(key, 'POST', '/me/students', body(value)),
          400,
          'invalid_request',
          [name],
          `${name}: ${value}`,
        );
      }
      refused(await service.call(key, 'GET', `/me/students/${uid}`), 404, 'student_not_recruited');
    });
  }

  for (const value of ['null', '""', '10000', 'true', '["10000"]', '{"uid":"10000"}']) {
    test(`rejects a registration with studentUid ${value}`, async () => {
      const answer = await service.call(
        key,
        'POST',
        '/me/students',
        `{"studentUid":${value},"tier":3,"weaponTier":0}`,
      );
      refused(answer, 400, 'invalid_request', ['studentUid']);
    });
  }

  for (const value of [
    '"99999"',
    '" "',
    '"10000 "',
    '"\\u0000"',
    '"10000\\u0000"',
    '"\\ud800"',
    `"${'1'.repeat(5000)}"`,
  ]) {
    test(`answers not_found to a registration with studentUid ${value.slice(0, 20)}`, async () => {
      const answer = await service.call(
        key,
        'POST',
        '/me/students',
        `{"studentUid":${value},"tier":3,"weaponTier":0}`,
      );
      refused(answer, 404, 'not_found');
    });
  }

  const incomplete: [Raw, string[]][] = [
    [{ tier: '3', weaponTier: '0' }, ['studentUid']],
    [{ studentUid: '"10000"', weaponTier: '0' }, ['tier']],
    [{ studentUid: '"10000"', tier: '3' }, ['weaponTier']],
    [{ level: '5' }, ['studentUid', 'tier', 'weaponTier']],
    [{}, ['studentUid', 'tier', 'weaponTier']],
  ];
  for (const [raw, fields] of incomplete) {
    test(`rejects registration ${text(raw)} and names ${fields}`, async () => {
      refused(await service.call(key, 'POST', '/me/students', text(raw)), 400, 'invalid_request', fields);
    });
  }
});

describe('a PATCH is checked by the type and range of each field', () => {
  let key: string;
  before(async () => {
    ({ key } = await writer(service));
  });

  for (const [index, [name, min, max, nullable]] of FIELDS.entries()) {
    test(`PATCH changes only ${name} and accepts ${min} to ${max}${nullable ? ' or null' : ''}`, async () => {
      const uid = students[index]?.uid ?? '';
      const path = `/me/students/${uid}`;
      const bond = name === 'bondExp' ? 1 : null;
      const [tier, weaponTier] = name === 'tier' ? [5, 0] : [5, MAX.weaponTier];
      const registered = { studentUid: uid, tier, weaponTier, bond };
      assert.equal((await service.call(key, 'POST', '/me/students', registered)).status, 201);

      let expected: Record<string, unknown> = { ...bareState(uid, tier, weaponTier), bond };
      const accepted = [`${min}`, `${max}`, `${min}.0`, `${max}.0`, ...(nullable ? ['null', `${max}`] : [])];
      for (const value of accepted) {
        const fields: Raw =
          name === 'bondExp'
            ? { bond: value.startsWith('2') ? `${MAX.bond}` : '1', bondExp: value }
            : { [name]: value };
        const answer = await service.call(key, 'PATCH', path, text(fields));
        assert.equal(answer.status, 200, `${name}: ${value} ${answer.text}`);
        expected = { ...expected, ...JSON.parse(text(fields)) };
        assert.deepEqual(answer.body, expected);
        assert.deepEqual((await service.call(key, 'GET', path)).body, expected);
      }

      for (const value of [...outOfRange(min, max), ...WRONG_TYPES, ...(nullable ? [] : ['null'])]) {
        const answer = await service.call(key, 'PATCH', path, text({ [name]: value }));
        refused(answer, 400, 'invalid_request', [name], `${name}: ${value}`);
      }
      assert.deepEqual((await service.call(key, 'GET', path)).body, expected);
    });
  }

  test('accepts -0 and returns it as 0', async () => {
    const registration = '{"studentUid":"26015","tier":5,"weaponTier":-0,"weaponLevel":-0,"abilityHp":-0.0}';
    assert.equal((await service.call(key, 'POST', '/me/students', registration)).status, 201);
    const { text: stored } = await service.call(key, 'GET', '/me/students/26015');
    assert.match(stored, /"weaponTier":0,.*"weaponLevel":0,"abilityHp":0,/);
  });
});
