import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { Denial } from '../http/api-error.ts';
import type { Store } from '../store/types.ts';
import { mintKey } from './api-key.ts';
import { authenticate } from './authenticate.ts';
import type { KeyUse } from './last-used.ts';

const typo = mintKey().replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));

/** How often the store was asked, and what came of it. */
function attempt(authorization: string | undefined): { lookUps: number; code: string | undefined } {
  let lookUps = 0;
  const findKey = () => {
    lookUps += 1;
    return undefined;
  };
  const identify = authenticate({ findKey } as unknown as Store, {} as KeyUse, Date.now);
  try {
    identify(
      { headers: { authorization }, raw: { rawHeaders: [] as string[] } } as FastifyRequest,
      'read',
      {},
    );
  } catch (error) {
    return { lookUps, code: error instanceof Denial ? error.code : undefined };
  }
  return { lookUps, code: undefined };
}

for (const header of [
  undefined,
  '',
  'Bearer',
  'Basic abc',
  'Bearer abc',
  `Bearer ${typo}`,
  `Bearer ${mintKey()} more`,
])
  test(`${header} is refused without a look-up`, () =>
    assert.deepEqual(attempt(header), { lookUps: 0, code: 'unauthorized' }));

test('a key of the right form is looked up', () =>
  assert.deepEqual(attempt(`bearer  ${mintKey()}`), { lookUps: 1, code: 'unauthorized' }));
