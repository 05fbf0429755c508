import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { Store } from '../store/store.ts';
import { createStudentHandlers } from './student-handlers.ts';

test('a student that an import drops while a registration reads the record is not registered', async () => {
  const snapshotOf = (importedVersion: string, uid?: string) =>
    ({ importedVersion, catalogue: { resolve: () => uid } }) as never;
  const catalogue = { current: snapshotOf('before', '10010'), refresh: async () => {} };
  const written: unknown[] = [];
  const store: Pick<Store, 'readStudent' | 'writeStudent'> = {
    async readStudent() {
      catalogue.current = snapshotOf('after');
      return undefined;
    },
    async writeStudent(...values) {
      written.push(values);
      return { json: '{}', recruited: true };
    },
  };
  const { register } = createStudentHandlers(
    store as Store,
    catalogue,
    () => '',
    () => 0,
  );
  const request = { caller: { accountId: 'a' }, body: { studentUid: '10010', tier: 3, weaponTier: 0 } };
  await assert.rejects(
    register(request as FastifyRequest, {} as FastifyReply),
    (error) => error instanceof ApiError && error.code === 'not_found',
  );
  assert.deepEqual(written, []);
});
