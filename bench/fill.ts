import { DatabaseSync } from 'node:sqlite';
import { type GrowthState, STATE_NAMES } from '../contract/state-fields.ts';
import { createAccount } from '../server/accounts/accounts.ts';
import { shippedCatalogue } from '../server/catalogue/catalogue.ts';
import { issueKey } from '../server/keys/keys.ts';
import { OPERATOR } from '../server/store/caller.ts';
import { openStore } from '../server/store/open-store.ts';
import { toStoredStudent } from '../server/store/stored-student.ts';

/** A database filled with accounts, keys and students. */
export interface Filled {
  database: string;
  accounts: { accountId: string; key: string }[];
  students: string[];
}

export const GROWTH: GrowthState = {
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

/** The record of `GROWTH`, with this in place of its UID. */
export const UID_IN_BODY = 'uid';
export const BODY = toStoredStudent(UID_IN_BODY, GROWTH).json;
const ACCOUNTS_PER_INSERT = 1_000;

/** Creates a database in which every account has a write key and the same students. */
export async function fill(path: string, accounts: number, students: number): Promise<Filled> {
  const filled = await fillAccounts(`sqlite:${path}`, accounts, students);
  insertRecords(path, filled);
  return filled;
}

/** Creates the accounts and keys, and picks the students, but inserts no students. */
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
        const issued = await issueKey(
          store,
          OPERATOR,
          { accountId, name: '', permission: 'write', expiresAt: undefined },
          now,
        );
        if (typeof issued === 'string') throw new Error(issued);
        filled.accounts.push({ accountId, key: issued.apiKey });
      }),
    );
  await store.close();
  return filled;
}

/** Inserts rows of many accounts per statement in primary key order; millions of rows through the store would take hours. */
function insertRecords(path: string, { accounts, students }: Filled): void {
  const database = new DatabaseSync(path);
  const insert = database.prepare(
    `INSERT INTO student_record (account_id, student_uid, tier, body)
    SELECT account.value, student.value, ?, json_set(?, '$.studentUid', student.value)
    FROM json_each(?) AS account, json_each(?) AS student`,
  );
  const ids = accounts.map(({ accountId }) => accountId).sort();
  for (let done = 0; done < ids.length; done += ACCOUNTS_PER_INSERT)
    insert.run(
      GROWTH.tier,
      BODY,
      JSON.stringify(ids.slice(done, done + ACCOUNTS_PER_INSERT)),
      JSON.stringify(students.toSorted()),
    );
  database.close();
}

/** Writes the same rows into a plain table without checks, for the baseline servers in `limits/`. */
export function fillPlain(path: string, { accounts, students }: Filled): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE plain (account_id TEXT, student_uid TEXT, ${STATE_NAMES.map((name) => `${name} INTEGER`).join(', ')},
    PRIMARY KEY (account_id, student_uid)) STRICT, WITHOUT ROWID`);
  const insert = database.prepare(
    `INSERT INTO plain VALUES (?, ?, ${STATE_NAMES.map(() => '?').join(', ')})`,
  );
  const values = STATE_NAMES.map((name) => GROWTH[name]);
  database.exec('BEGIN');
  for (const { accountId } of accounts) for (const uid of students) insert.run(accountId, uid, ...values);
  database.exec('COMMIT');
  database.close();
}
