import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incomingRequest } from '../../test/incoming-request.ts';
import { ApiError } from '../errors/api-error.ts';
import { createStudentWriter } from '../roster/student-writer.ts';
import type { Store } from '../store/store.ts';
import { toStoredStudent } from '../store/stored-student.ts';
import { createStudentOperations } from './student-operations.ts';

test('a student that an import drops while a registration reads the record is not registered', async () => {
  const snapshotOf = (importedVersion: string, uid?: string) =>
    ({ importedVersion, catalogue: { resolve: () => uid } }) as never;
  const catalogue = {
    current: snapshotOf('before', '10010'),
    refresh: async () => {},
    resolve: (uid: string) => uid,
  };
  const written: unknown[] = [];
  const store: Pick<Store, 'readStudent' | 'writeStudent'> = {
    async readStudent() {
      catalogue.current = snapshotOf('after');
      return undefined;
    },
    async writeStudent(...values) {
      written.push(values);
      return { json: '{}', recruited: true, change: undefined };
    },
  };
  const app = {
    store: store as Store,
    urls: { base: () => '', docs: () => '', console: () => '' },
    catalogue,
    now: () => 0,
  };
  const writer = createStudentWriter(app, async () => []);
  const { registerRecruitedStudent } = createStudentOperations(app, writer);
  const registration = registerRecruitedStudent({
    request: incomingRequest(),
    caller: { kind: 'key', id: 'key', accountId: 'a' },
    readBody: async () => ({ studentUid: '10010', tier: 3, weaponTier: 0 }),
  });
  await assert.rejects(
    async () => registration,
    (error) => error instanceof ApiError && error.code === 'not_found',
  );
  assert.deepEqual(written, []);
});

test('a write that may only raise is decided by the record as it is after a slow body', async () => {
  const uid = '10010';
  const stateOf = (level: number) => toStoredStudent(uid, { tier: 3, weaponTier: 0, level });
  let stored = stateOf(90);
  const written: unknown[] = [];
  const store: Pick<Store, 'readStudent' | 'writeStudent'> = {
    readStudent: async () => stored,
    async writeStudent(_write, { level }, expected) {
      written.push([expected?.json, level]);
      return { json: '{}', recruited: true, change: undefined };
    },
  };
  const app = {
    store: store as Store,
    urls: { base: () => '', docs: () => '', console: () => '' },
    catalogue: { current: { catalogue: { resolve: () => uid } }, resolve: () => uid } as never,
    now: () => 0,
  };
  const { patchRecruitedStudent } = createStudentOperations(
    app,
    createStudentWriter(app, async () => []),
  );
  await patchRecruitedStudent({
    request: incomingRequest({ params: { studentUid: uid }, headers: { 'raise-only': 'true' } }),
    caller: { kind: 'key', id: 'key', accountId: 'a' },
    async readBody() {
      stored = stateOf(70);
      return { level: 80 };
    },
  });
  assert.deepEqual(written, [[stateOf(70).json, 80]]);
});
