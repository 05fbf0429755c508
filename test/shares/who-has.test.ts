import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { useSharedService } from '../use-service.ts';
import { share, signUpWithStudents } from './use-shares.ts';

const service = await useSharedService();
const EXAMPLE = join(import.meta.dirname, '../../examples/who-has.ts');

test('the example answers who has Hoshino with unique weapon 3 from the links of five players', async () => {
  const links = [];
  for (let weaponTier = 0; weaponTier < 5; weaponTier += 1) {
    const { browser } = await signUpWithStudents(service);
    await browser.ok('PATCH', '/account', { name: `선생 ${weaponTier}` });
    await browser.ok('PATCH', '/me/students/10005', { tier: 5, weaponTier });
    const { url, shareId } = await share(browser, { shows: ['weapon'], showsPlayer: weaponTier !== 4 });
    links.push(url);
    // The address of whoever has renewed the link leads nowhere.
    if (weaponTier === 3) await browser.ok('POST', `/shares/${shareId}/renew`, {});
    if (weaponTier === 3) links.push((await browser.ok('GET', '/shares')).shares[0].url);
  }
  const { stdout } = await promisify(execFile)(process.execPath, [EXAMPLE, '호시노', '3', ...links]);
  assert.deepEqual(stdout.trim().split('\n'), [
    '선생 3: 호시노 ★5, 고유무기 3',
    '내 학생: 호시노 ★5, 고유무기 4',
  ]);
});
