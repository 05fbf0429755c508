import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inspect } from 'node:util';
import students from '../../data/students.json' with { type: 'json' };
import { BackupScheduler } from '../../server/backups/backup-scheduler.ts';
import { refused } from '../blackbox/error-response.ts';
import { MAX } from '../blackbox/spec-fields.ts';
import { query } from '../database.ts';
import { fillDisk } from '../fill-disk.ts';
import { launch } from '../launch.ts';
import { type Account, startService } from '../service.ts';
import { spawnCommand } from '../spawn-command.ts';
import { until } from '../until.ts';
import { untilReady } from './until-ready.ts';

/** The mount point of an 8 MiB tmpfs. Mounting needs root. */
const folder = mkdtempSync(join(tmpdir(), 'rollbook-full-'));
const FILLER = join(folder, 'filler');
let mounted = false;
before(() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'rollbook', folder], { stdio: 'ignore' });
    mounted = true;
  } catch {}
});
after(() => {
  if (mounted) execFileSync('umount', [folder]);
  rmdirSync(folder);
});

test('on a full disk, writes are answered 503 and not applied, reads succeed, and writes succeed once space is freed', async (t) => {
  if (!mounted) return t.skip('mounting a tmpfs needs root');
  const database = `sqlite:${join(folder, 'rollbook.db')}`;
  let service = await startService({ database });
  try {
    const account = await service.account();
    const acknowledged = new Map<string, object>();
    const register = async (studentUid: string) => {
      const state = { studentUid, tier: 5, weaponTier: 4 };
      const answer = await service.call(account.write, 'POST', '/me/students', state);
      if (answer.status === 201) acknowledged.set(studentUid, answer.body);
      return answer;
    };
    const change = async (studentUid: string, level: number) => {
      const path = `/me/students/${studentUid}`;
      const answer = await service.call(account.write, 'PATCH', path, { level });
      if (answer.status === 200) acknowledged.set(studentUid, answer.body);
      return answer;
    };
    const uids = students.slice(0, 80).map(({ uid }) => uid);
    const [first = ''] = uids;
    assert.equal((await register(first)).status, 201);

    for (let round = 0; round < 3; round += 1) {
      fillDisk(folder);
      // Writes succeed until the space already allocated to the write-ahead log is used up.
      let answer = await change(first, 1);
      for (let level = 2; answer.status === 200 && level <= MAX.level; level += 1)
        answer = await change(first, level);
      const answers = await Promise.all(uids.slice(1 + round * 20, 21 + round * 20).map(register));
      for (const one of [answer, ...answers.filter(({ status }) => status !== 201)]) {
        refused(one, 503, 'unavailable');
        assert.match(one.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      }
      await assertState(account, acknowledged);
      assert.equal(
        (await fetch(`${service.url}/readyz`)).status,
        503,
        '/readyz is ready although no write can be made durable',
      );
      await assert.rejects(service.command('health', '--url', service.url), { exitCode: 1 });
      unlinkSync(FILLER);
      assert.equal((await change(first, 90 - round)).status, 200);
      await assertState(account, acknowledged);
    }
    await untilReady(service.url);
    assert.equal(await service.stop(), 0);
    service = await startService({ database });
    await assertState(account, acknowledged);
  } finally {
    rmSync(FILLER, { force: true });
    await service.stop();
  }

  async function assertState({ read }: Account, expected: ReadonlyMap<string, object>): Promise<void> {
    const { body } = await service.call(read, 'GET', '/me/students?limit=100');
    assert.deepEqual(
      new Map(body.students.map((one: { studentUid: string }) => [one.studentUid, one])),
      new Map([...expected].sort(([a], [b]) => (a < b ? -1 : 1))),
    );
  }
});

test('no backup is made while the disk has less than twice the database free: a running service warns, a migration is refused', async (t) => {
  if (!mounted) return t.skip('mounting a tmpfs needs root');
  const address = `sqlite:${join(folder, 'backed-up.db')}`;
  const backups = join(folder, 'backups');
  const files = () => (existsSync(backups) ? readdirSync(backups) : []);
  await spawnCommand(['migrate'], address);
  const leaveFree = (bytes: number) => {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(FILLER, Buffer.alloc(bavail * bsize - bytes));
  };
  const { size } = statSync(address.replace('sqlite:', ''));
  leaveFree(1.5 * size);
  t.after(() => rmSync(FILLER, { force: true }));
  const env = { ROLLBOOK_BACKUPS: '', ROLLBOOK_METRICS_PORT: '0' };
  const service = await startService({ database: address, env });
  await until('the log warns', () => service.stdout().includes('the daily backup was not made'));
  assert.match(service.stdout(), /less than twice the database/);
  const [, port] = /"port":(\d+),"msg":"metrics"/.exec(service.stdout()) ?? [];
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  assert.match(metrics, /^rollbook_backup_problem\{problem="low-disk"\} 1$/m);
  assert.match(metrics, /^rollbook_backup_last_success_timestamp_seconds 0$/m);
  assert.equal(await service.stop(), 0);
  assert.deepEqual(files(), []);

  const last = 'DELETE FROM migration WHERE version = (SELECT max(version) FROM migration)';
  await query(address, last);
  const { code, stderr } = await launch(['migrate'], { ROLLBOOK_DATABASE: address, ROLLBOOK_BACKUPS: '' });
  assert.equal(code, 1);
  assert.match(stderr, /less than three times the database.*ROLLBOOK_BACKUPS=off/);
  assert.deepEqual(files(), []);
});

test('a backup that fails on a disk without a byte left counts as low-disk, whatever step meets that', async (t) => {
  if (!mounted) return t.skip('mounting a tmpfs needs root');
  const database = join(folder, 'no-byte.db');
  await spawnCommand(['migrate'], `sqlite:${database}`);
  fillDisk(folder);
  t.after(() => rmSync(FILLER));
  const lines: object[] = [];
  const scheduler = new BackupScheduler({
    database,
    folder: { path: join(folder, 'backups'), databaseName: 'no-byte' },
    now: Date.now,
    mayRemove: async () => true,
    logger: { info() {}, warn: (details) => void lines.push(details) },
    delays: { firstMs: 0, checkMs: 10, retryMs: 3_600_000 },
  });
  t.after(() => scheduler.stop());
  await until('the backup fails', () => scheduler.problem !== null);
  assert.equal(scheduler.problem, 'low-disk', inspect(lines));
});
