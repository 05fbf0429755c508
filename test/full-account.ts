import { MAX_CHANGES } from '../contract/history.ts';
import { MAX_ENTRIES_OF_KIND } from '../server/activity/activity.ts';
import { dayOf } from '../server/store/roster-snapshots.ts';
import { toStoredStudent } from '../server/store/stored-student.ts';
import { fillHistory, insertRows } from './fill-history.ts';

/** An account that has as much as one can have, and others beside it. */
export const FULL_ACCOUNT = 'full';
export const CHANGES = MAX_CHANGES;
export const STUDENTS = 265;
export const DEVICES = 40;
const SNAPSHOTS = 100;
const ACTIVITIES = Object.values(MAX_ENTRIES_OF_KIND).reduce<number>((sum, kept) => sum + kept, 0);
/** So many that no table is small enough to be read as a whole. */
const OTHER_ACCOUNTS = 1_000;
export const BEGIN = Date.parse('2026-06-01T00:00:00Z');
const DAY_MS = 86_400_000;
/** When each device, key and link was made. */
export const NOW = BEGIN + SNAPSHOTS * DAY_MS;
export const CHANGE_MS = (SNAPSHOTS * DAY_MS) / CHANGES;

export const studentUid = (i: number): string => String(10_000 + i);
/** The digest of a session, code or key of an account. */
export const digestOf = (accountId: string, kind: string, i: number): string =>
  `${accountId}-${kind}-${i}-`.padEnd(64, '0');
export const tokenOf = (i: number): string => `token-${i}`.padEnd(22, '0');
export const GOAL = '{"wanted":{"tier":5},"priority":1}';

/**
 * Fills a migrated database. All changes of the full account are groups of their own, every second of which spent
 * something, and each of its lists is long.
 */
export async function fillAccounts(address: string): Promise<void> {
  const others = Array.from({ length: OTHER_ACCOUNTS }, (_, i) => `other ${i}`);
  await insertAccounts(address, [FULL_ACCOUNT, ...others]);
  await fillHistory(address, FULL_ACCOUNT, {
    ...{ changes: CHANGES, changesPerGroup: 1, students: STUDENTS, spends: true },
    at: (number) => BEGIN + (number - 1) * CHANGE_MS,
  });
  await fillLists(address, [FULL_ACCOUNT], { students: STUDENTS, devices: DEVICES, activities: ACTIVITIES });
  await fillOtherHistories(address, others);
  await fillLists(address, others, { students: 5, devices: 2, activities: 10 });
}

const insertAccounts = (address: string, accountIds: readonly string[]) =>
  insertRows(
    address,
    'account (account_id, name, status, created_at)',
    accountIds.map((accountId, i) => [accountId, '', 'active', BEGIN + i]),
  );

/** A group of five changes, and the next one, in each account. */
async function fillOtherHistories(address: string, accountIds: readonly string[]): Promise<void> {
  const insert = (
    into: string,
    numbers: readonly number[],
    row: (accountId: string, number: number) => unknown[],
  ) =>
    insertRows(
      address,
      into,
      accountIds.flatMap((accountId) => numbers.map((number) => row(accountId, number))),
    );
  const fields = '{"level":[1,2]}';
  await insert('history (account_id, last_number, next_number)', [6], (accountId, last) => [
    ...[accountId, last, last + 1],
  ]);
  await insert(
    'change_group (account_id, number, last_number, started_at, last_at, by_kind, by_id, by_name, changes)',
    [1, 6],
    (accountId, number) => [
      accountId,
      number,
      number === 1 ? 5 : 6,
      NOW,
      NOW,
      'operator',
      '',
      '',
      6 - number,
    ],
  );
  await insert(
    'student_change (account_id, number, group_number, at, student_uid, kind, fields)',
    [1, 2, 3, 4, 5, 6],
    (accountId, number) => [
      accountId,
      number,
      number < 6 ? 1 : 6,
      NOW,
      studentUid(number),
      'changed',
      fields,
    ],
  );
  await insert(
    'roster_snapshot (account_id, day, taken_at, summary, states, last_number)',
    [0, 1],
    (accountId, day) => [accountId, dayOf(NOW + day * DAY_MS), NOW, '{}', '', 6],
  );
  await insert(
    'student_record (account_id, student_uid, tier, body)',
    [1, 2, 3, 4, 5, 6],
    (accountId, number) => [
      ...[accountId, studentUid(number), 1],
      toStoredStudent(studentUid(number), { tier: 1, weaponTier: 0 }).json,
    ],
  );
}

/** Goals, items, devices, keys and links of each account. */
async function fillLists(
  address: string,
  accountIds: readonly string[],
  { students, devices, activities }: { students: number; devices: number; activities: number },
): Promise<void> {
  const insert = (into: string, count: number, row: (accountId: string, i: number) => unknown[]) =>
    insertRows(
      address,
      into,
      accountIds.flatMap((accountId) =>
        Array.from({ length: count }, (_, i) => [accountId, ...row(accountId, i)]),
      ),
    );
  await insert('growth_goal (account_id, student_uid, goal)', students, (_, i) => [studentUid(i), GOAL]);
  await insert('stock (account_id, item_id, amount)', students, (_, i) => [String(i), 1]);
  await insert(
    'passkey (account_id, credential_id, name, public_key, sign_count, transports, created_at, last_used_at)',
    devices,
    (accountId, i) => [`${accountId} ${i}`, '', 'key', 0, '', NOW + i, NOW],
  );
  await insert(
    'console_session (account_id, digest, origin, created_at, used_at, verified_at, credential_id)',
    devices,
    (accountId, i) => [digestOf(accountId, 'session', i), 'passkey', NOW + i, NOW, NOW, `${accountId} ${i}`],
  );
  await insert(
    'api_key (account_id, key_id, name, permission, digest, shown, issued_at, expires_at, last_used_at)',
    devices,
    (accountId, i) => [
      `${accountId} ${i}`,
      '',
      'read',
      digestOf(accountId, 'key', i),
      '',
      NOW,
      NOW + DAY_MS,
      NOW,
    ],
  );
  await insert('recovery_code (account_id, digest)', 10, (accountId, i) => [digestOf(accountId, 'code', i)]);
  await insert('account_lookup (account_id, found_by)', devices, (accountId, i) => [
    digestOf(accountId, 'session', i),
  ]);
  await insert('share_link (account_id, share_id, token, settings, created_at)', devices, (_, i) => [
    ...[String(i), tokenOf(i), '{}', NOW],
  ]);
  await insert('board (account_id, board_id, token, join_token, name, created_at)', devices, (_, i) => [
    ...[String(i), tokenOf(i), tokenOf(i), '', NOW],
  ]);
  await insert(
    'proposal (account_id, proposal_id, key_id, key_name, status, created_at, student_count, note, content)',
    devices,
    (accountId, i) => [...[String(i), `${accountId} ${i}`, '', 'open', NOW], ...[1, '', '[]']],
  );
  await insert('account_link (account_id, digest, expires_at)', 1, (accountId) => [
    ...[digestOf(accountId, 'link', 0), NOW],
  ]);
  await insert('activity (account_id, at, kind, detail)', activities, () => [NOW, 'signed-in', '']);
}
