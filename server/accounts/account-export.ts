import { listActivity } from '../activity/activity.ts';
import { toTime } from '../console/console-context.ts';
import { exportChanges, exportGroups, exportSnapshots } from '../history/history-export.ts';
import { toKeyView } from '../keys/key-handlers.ts';
import { listGoals } from '../plans/goal-records.ts';
import { readStock } from '../plans/stock-records.ts';
import { exportShares } from '../shares/share-export.ts';
import { toPasskeyView } from '../sign-in/passkey-handlers.ts';
import { listPasskeys } from '../sign-in/passkey-records.ts';
import { defineStatements } from '../store/database.ts';
import { listKeys } from '../store/find-accounts.ts';
import type { Store } from '../store/store.ts';

export const STATEMENTS = defineStatements({
  /** Records of students who are not recruited hold a bond only. */
  listRecords: 'SELECT body AS "json" FROM student_record WHERE account_id = $1 ORDER BY student_uid',
});

type StudentName = (uid: string) => string | undefined;

interface Part {
  /** The field of the file. */
  readonly name: string;
  readonly read: (store: Store, accountId: string, nameOf: StudentName) => Promise<unknown>;
}

/** The name tells a person, or a server whose catalogue lacks the student, who that is. */
const addName = ({ studentUid, ...values }: { studentUid: string }, nameOf: StudentName): object => ({
  studentUid,
  name: nameOf(studentUid),
  ...values,
});

/** Pieces of JSON, which is too long to be held at once. */
interface LongPart {
  readonly name: string;
  readonly readPieces: (store: Store, accountId: string) => AsyncGenerator<string>;
}

/** What the file holds of each table, without secrets. Students, goals and stock come first: an import reads no further. */
export const EXPORTED: Readonly<Record<string, Part | LongPart>> = {
  student_record: {
    name: 'students',
    read: async ({ database }, accountId, nameOf) =>
      (await database.read<{ json: string }>(STATEMENTS.listRecords, accountId)).map(({ json }) =>
        addName(JSON.parse(json), nameOf),
      ),
  },
  growth_goal: {
    name: 'goals',
    read: async ({ database }, accountId, nameOf) =>
      (await listGoals(database, accountId)).map((goal) => addName(goal, nameOf)),
  },
  stock: { name: 'stock', read: ({ database }, accountId) => readStock(database, accountId) },
  api_key: {
    name: 'keys',
    read: async (store, accountId) => (await listKeys(store, accountId)).map(toKeyView),
  },
  passkey: {
    name: 'passkeys',
    read: async ({ database }, accountId) => (await listPasskeys(database, accountId)).map(toPasskeyView),
  },
  activity: {
    name: 'activity',
    read: async ({ database }, accountId) =>
      (await listActivity(database, accountId)).map(({ at, ...entry }) => ({ at: toTime(at), ...entry })),
  },
  share_link: {
    name: 'shares',
    readPieces: ({ database }, accountId) => exportShares(database, accountId),
  },
  change_group: {
    name: 'changeGroups',
    readPieces: ({ database }, accountId) => exportGroups(database, accountId),
  },
  student_change: {
    name: 'changes',
    readPieces: ({ database }, accountId) => exportChanges(database, accountId),
  },
  roster_snapshot: {
    name: 'rosterSnapshots',
    readPieces: ({ database }, accountId) => exportSnapshots(database, accountId),
  },
};

/** Ways into the account, and the counter of its changes. */
export const NOT_EXPORTED = [
  ...[
    'console_session',
    'recovery_code',
    'account_link',
    'account_lookup',
    // Empty: what was issued before challenges were signed.
    'challenge',
    'history',
    'app_request',
  ],
];

/**
 * The file in pieces, which begins with the fields of `header`. Each table is read by itself, and a long one while the
 * file is sent: a tool that writes meanwhile may be in one and not in another.
 */
export async function* exportAccountData(
  store: Store,
  accountId: string,
  header: object,
  nameOf: StudentName,
): AsyncGenerator<string> {
  yield JSON.stringify(header).slice(0, -1);
  for (const part of Object.values(EXPORTED)) {
    yield `,"${part.name}":`;
    if ('read' in part) yield JSON.stringify(await part.read(store, accountId, nameOf));
    else yield* part.readPieces(store, accountId);
  }
  yield '}';
}
