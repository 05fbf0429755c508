import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { useSharedService } from '../../../use-service.ts';
import { refused } from '../../error-response.ts';
import { bareState, FIELD_NAMES, MAX } from '../../spec-fields.ts';
import { writer } from '../../writer.ts';

const service = await useSharedService();

const FULL_STATE = {
  tier: 5,
  weaponTier: 3,
  level: 88,
  skillEx: 4,
  skillNormal: 9,
  skillEnhanced: 8,
  skillSub: 7,
  equip1: MAX.equip1,
  equip2: 9,
  equip3: 8,
  equip1Level: MAX.equip1Level,
  equip2Level: 69,
  equip3Level: 68,
  equipSpecial: 2,
  weaponLevel: 50,
  abilityHp: MAX.abilityHp,
  abilityAtk: 24,
  abilityHeal: 0,
  bond: 20,
  bondExp: 1845,
};

describe('the life of a registration', () => {
  let key: string;
  const call = (method: string, path: string, body?: unknown) => service.call(key, method, path, body);
  before(async () => {
    ({ key } = await writer(service));
  });

  test('an account has no students at first', async () => {
    assert.deepEqual((await call('GET', '/me/students')).body, { students: [], nextCursor: null });
    refused(await call('GET', '/me/students/10000'), 404, 'student_not_recruited');
    refused(await call('PATCH', '/me/students/10000', { level: 5 }), 404, 'student_not_recruited');
    refused(await call('DELETE', '/me/students/10000'), 404, 'student_not_recruited');
  });

  test('a registration stores null for fields that were not sent', async () => {
    const answer = await call('POST', '/me/students', {
      studentUid: '10000',
      tier: 3,
      weaponTier: 0,
      level: 12,
    });
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.body, { ...bareState('10000', 3, 0), level: 12 });
    assert.deepEqual((await call('GET', '/me/students/10000')).body, answer.body);
    assert.deepEqual((await call('GET', '/me/students')).body, { students: [answer.body], nextCursor: null });
  });

  test('a second registration is rejected and changes nothing', async () => {
    const answer = await call('POST', '/me/students', {
      studentUid: '10000',
      tier: 5,
      weaponTier: 0,
      level: MAX.level,
    });
    refused(answer, 409, 'student_already_recruited');
    assert.deepEqual((await call('GET', '/me/students/10000')).body, {
      ...bareState('10000', 3, 0),
      level: 12,
    });
  });

  test('a PATCH changes the sent fields and returns the state', async () => {
    const first = await call('PATCH', '/me/students/10000', { skillEx: 5, level: null });
    assert.equal(first.status, 200);
    assert.deepEqual(first.body, { ...bareState('10000', 3, 0), skillEx: 5 });
    const second = await call('PATCH', '/me/students/10000', FULL_STATE);
    assert.deepEqual(second.body, { studentUid: '10000', ...FULL_STATE });
    assert.deepEqual((await call('GET', '/me/students/10000')).body, second.body);
  });

  test('a PATCH that violates a rule changes nothing', async () => {
    refused(await call('PATCH', '/me/students/10000', { tier: 4, level: 1 }), 400, 'invalid_request', [
      'tier',
    ]);
    assert.deepEqual((await call('GET', '/me/students/10000')).body, { studentUid: '10000', ...FULL_STATE });
  });

  test('a deletion removes state, bond and registration', async () => {
    const answer = await call('DELETE', '/me/students/10000');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, { studentUid: '10000', deleted: true });
    refused(await call('GET', '/me/students/10000'), 404, 'student_not_recruited');
    refused(await call('DELETE', '/me/students/10000'), 404, 'student_not_recruited');
    refused(await call('PATCH', '/me/students/10000', { level: 5 }), 404, 'student_not_recruited');
    assert.deepEqual((await call('GET', '/me/students')).body, { students: [], nextCursor: null });
  });

  test('a student registered again starts with null fields', async () => {
    const answer = await call('POST', '/me/students', { studentUid: '10000', tier: 1, weaponTier: 0 });
    assert.deepEqual(answer.body, bareState('10000', 1, 0));
  });

  test('every request answers not_found to a student that is not in the catalogue', async () => {
    refused(await call('GET', '/me/students/99999'), 404, 'not_found');
    refused(await call('PATCH', '/me/students/99999', { level: 5 }), 404, 'not_found');
    refused(await call('DELETE', '/me/students/99999'), 404, 'not_found');
    refused(
      await call('POST', '/me/students', { studentUid: '99999', tier: 3, weaponTier: 0 }),
      404,
      'not_found',
    );
  });

  test('an account does not see the students of another account', async () => {
    const { key: other } = await writer(service);
    refused(await service.call(other, 'GET', '/me/students/10000'), 404, 'student_not_recruited');
    refused(await service.call(other, 'DELETE', '/me/students/10000'), 404, 'student_not_recruited');
    assert.deepEqual((await service.call(other, 'GET', '/me/students')).body, {
      students: [],
      nextCursor: null,
    });
    const answer = await service.call(other, 'POST', '/me/students', {
      studentUid: '10000',
      tier: 2,
      weaponTier: 0,
    });
    assert.equal(answer.status, 201);
    assert.equal((await call('GET', '/me/students/10000')).body.tier, 1);
  });
});

describe('the format of responses', () => {
  let key: string;
  before(async () => {
    ({ key } = await writer(service));
  });

  test('every response has the fields of a state in the order of the field table', async () => {
    const order = ['studentUid', ...FIELD_NAMES];
    const reversed = Object.fromEntries(Object.entries({ studentUid: '10000', ...FULL_STATE }).reverse());
    const posted = await service.call(key, 'POST', '/me/students', reversed);
    const patched = await service.call(key, 'PATCH', '/me/students/10000', { bond: 20, level: 1 });
    const read = await service.call(key, 'GET', '/me/students/10000');
    const listed = await service.call(key, 'GET', '/me/students');
    for (const state of [posted.body, patched.body, read.body, listed.body.students[0]]) {
      assert.deepEqual(Object.keys(state), order);
    }
    assert.deepEqual(Object.keys(listed.body), ['students', 'nextCursor']);
    const deleted = await service.call(key, 'DELETE', '/me/students/10000');
    assert.equal(deleted.text, '{"studentUid":"10000","deleted":true}');
  });

  test('Location is the URL of the student', async () => {
    for (const [sent, uid] of [
      ['10000', '10000'],
      ['10144', '10143'],
    ] as const) {
      const posted = await service.call(key, 'POST', '/me/students', {
        studentUid: sent,
        tier: 3,
        weaponTier: 0,
      });
      const location = new URL(posted.headers.get('location') ?? '', service.url);
      assert.equal(location.href, `${service.url}/v1/me/students/${uid}`);
      const response = await fetch(location, { headers: { authorization: `Bearer ${key}` } });
      assert.deepEqual(await response.json(), posted.body);
    }
  });
});

describe('another form of a student stands for the student', () => {
  let key: string;
  before(async () => {
    ({ key } = await writer(service));
  });

  for (const [form, uid] of [
    ['10099', '10098'],
    ['10144', '10143'],
  ] as const) {
    test(`uses ${uid} for its form ${form} in path and body`, async () => {
      const path = `/me/students/${form}`;
      refused(await service.call(key, 'GET', path), 404, 'student_not_recruited');
      refused(await service.call(key, 'PATCH', path, { level: 5 }), 404, 'student_not_recruited');

      const posted = await service.call(key, 'POST', '/me/students', {
        studentUid: form,
        tier: 3,
        weaponTier: 0,
      });
      assert.equal(posted.status, 201, posted.text);
      assert.deepEqual(posted.body, bareState(uid, 3, 0));
      for (const again of [form, uid]) {
        const twice = await service.call(key, 'POST', '/me/students', {
          studentUid: again,
          tier: 3,
          weaponTier: 0,
        });
        refused(twice, 409, 'student_already_recruited');
      }

      const patched = await service.call(key, 'PATCH', path, { level: 5 });
      assert.deepEqual(patched.body, { ...bareState(uid, 3, 0), level: 5 });
      assert.deepEqual((await service.call(key, 'GET', path)).body, patched.body);
      assert.deepEqual((await service.call(key, 'GET', `/me/students/${uid}`)).body, patched.body);
      assert.deepEqual((await service.call(key, 'GET', '/me/students')).body.students, [patched.body]);

      assert.deepEqual((await service.call(key, 'DELETE', path)).body, { studentUid: uid, deleted: true });
      refused(await service.call(key, 'GET', `/me/students/${uid}`), 404, 'student_not_recruited');
    });

    test(`finds ${uid} by its form ${form}`, async () => {
      const { body } = await service.call(key, 'GET', `/students?query=${form}`);
      assert.equal(body.students[0].studentUid, uid);
    });
  }

  test('registers a variant with a UID of its own as another student', async () => {
    const uids = ['10005', '10045', '10098'];
    for (const studentUid of uids) {
      assert.equal(
        (await service.call(key, 'POST', '/me/students', { studentUid, tier: 3, weaponTier: 0 })).status,
        201,
      );
    }
    const { body } = await service.call(key, 'GET', '/me/students');
    assert.deepEqual(
      body.students.map((student: { studentUid: string }) => student.studentUid),
      uids,
    );
  });
});
