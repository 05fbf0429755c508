import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../server/store/open-store.ts';
import { toStoredStudent } from '../server/store/stored-student.ts';
import { runCommand } from '../test/service.ts';
import { type Filled, UID_IN_BODY } from './fill.ts';
import { type Figures, type GrownDatabase, sendSome } from './grown-database.ts';
import {
  ACCOUNTS_PER_INSERT,
  generateAccounts,
  generateStates,
  STUDENTS,
  stateNumber,
} from './growth-accounts.ts';
import { REQUESTS } from './requests.ts';
import { type Subject, secondsOf } from './subject.ts';

/** Fills a SQLite file with accounts in the order of their creation, which is not that of the primary key. */
export async function growSqlite(folder: string, count: number): Promise<GrownDatabase> {
  const file = join(folder, `${count}.db`);
  const filled: Filled = { database: `sqlite:${file}`, accounts: [], students: STUDENTS };
  await (await openStore(filled.database, { create: true, migrate: true })).store.close();
  using database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000');
  database.exec('CREATE TEMP TABLE state (n INTEGER PRIMARY KEY, tier, body)');
  const insertState = database.prepare('INSERT INTO state VALUES (?, ?, ?)');
  for (const [n, state] of generateStates().entries())
    insertState.run(n, state.tier, toStoredStudent(UID_IN_BODY, state).json);
  const inserts = [
    `INSERT INTO account (account_id, name, status, created_at)
      SELECT value ->> 'account_id', value ->> 'name', 'active', value ->> 'created_at' FROM json_each(?)`,
    `INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at)
      SELECT value ->> 'key_id', value ->> 'account_id', '', 'write', value ->> 'digest', value ->> 'shown',
        value ->> 'created_at', value ->> 'expires_at' FROM json_each(?)`,
    `INSERT INTO activity (account_id, at, kind, detail)
      SELECT value ->> 'account_id', value ->> 'created_at', 'key-issued', value ->> 'shown' FROM json_each(?)`,
  ].map((sql) => database.prepare(sql));
  const insertRecords = database.prepare(`INSERT INTO student_record (account_id, student_uid, tier, body)
    SELECT account.value ->> 'account_id', student.value, tier, json_set(body, '$.studentUid', student.value)
    FROM json_each(?) AS account CROSS JOIN json_each(?) AS student CROSS JOIN state
    WHERE state.n = ${stateNumber('account.key', 'student.key')}`);
  for (let done = 0; done < count; done += ACCOUNTS_PER_INSERT) {
    const generated = generateAccounts(done, Math.min(ACCOUNTS_PER_INSERT, count - done));
    const json = JSON.stringify(generated);
    database.exec('BEGIN');
    for (const insert of inserts) insert.run(json);
    insertRecords.run(json, JSON.stringify(STUDENTS));
    database.exec('COMMIT');
    for (const { account_id: accountId, key } of generated) filled.accounts.push({ accountId, key });
  }
  return describeSqlite(folder, file, filled);
}

const describeSqlite = (folder: string, file: string, filled: Filled): GrownDatabase => ({
  filled,
  databaseCpu: async () => 0,
  measureSizes: async () => measureSizes(file, filled.accounts.length),
  measureWear: (startService) => measureWear(file, filled, startService),
  measureBackups: (startService) => measureBackups(folder, file, filled, startService),
});

/** Bytes in pages of each table and index, free space in pages included. */
function measureSizes(file: string, accounts: number): Figures {
  using database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare(
      'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name HAVING bytes > 100 * ? ORDER BY 2 DESC',
    )
    .all(accounts) as { name: string; bytes: number }[];
  const figures: Figures = { 'bytes an account, whole file': [statSync(file).size / accounts, 'bytes'] };
  for (const { name, bytes } of rows) figures[`bytes an account, ${name}`] = [bytes / accounts, 'bytes'];
  return figures;
}

async function measureWear(
  file: string,
  filled: Filled,
  startService: () => Promise<Subject>,
): Promise<Figures> {
  const figures: Figures = {};
  for (const [name, requests] of [
    ['any student', REQUESTS.patchAny.service],
    ['20 students of an account', REQUESTS.sync.service],
  ] as const) {
    const service = await startService();
    const [written, read] = [bytesOf(service, 'write_bytes'), bytesOf(service, 'rchar')];
    const patches = await sendSome(service, requests(filled));
    figures[`bytes written a patch, ${name}`] = [
      (bytesOf(service, 'write_bytes') - written) / patches,
      'bytes',
    ];
    figures[`bytes read from the file a patch, ${name}`] = [
      (bytesOf(service, 'rchar') - read) / patches,
      'bytes',
    ];
    await service.stop();
  }
  figures['bytes an account after the patches, whole file'] = [
    statSync(file).size / filled.accounts.length,
    'bytes',
  ];
  return figures;
}

/** What the process has written to the disk, or read by any system call; works only on Linux. */
function bytesOf({ process: { pid } }: Subject, counter: 'write_bytes' | 'rchar'): number {
  const [, bytes = 'NaN'] =
    new RegExp(`^${counter}: (\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/io`, 'utf8')) ?? [];
  return Number(bytes);
}

async function measureBackups(
  folder: string,
  file: string,
  filled: Filled,
  startService: () => Promise<Subject>,
): Promise<Figures> {
  const backup = join(folder, 'backup.db');
  const restored = join(folder, 'restored.db');
  const alone = await secondsOf(() => runCommand(['backup', backup], filled.database));
  const size = statSync(backup).size / filled.accounts.length;
  const restore = await secondsOf(() => runCommand(['restore', backup], `sqlite:${restored}`));
  rmSync(backup);
  rmSync(restored);
  const service = await startService();
  const patch = () => secondsOf(() => sendSome(service, REQUESTS.sync.service(filled)));
  await patch();
  const alonePatches = await patch();
  const beside: number[] = [];
  let log = 0;
  let running = true;
  const copied = secondsOf(() => runCommand(['backup', backup], filled.database)).finally(() => {
    running = false;
  });
  while (running) {
    beside.push(await patch());
    log = Math.max(log, statSync(`${file}-wal`).size);
  }
  const besidePatches = await copied;
  await service.stop();
  rmSync(backup);
  return {
    'backup (s)': [alone, 's'],
    'bytes an account, backup': [size, 'bytes'],
    'restore, checked (s)': [restore, 's'],
    'backup beside patches (s)': [besidePatches, 's'],
    'time of patches beside a backup, against none': [
      beside.reduce((sum, time) => sum + time) / beside.length / alonePatches,
      '',
    ],
    'write-ahead log after a backup beside patches (MiB)': [log / 2 ** 20, 'MiB'],
  };
}
