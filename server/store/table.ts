import type { Step } from './database.ts';
import type { Store } from './store.ts';

/** What becomes of the rows of a table, for all who must know of each. */
export interface Table {
  /** Left out where no row belongs to an account. */
  readonly ofAccount?: {
    /** What the file with an account's data has of it. Ways into the account are not in it. */
    readonly exported: ExportedPart | LongPart | 'nothing';
    /** With the account, or by themselves within minutes. */
    readonly end: 'with-it' | 'by-themselves';
  };
  /** The column by which a row is found before its account is known: what begins its key, and so spreads it over nodes. */
  readonly foundBy?: string;
  /** Not brought from SQLite to PostgreSQL. */
  readonly isCopied?: false;
  /** Deletes what has expired. */
  readonly expire?: (now: number) => Step;
}

export type Tables = Readonly<Record<string, Table>>;

export type NameOfStudent = (uid: string) => string | undefined;

export interface ExportedPart {
  /** The field of the file. */
  readonly name: string;
  readonly read: (store: Store, accountId: string, nameOf: NameOfStudent) => Promise<unknown>;
}

/** Pieces of JSON, which is too long to be held at once. */
export interface LongPart {
  readonly name: string;
  readonly readPieces: (store: Store, accountId: string) => AsyncGenerator<string>;
}

/** Its rows end with the account, and its file has nothing of them. */
export const KEPT_OUT: Table = { ofAccount: { exported: 'nothing', end: 'with-it' } };

export const exportedAs = (exported: ExportedPart | LongPart): Table => ({
  ofAccount: { exported, end: 'with-it' },
});

/** The name tells a person, or a server whose catalogue lacks the student, who that is. */
export const addName = (
  { studentUid, ...values }: { studentUid: string },
  nameOf: NameOfStudent,
): object => ({ studentUid, name: nameOf(studentUid), ...values });

/** Those of the store itself. */
export const STORE_TABLES: Tables = {
  account_lookup: { ...KEPT_OUT, foundBy: 'found_by' },
  request_window: { ...KEPT_OUT, isCopied: false },
  server_secret: {},
  expiry_sweep: { isCopied: false },
  migration: { isCopied: false },
};
