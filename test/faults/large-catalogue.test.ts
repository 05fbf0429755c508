import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import students from '../../data/students.json' with { type: 'json' };
import { MAX_LETTERS } from '../../server/catalogue/catalogue-entry.ts';
import { residentKb } from '../resident.ts';
import { startService } from '../service.ts';

const LONGEST_GAP_MS = 1_000;
const MOST_MIB = 600;
const WITHIN_MS = 90_000;

/** Names of syllables that hardly ever follow each other twice: nothing takes longer to index. */
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

test('the largest catalogue is taken up while requests are answered', async (t) => {
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
  const found = async () =>
    (await service.call(account.read, 'GET', `/students?query=${last}`)).body.students.length > 0;

  let longest = 0;
  let most = 0;
  let probing = true;
  t.after(() => {
    probing = false;
  });
  const probe = (async () => {
    while (probing) {
      const began = performance.now();
      await (await fetch(`${service.url}/healthz`)).text();
      longest = Math.max(longest, performance.now() - began);
      most = Math.max(most, (await residentKb(service.process)) / 1024);
      await pause(2);
    }
  })();
  await service.command('catalogue', 'import', file);
  const deadline = Date.now() + WITHIN_MS;
  while (!(await found())) {
    assert.ok(Date.now() < deadline, `not served within ${WITHIN_MS} ms`);
    await pause(20);
  }
  probing = false;
  await probe;
  t.diagnostic(`longest gap ${Math.round(longest)} ms, at most ${Math.round(most)} MiB`);
  assert.ok(longest < LONGEST_GAP_MS, `no answer for ${longest} ms`);
  assert.ok(most < MOST_MIB, `${most} MiB`);
});
