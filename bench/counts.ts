import { readFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Filled } from './fill.ts';
import type { Request } from './load.ts';
import type { Row } from './report.ts';
import { REQUESTS } from './requests.ts';
import type { Subject } from './subject.ts';

/** Enough that background work, such as polling the catalogue, hardly counts. */
const COUNTED_REQUESTS = 300;
/** After this the last uses of the keys are stored. */
const SETTLE_MS = 1_500;
const PAGE_BYTES = 4_096;
/** A page in the write-ahead log has a header. */
const LOG_PAGE_BYTES = PAGE_BYTES + 24;

type Start = (database: string) => Promise<Subject>;
type Work = { service: (filled: Filled) => Request[] };

const atMost = (name: string, unit: string, value: number, limit: number): Row => ({
  name,
  pairs: [{ service: value }],
  unit,
  atMost: limit,
  isCount: true,
});

/** Sends each request after the response to the one before, so that no two writes share a transaction. */
async function sendInTurn({ url }: Subject, filled: Filled, work: Work): Promise<void> {
  for (const { method, path, key, body } of work.service(filled).slice(0, COUNTED_REQUESTS)) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, body: body ?? null });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
  }
}

/** Bytes that SQLite stores, reads and writes. What Linux counts as read includes sockets. */
export async function countSqlite(filled: Filled, start: Start): Promise<Row[]> {
  const file = filled.database.replace('sqlite:', '');
  const stored = statSync(file).size / filled.accounts.length / filled.students.length;
  const service = await start(filled.database);
  const readBytes = (): number => {
    const [, bytes] = /^rchar: (\d+)/m.exec(readFileSync(`/proc/${service.process.pid}/io`, 'utf8')) ?? [];
    return Number(bytes);
  };
  const logBytes = (): number => statSync(`${file}-wal`).size;
  const countEach = async (work: Work, counter: () => number): Promise<number> => {
    // Fills SQLite's cache of pages, which the last uses of the keys empty again.
    await sendInTurn(service, filled, work);
    await pause(SETTLE_MS);
    const before = counter();
    await sendInTurn(service, filled, work);
    return (counter() - before) / COUNTED_REQUESTS;
  };
  const { readOne, list, patch } = REQUESTS;
  const ofRead = await countEach(readOne, readBytes);
  const ofList = await countEach(list, readBytes);
  const ofPatch = await countEach(patch, logBytes);
  await service.stop();
  return [
    atMost('stored for each student, all tables', 'bytes', stored, 600),
    // The pages of 300 rows or lists, of which a list of 50 takes eight. A scan of a table would exceed the limits.
    atMost('read from socket and file for a student', 'bytes', ofRead, 3 * PAGE_BYTES),
    atMost('read from socket and file for a list of 50', 'bytes', ofList, 12 * PAGE_BYTES),
    // The record; the history's numbers, group and change.
    atMost('write-ahead log of a patch that is alone', 'bytes', ofPatch, 4.75 * LOG_PAGE_BYTES),
  ];
}

/** Transactions of PostgreSQL, of which a statement without BEGIN is one. */
export async function countPostgres(filled: Filled, start: Start): Promise<Row[]> {
  const client = new pg.Client({ connectionString: filled.database });
  await client.connect();
  const committed = async (): Promise<number> => {
    const { rows } = await client.query(
      'SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0].count;
  };
  const countEach = async (work: Work): Promise<number> => {
    const before = await committed();
    const service = await start(filled.database);
    await sendInTurn(service, filled, work);
    // Sessions report what they have done at their end.
    await service.stop();
    await pause(SETTLE_MS);
    return ((await committed()) - before) / COUNTED_REQUESTS;
  };
  const rows = [
    atMost('transactions of PostgreSQL for a read', '', await countEach(REQUESTS.readOne), 2.5),
    // One in six is the first of its account, with three more for the snapshot.
    atMost('transactions of PostgreSQL for a patch', '', await countEach(REQUESTS.patch), 4.9),
  ];
  await client.end();
  return rows;
}
