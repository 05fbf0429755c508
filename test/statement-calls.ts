import type { SqlValue } from '../server/store/database.ts';
import { DATABASE_STATEMENTS } from './database-statements.ts';
import {
  BEGIN,
  CHANGE_MS,
  CHANGES,
  DEVICES,
  digestOf,
  FULL_ACCOUNT as FULL,
  GOAL,
  NOW,
  STUDENTS,
  studentUid,
  tokenOf,
} from './full-account.ts';

/** One call of a statement, and what it may read beyond the rows that it answers with or changes. */
export interface StatementCall {
  readonly values: readonly SqlValue[];
  /** How many rows the values name, each of which may be looked up. */
  readonly given?: number;
  /**
   * Tables whose rows of the account it reads, each once. No index finds what it looks for: in lists that are short, and
   * in a history of at most 20,000 changes where it filters, counts or searches by time.
   */
  readonly wholeTables?: readonly AccountTable[];
}

type AccountTable =
  | 'activity'
  | 'api_key'
  | 'board'
  | 'change_group'
  | 'console_session'
  | 'growth_goal'
  | 'passkey'
  | 'proposal'
  | 'recovery_code'
  | 'share_link'
  | 'student_change'
  | 'student_record';

const LAST = CHANGES;
const namesOf = (keys: readonly (string | number)[], value: unknown = 1): string =>
  JSON.stringify(Object.fromEntries(keys.map((key) => [key, value])));
const uids = Array.from({ length: STUDENTS }, (_, i) => studentUid(i));
const items = uids.map((_, i) => i);
const nobody = uids.map((uid) => `nobody ${uid}`);
/** As many as one header names. */
const groups = Array.from({ length: 2_500 }, (_, i) => LAST - 7 * i);
const session = digestOf(FULL, 'session', 0);
const [key, passkey, share, token] = [`${FULL} 0`, `${FULL} 0`, '0', tokenOf(0)];
const MIDDLE = LAST / 2;
/** More than an account has of anything that is counted. */
const NO_LIMIT = 1_000_000;

/** The dearest call of each statement that takes an account, on the full one. */
const STATEMENT_CALLS: Readonly<Record<string, StatementCall>> = {
  findAccountOf: { values: [session] },
  insertLookup: { values: ['new', FULL] },
  removeLookup: { values: [session, FULL] },
  requireSession: { values: [session, FULL, NOW + 1] },
  requireOperator: { values: [session, FULL, NOW + 1] },
  requireKey: { values: [key, FULL, NOW] },
  findAccount: { values: [FULL] },
  findKeyOfAccount: { values: [FULL, key] },
  findKeyById: { values: [key] },
  listKeys: { values: [FULL] },
  findSnapshot: { values: [FULL, '2026-07-01'] },
  readNumberedRecords: { values: [FULL] },
  insertSnapshot: { values: [FULL, '2027-01-01', NOW, '{}', '', LAST] },
  trimChanges: { values: [FULL], wholeTables: ['student_change'] },
  trimBytes: { values: [FULL], wholeTables: ['student_change'] },
  trimChangeGroups: { values: [FULL] },
  findLink: { values: [FULL, digestOf(FULL, 'link', 0), 0] },
  saveLink: { values: [FULL, digestOf(FULL, 'link', 1), NOW, null] },
  deleteLink: { values: [FULL] },
  findLinkOfAccount: { values: [FULL, 0] },
  findGrantor: { values: [FULL] },
  requireGrantor: { values: [FULL] },
  useLink: { values: [digestOf(FULL, 'link', 0), FULL, 0] },
  insertAccount: { values: ['new', '', 'active', NOW, 0] },
  findPasskey: { values: [FULL, passkey] },
  listPasskeys: { values: [FULL] },
  insertPasskey: { values: ['new', FULL, '', 'key', 0, '', NOW, NOW, 0] },
  requirePasskeys: { values: [FULL, NO_LIMIT] },
  notePasskeyUse: { values: [passkey, 1, NOW, FULL, 0] },
  renamePasskey: { values: [FULL, passkey, 'name'] },
  removePasskey: { values: [FULL, passkey] },
  removeOtherPasskeys: {
    values: [FULL, `,${Array.from({ length: DEVICES }, (_, i) => `${FULL} ${i}`).join()},`],
    wholeTables: ['passkey'],
  },
  findRecoveryCode: { values: [FULL, digestOf(FULL, 'code', 0)] },
  listRecoveryCodes: { values: [FULL] },
  countRecoveryCodes: { values: [FULL], wholeTables: ['recovery_code'] },
  useRecoveryCode: { values: [FULL, digestOf(FULL, 'code', 0)] },
  insertRecoveryCode: { values: [FULL, digestOf(FULL, 'code', 11)] },
  insertFirstRecoveryCode: { values: [FULL, digestOf(FULL, 'code', 11)] },
  deleteRecoveryCodes: { values: [FULL] },
  listShares: { values: [FULL] },
  findShare: { values: [FULL, share] },
  openShare: { values: [FULL, token, 0], wholeTables: ['share_link'] },
  readPicture: { values: [FULL, share, 'hash'] },
  insertShare: {
    values: [FULL, 'new', tokenOf(DEVICES), '{}', NOW, null, NO_LIMIT],
    wholeTables: ['share_link'],
  },
  changeShare: { values: [FULL, share, '{"name":""}', null, '{}', 0] },
  renewShare: { values: [FULL, share, token, tokenOf(DEVICES), NOW] },
  deleteOtherShares: {
    values: [FULL, `,${Array.from({ length: DEVICES }, (_, i) => tokenOf(i)).join()},`],
    wholeTables: ['share_link'],
  },
  deleteShare: { values: [FULL, share, token] },
  savePicture: { values: [FULL, share, 'picture', 'hash', NOW, '{}'] },
  dropPicture: { values: [FULL, share] },
  dropOutdatedPicture: { values: [FULL, share, '{"name":""}'] },
  openPlace: { values: [FULL, '"0"', 0], wholeTables: ['share_link'] },
  changePlaces: { values: [FULL, share, '[]', '[{}]'] },
  leaveAllBoards: { values: [FULL], wholeTables: ['share_link'] },
  listBoards: { values: [FULL], wholeTables: ['board'] },
  findBoard: { values: [FULL, share] },
  openBoard: { values: [FULL, token], wholeTables: ['board'] },
  openInvitation: { values: [FULL, token], wholeTables: ['board'] },
  insertBoard: {
    values: [FULL, 'new', '', tokenOf(DEVICES), tokenOf(DEVICES), NOW, NO_LIMIT],
    wholeTables: ['board'],
  },
  renameBoard: { values: [FULL, share, 'name'] },
  renewBoard: { values: [FULL, share, token, token, tokenOf(DEVICES), tokenOf(DEVICES)] },
  changeMembers: { values: [FULL, share, token, '[]', '[{}]'] },
  deleteOtherBoards: {
    values: [FULL, `,${Array.from({ length: DEVICES }, (_, i) => tokenOf(i)).join()},`],
    wholeTables: ['board'],
  },
  deleteBoard: { values: [FULL, share, token, token] },
  replaceProposals: { values: [FULL, key, NOW], wholeTables: ['proposal'] },
  insertProposal: { values: [FULL, key, 'new', NOW, 1, '', '[]'] },
  forgetProposals: { values: [FULL, key] },
  listProposalsOfKey: { values: [FULL, key] },
  findProposalOfKey: { values: [FULL, key, '0'] },
  withdrawProposal: { values: [FULL, key, '0', NOW] },
  listOpenProposals: { values: [FULL, NOW], wholeTables: ['proposal', 'api_key'] },
  readProposed: { values: [FULL, '0'] },
  nameProposedGroup: { values: [FULL, 'proposal-0', 'tool'], wholeTables: ['change_group'] },
  endProposal: { values: [FULL, '0', 'applied', NOW, 1] },
  exportProposals: { values: [FULL] },
  listLastChanges: { values: [FULL, LAST] },
  readRosterVersion: { values: [FULL], wholeTables: ['student_record', 'growth_goal'] },
  findSession: { values: [FULL, session] },
  listSessions: { values: [FULL] },
  insertSession: { values: ['d'.repeat(64), FULL, 'passkey', passkey, '', NOW, NOW, NOW] },
  noteSessionUse: { values: [FULL, session, NOW + 1] },
  trimSessions: { values: [FULL], wholeTables: ['console_session'] },
  endSession: { values: [FULL, session] },
  endListedSession: { values: [FULL, 'none', 4], wholeTables: ['console_session'] },
  endSessions: { values: [FULL] },
  endOtherSessions: { values: [FULL, session] },
  endSessionsOfPasskey: { values: [FULL, 'none', session], wholeTables: ['console_session'] },
  endRecoverySessions: { values: [FULL], wholeTables: ['console_session'] },
  readPresets: { values: [FULL] },
  replacePresets: { values: [FULL, '[]', '[{}]'] },
  listGoals: { values: [FULL] },
  findGoal: { values: [FULL, uids[0] ?? ''] },
  listRecordedGoals: { values: [FULL] },
  saveGoals: { values: [FULL, namesOf(uids, { priority: 2 })] },
  endGoal: { values: [FULL, uids[0] ?? '', GOAL] },
  keepGoal: { values: [FULL, uids[0] ?? '', GOAL] },
  requireGoals: { values: [FULL, namesOf(uids, GOAL)], given: STUDENTS },
  removeGoals: { values: [FULL, namesOf(nobody)], given: STUDENTS },
  takeFromStock: { values: [FULL, '0', 1, 0] },
  noteSpent: { values: [FULL, '{"credits":1}', GOAL] },
  findUnreturned: { values: [FULL, namesOf(groups), 'nobody'], given: groups.length },
  noteTakenBack: { values: [FULL, MIDDLE, NOW] },
  returnToStock: { values: [FULL, namesOf(items)] },
  restoreGoal: { values: [FULL, namesOf(['new'], {})] },
  readStock: { values: [FULL] },
  saveStock: { values: [FULL, namesOf(items)] },
  requireStock: { values: [FULL, namesOf(items)], given: STUDENTS },
  requireStockSize: { values: [FULL, 1], given: items.length },
  forgetStock: { values: [FULL, namesOf(nobody)], given: STUDENTS },
  findOperatedAccount: { values: [FULL], wholeTables: ['api_key', 'console_session'] },
  listOperatedAccounts: {
    values: [Number.MAX_SAFE_INTEGER, '', ''],
    wholeTables: ['api_key', 'console_session'],
  },
  changeStatus: { values: [FULL, 'suspended'] },
  changeOperator: { values: [FULL, 1] },
  insertKey: {
    values: ['new', FULL, '', 'read', null, 'e'.repeat(64), '', NOW, NOW, NO_LIMIT],
    wholeTables: ['api_key'],
  },
  endKey: { values: [FULL, key, NOW, NOW] },
  revokeKey: { values: [FULL, key, NOW] },
  revokeKeys: { values: [FULL, NOW] },
  trimEndedKeys: { values: [FULL, NOW], wholeTables: ['api_key'] },
  findKeptRows: { values: [FULL] },
  readKeptRows: { values: [FULL] },
  replaceKeptRows: { values: [FULL, '{}', '{"rows":[]}'] },
  readImportMemory: { values: [FULL] },
  replaceImportMemory: { values: [FULL, '{"headings":{},"aliases":{}}', '{}'] },
  readFeed: { values: [FULL, MIDDLE, 499] },
  readLastNumber: { values: [FULL] },
  listSnapshotSummaries: { values: [FULL] },
  exportGroups: { values: [FULL, MIDDLE] },
  exportChanges: { values: [FULL, MIDDLE] },
  exportSnapshots: { values: [FULL, '2026-07-01'] },
  listChangeGroups: {
    values: [FULL, LAST, 0, '', '', 'nobody', '', 101],
    wholeTables: ['change_group', 'student_change'],
  },
  findChangeGroup: { values: [FULL, MIDDLE] },
  listAuthors: { values: [FULL], wholeTables: ['change_group'] },
  listChangesOfGroups: {
    values: [FULL, 1, LAST, namesOf([1, LAST]), 1_000],
    given: 2,
    wholeTables: ['student_change'],
  },
  keepAuthor: { values: [FULL, 'nobody', session], wholeTables: ['change_group'] },
  findFirstChange: { values: [FULL, MIDDLE] },
  listOldGroups: { values: [0, '', NOW, 500] },
  listOldSnapshots: { values: ['2027-01-01', 50] },
  findKeptNumber: { values: [FULL, BEGIN + MIDDLE * CHANGE_MS], wholeTables: ['student_change'] },
  deleteChanges: { values: [FULL, 1, 500] },
  deleteGroupsBefore: { values: [FULL, 500] },
  deleteSnapshot: { values: [FULL, '2026-07-01'] },
  findAccountStart: { values: [FULL] },
  findLastNumber: { values: [FULL] },
  findOldestTime: { values: [FULL] },
  findChangeUntil: { values: [FULL, BEGIN], wholeTables: ['student_change'] },
  findChangeFrom: { values: [FULL, MIDDLE] },
  readSnapshotAfter: { values: [FULL, '2026-07-01', 1] },
  readSnapshotFrom: { values: [FULL, '2026-07-01'] },
  findSnapshotUntil: { values: [FULL, '2026-07-01'] },
  readRosterChanges: { values: [FULL, 1, 1_000], given: 1_000 },
  noteKeyUse: { values: [FULL, key, NOW + 1] },
  noteFirstUse: { values: [FULL, key, NOW + 1, digestOf(FULL, 'key', 0)] },
  insertAppKey: {
    values: ['new', FULL, '', 'read', 'roster:read', 'e'.repeat(64), 'page', NOW, NOW, NO_LIMIT],
    wholeTables: ['api_key'],
  },
  changeAppAreas: { values: [FULL, key, 'roster:read', 'roster:write', NOW] },
  fetchAppKey: { values: [FULL, key, digestOf(FULL, 'key', 0), 'e'.repeat(64), '', NOW, NOW, NOW, NOW] },
  listActivity: { values: [FULL] },
  insertActivity: { values: [FULL, NOW, 'signed-in', ''] },
  trimActivityKind: { values: [FULL, 'verified', 50], wholeTables: ['activity'] },
  listRecords: { values: [FULL] },
  renameAccount: { values: [FULL, 'name'] },
  setGameServer: { values: [FULL, 'global'] },
  deleteAccount: { values: [FULL], wholeTables: ['student_change', 'change_group'] },
  removeLookups: { values: [FULL] },
  findKeyWithAccount: { values: [FULL, key] },
};

/** They name an account, and concern a link or a request of no account, or all accounts. */
const NOT_OF_AN_ACCOUNT = [
  ...['listAccounts', 'findNoAccount', 'saveSetupLink', 'findSetupLink', 'useSetupLink', 'findFirstAccount'],
  ...['insertAppRequest', 'findAppRequest', 'answerAppRequest', 'readLastNumbers'],
  'deleteExpiredProposedOfKeys',
];

/** The statements of the general door that take an account, each with its call. */
export const ACCOUNT_STATEMENTS = DATABASE_STATEMENTS.filter(
  ({ name, text }) => /\baccount_id\b/.test(text) && !NOT_OF_AN_ACCOUNT.includes(name),
).map((statement) => ({ statement, call: STATEMENT_CALLS[statement.name] }));
