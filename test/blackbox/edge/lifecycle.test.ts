import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Service, startService } from '../../service.ts';
import { refused } from '../error-response.ts';
import { bareState, FIELD_NAMES } from '../spec-fields.ts';
import { writer } from '../writer.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const EVERYTHING = {
  tier: 5,
  weaponTier: 3,
  level: 88,
  skillEx: 4,
  skillNormal: 9,
  skillEnhanced: 8,
  skillSub: 7,
  equip1: 10,
  equip2: 9,
  equip3: 8,
  equip1Level: 70,
  equip2Level: 69,
  equip3Level: 68,
  equipSpecial: 2,
  weaponLevel: 50,
  abilityHp: 25,
  abilityAtk: 24,
  abilityHeal: 0,
  bond: 20,
  bondExp: 1845,
};

describe('SPEC 3, row by row', () => {
  let key: string;
  const call = (method: string, path: string, body?: unknown) => service.call(key, method, path, body);
  before(async () => {
    ({ key } = await writer(service));
  });

  test('nothing is recruited at first', async () => {
    assert.deepEqual((await call('GET', '/me/students')).body, { students: [], nextCursor: null });
    refused(await call('GET', '/me/students/10000'), 404, 'student_not_recruited');
    refused(await call('PATCH', '/me/students/10000', { level: 5 }), 404, 'student_not_recruited');
    refused(await call('DELETE', '/me/students/10000'), 404, 'student_not_recruited');
  });

  test('a registration stores null for what was not sent', async () => {
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

  test('a second registration changes nothing', async () => {
    const answer = await call('POST', '/me/students', {
      studentUid: '10000',
      tier: 5,
      weaponTier: 0,
      level: 90,
    });
    refused(answer, 409, 'student_already_recruited');
    assert.deepEqual((await call('GET', '/me/students/10000')).body, {
      ...bareState('10000', 3, 0),
      level: 12,
    });
  });

  test('a patch changes what was sent and answers with the state', async () => {
    const first = await call('PATCH', '/me/students/10000', { skillEx: 5, level: null });
    assert.equal(first.status, 200);
    assert.deepEqual(first.body, { ...bareState('10000', 3, 0), skillEx: 5 });
    const second = await call('PATCH', '/me/students/10000', EVERYTHING);
    assert.deepEqual(second.body, { studentUid: '10000', ...EVERYTHING });
    assert.deepEqual((await call('GET', '/me/students/10000')).body, second.body);
  });

  test('a patch that breaks a rule changes nothing', async () => {
    refused(await call('PATCH', '/me/students/10000', { tier: 4, level: 1 }), 400, 'invalid_request', [
      'tier',
    ]);
    assert.deepEqual((await call('GET', '/me/students/10000')).body, { studentUid: '10000', ...EVERYTHING });
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

  test('registered again, it starts afresh', async () => {
    const answer = await call('POST', '/me/students', { studentUid: '10000', tier: 1, weaponTier: 0 });
    assert.deepEqual(answer.body, bareState('10000', 1, 0));
  });

  test('a student the catalogue lacks is not found, whatever is asked', async () => {
    refused(await call('GET', '/me/students/99999'), 404, 'not_found');
    refused(await call('PATCH', '/me/students/99999', { level: 5 }), 404, 'not_found');
    refused(await call('DELETE', '/me/students/99999'), 404, 'not_found');
    refused(
      await call('POST', '/me/students', { studentUid: '99999', tier: 3, weaponTier: 0 }),
      404,
      'not_found',
    );
  });

  test('what one account does, another does not see', async () => {
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

describe('how answers look', () => {
  let key: string;
  before(async () => {
    ({ key } = await writer(service));
  });

  test('a state has its fields in the order of SPEC 2.2, wherever it is', async () => {
    const order = ['studentUid', ...FIELD_NAMES];
    const reversed = Object.fromEntries(Object.entries({ studentUid: '10000', ...EVERYTHING }).reverse());
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

  test('Location leads to the student', async () => {
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

describe('another form of a student', () => {
  let key: string;
  before(async () => {
    ({ key } = await writer(service));
  });

  for (const [form, uid] of [
    ['10099', '10098'],
    ['10144', '10143'],
  ] as const) {
    test(`${form} is ${uid} in path and body`, async () => {
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

    test(`${form} is ${uid} in a search`, async () => {
      const { body } = await service.call(key, 'GET', `/students?query=${form}`);
      assert.equal(body.students[0].studentUid, uid);
    });
  }

  test('a variant recruited separately is another student', async () => {
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
