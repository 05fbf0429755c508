import { DatabaseSync } from 'node:sqlite';
import { type Growth, STATE_NAMES } from '../contract/state-fields.ts';
import { createAccount, issueKey } from '../server/auth/accounts.ts';
import { shippedCatalogue } from '../server/catalogue/catalogue.ts';
import { columnOf, toColumnValues } from '../server/store/columns.ts';
import { openStore } from '../server/store/open-store.ts';

export interface Filled {
  database: string;
  accounts: { accountId: string; key: string }[];
  students: string[];
}

export const GROWTH: Growth = {
  tier: 5,
  weaponTier: 3,
  level: 87,
  skillEx: 5,
  skillNormal: 10,
  skillEnhanced: 10,
  skillSub: 9,
  equip1: 9,
  equip2: 9,
  equip3: 8,
  equip1Level: 65,
  equip2Level: 60,
  equip3Level: 55,
  equipSpecial: 2,
  weaponLevel: 50,
  abilityHp: 25,
  abilityAtk: 20,
  abilityHeal: 0,
  bond: 50,
  bondExp: 30000,
};

export const COLUMNS: readonly string[] = STATE_NAMES.map((name) => columnOf(name));
const AT_ONCE = 1_000;

/** A database as a service has it after some time: every account with a write key and the same students. */
export async function fill(path: string, accounts: number, students: number): Promise<Filled> {
  const filled = await fillAccounts(`sqlite:${path}`, accounts, students);
  fillRecords(path, filled);
  return filled;
}

/** The accounts and their keys, and the students that they are going to have. */
export async function fillAccounts(database: string, accounts: number, students: number): Promise<Filled> {
  const { store } = await openStore(database, { create: true, migrate: true });
  const uids = shippedCatalogue()
    .entries.slice(0, students)
    .map(({ uid }) => uid);
  const filled: Filled = { database, accounts: [], students: uids };
  const now = Date.now();
  for (let done = 0; done < accounts; done += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, accounts - done) }, async (_, i) => {
        const { accountId } = await createAccount(store, `bench ${done + i}`, now);
        const { apiKey } = await issueKey(
          store,
          { accountId, name: '', permission: 'write', expiresAt: undefined },
          now,
        );
        filled.accounts.push({ accountId, key: apiKey });
      }),
    );
  await store.close();
  return filled;
}

/** Many accounts at once and in the order of the table: millions of rows by way of the store would take hours. */
function fillRecords(path: string, { accounts, students }: Filled): void {
  const database = new DatabaseSync(path);
  const insert = database.prepare(
    `INSERT INTO student_record (account_id, student_uid, ${COLUMNS.join(', ')})
    SELECT account.value, student.value, ${COLUMNS.map(() => '?').join(', ')}
    FROM json_each(?) AS account, json_each(?) AS student`,
  );
  const ids = accounts.map(({ accountId }) => accountId).sort();
  for (let done = 0; done < ids.length; done += AT_ONCE)
    insert.run(
      ...toColumnValues(GROWTH),
      JSON.stringify(ids.slice(done, done + AT_ONCE)),
      JSON.stringify(students.toSorted()),
    );
  database.close();
}

/** The same rows in a table without checks, text or keys, for the limits to read and write. */
export function fillPlain(path: string, { accounts, students }: Filled): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE plain (account_id TEXT, student_uid TEXT, ${COLUMNS.map((column) => `${column} INTEGER`).join(', ')},
    PRIMARY KEY (account_id, student_uid)) STRICT, WITHOUT ROWID`);
  const insert = database.prepare(`INSERT INTO plain VALUES (?, ?, ${COLUMNS.map(() => '?').join(', ')})`);
  const values = toColumnValues(GROWTH);
  database.exec('BEGIN');
  for (const { accountId } of accounts) for (const uid of students) insert.run(accountId, uid, ...values);
  database.exec('COMMIT');
  database.close();
}
