import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { soak } from '../../../bench/soak.ts';
import { startSubject } from '../../../bench/subject.ts';

const LAUNCHER = join(import.meta.dirname, '../../../cli/rollbook');
const LIMITS = { ROLLBOOK_READ_LIMIT: '1000000', ROLLBOOK_WRITE_LIMIT: '1000000' };
/** A leak of about 1.2 KB per request, at 1,000 requests a second, exceeds this. */
const MAX_GROWTH = 1.1;

test('memory stays flat under a mixed load of many accounts', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-soak-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const start = (database: string) =>
    startSubject((port) => [LAUNCHER, 'serve', '--port', String(port)], {
      ...LIMITS,
      ROLLBOOK_DATABASE: database,
    });
  const { samples, perSecond, growth } = await soak(folder, start, { seconds: 20, accounts: 200 });
  t.diagnostic(
    `${Math.round(samples[0] as number)} to ${Math.round(samples.at(-1) as number)} MiB at ${perSecond} requests a second`,
  );
  assert.ok(growth < MAX_GROWTH, `grew by a factor of ${growth.toFixed(2)}: ${samples.map(Math.round)}`);
});
