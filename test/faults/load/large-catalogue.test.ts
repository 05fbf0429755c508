import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import students from '../../../data/students.json' with { type: 'json' };
import { MAX_LETTERS } from '../../../server/catalogue/catalogue-entry.ts';
import { residentKb } from '../../resident-memory.ts';
import { startService } from '../../service.ts';
import { spawnCommand } from '../../spawn-command.ts';

const MAX_GAP_MS = 1_000;
const MAX_MIB = 600;
const LOAD_TIMEOUT_MS = 90_000;

/** Names of random syllables, so that hardly any bigram repeats: the slowest catalogue to index. */
function largestCatalogue(): object[] {
  let seed = 1;
  const syllable = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return String.fromCharCode(0xac00 + ((seed >> 8) % 11_172));
  };
  const name = () => Array.from({ length: 200 }, syllable).join('');
  const entries: object[] = [...students];
  for (let letters = 10_000; letters + 20_700 < MAX_LETTERS; letters += 20_610)
    entries.push({
      uid: `large${entries.length}`,
      names: { ko: name(), ja: name(), en: name() },
      aliases: Array.from({ length: 100 }, name),
    });
  return entries;
}

test('the service answers requests while it loads the largest catalogue', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-catalogue-'));
  const service = await startService();
  t.after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });
  const account = await service.account();
  const file = join(folder, 'largest.json');
  const entries = largestCatalogue();
  writeFileSync(file, JSON.stringify(entries));
  const last = `large${entries.length - 1}`;
  const isServed = async () =>
    (await service.call(account.read, 'GET', `/students?query=${last}`)).body.students.length > 0;

  let maxGapMs = 0;
  let maxMib = 0;
  let probing = true;
  t.after(() => {
    probing = false;
  });
  const probe = (async () => {
    while (probing) {
      const startedAt = performance.now();
      await (await fetch(`${service.url}/healthz`)).text();
      maxGapMs = Math.max(maxGapMs, performance.now() - startedAt);
      maxMib = Math.max(maxMib, (await residentKb(service.process)) / 1024);
      await pause(2);
    }
  })();
  await spawnCommand(['catalogue', 'import', file], service.database);
  const deadline = Date.now() + LOAD_TIMEOUT_MS;
  while (!(await isServed())) {
    assert.ok(Date.now() < deadline, `not served within ${LOAD_TIMEOUT_MS} ms`);
    await pause(20);
  }
  probing = false;
  await probe;
  t.diagnostic(`longest gap ${Math.round(maxGapMs)} ms, at most ${Math.round(maxMib)} MiB`);
  assert.ok(maxGapMs < MAX_GAP_MS, `no answer for ${maxGapMs} ms`);
  assert.ok(maxMib < MAX_MIB, `${maxMib} MiB`);
});
