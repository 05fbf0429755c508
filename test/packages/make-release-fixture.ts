import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import manifest from '../../cli/package.json' with { type: 'json' };
import { ConsoleBrowser } from '../console/console-browser.ts';
import { type Service, startService } from '../service.ts';
import { databaseFile, descriptionFile, FIXTURES, readAnswers } from './release-fixture.ts';

/**
 * `npm run fixture` writes a small database with everything that this release stores for players, for the tests of the
 * releases after it. It is made once for each release, and never again.
 */
const [SHIROKO, HOSHINO, NONOMI, SERIKA] = ['10010', '10005', '10009', '13008'];

async function fill(service: Service) {
  const { accountId, keys } = await service.command(
    'account',
    'create',
    '아로나',
    '--operator',
    '--keys',
    'write',
  );
  const apiKey: string = keys[0].apiKey;
  const { keyId } = await service.command(
    'key',
    'issue',
    '--account',
    accountId,
    '--permission',
    'read',
    '--name',
    'lost',
  );
  await service.command('key', 'revoke', keyId);
  const suspended = await service.command('account', 'create', 'suspended');
  await service.command('account', 'suspend', suspended.accountId);
  await service.command('bond', 'set', '--account', accountId, '--student', SERIKA, '--bond', '12');

  await write(service.call, apiKey, 'POST', '/me/students', {
    studentUid: SHIROKO,
    tier: 5,
    weaponTier: 2,
    weaponLevel: 40,
    level: 80,
    bond: 20,
    bondExp: 1845,
  });
  await write(service.call, apiKey, 'PATCH', `/me/students/${SHIROKO}`, {
    level: 90,
    skillEx: 5,
    abilityHp: 25,
  });
  for (const studentUid of [HOSHINO, NONOMI])
    await write(service.call, apiKey, 'POST', '/me/students', { studentUid, tier: 3, weaponTier: 0 });
  await write(service.call, apiKey, 'DELETE', `/me/students/${NONOMI}`);
  await write(service.callBeta, apiKey, 'PUT', `/goals/${HOSHINO}`, {
    wanted: { tier: 5, level: 90, bond: 50 },
    labels: ['총력전'],
    note: 'before the next raid',
    priority: 10,
  });
  await write(service.callBeta, apiKey, 'PATCH', '/stock', { items: { 3030: 12, credits: 5_000_000 } });

  const invite = await service.command('invite', 'create', '--uses', '3');
  const browser = new ConsoleBrowser(service);
  await browser.signUp('플라나', new URL(invite.url).hash.slice(1));
  await browser.ok('POST', '/me/students', { studentUid: SHIROKO, tier: 4, weaponTier: 0 });
  return { accountId, apiKey, cookie: browser.cookie as string };
}

async function write(call: Service['call'], ...request: Parameters<Service['call']>): Promise<void> {
  const { status, text } = await call(...request);
  if (status >= 300) throw new Error(`${request[1]} ${request[2]}: ${status} ${text}`);
}

const folder = mkdtempSync(join(tmpdir(), 'rollbook-fixture-'));
const service = await startService({ database: `sqlite:${join(folder, 'rollbook.db')}` });
try {
  const access = await fill(service);
  const answers = await readAnswers(service, access);
  const backup = join(folder, 'backup.db');
  await service.command('backup', backup);
  const madeAt = Date.now();
  mkdirSync(FIXTURES, { recursive: true });
  writeFileSync(databaseFile(manifest.version), gzipSync(readFileSync(backup), { level: 9 }));
  const description = JSON.stringify({ madeAt, ...access, answers }, null, 2);
  writeFileSync(descriptionFile(manifest.version), `${description}\n`);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
