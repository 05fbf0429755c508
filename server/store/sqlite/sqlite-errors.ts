/** Primary result codes of SQLite. */
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const NOTADB = 26;
/** Extended codes. IOERR_WRITE: a write failed for another reason than a full disk (read-only, a quota, a defect). */
const IOERR_WRITE = 778;
/** A kind of READONLY: the file was renamed or unlinked. */
const DBMOVED = 1032;
/** A kind of READONLY: the journal beside the file must be rolled back first, which a read-only connection may not. */
const READONLY_ROLLBACK = 776;
const CONSTRAINT_FOREIGNKEY = 787;

const EXPLANATIONS: Record<number, string> = {
  [BUSY]: 'is locked by another program; close that program, or wait until it is done',
  [READONLY]: 'is read-only for this user; give it write permission (and to its folder)',
  [DBMOVED]: 'was moved or replaced while it was open; start again',
  [READONLY_ROLLBACK]:
    'has a journal of an interrupted write beside it; open it once with the program that wrote it',
  [IOERR]: 'cannot be read or written: the disk reports an error, is read-only, or its quota is used up',
  [CORRUPT]: 'is damaged; put a backup in its place',
  [FULL]: 'cannot grow: the disk is full; make room and start again',
  [CANTOPEN]: 'cannot be opened; check that its folder exists and may be written',
  [PROTOCOL]: 'cannot be locked; its file system does not lock files, or the file was taken away',
  [NOTADB]: 'is not a SQLite database, or is damaged; put a backup in its place',
};

function extendedCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code : undefined;
}

/** The primary code is the low byte of the extended code. */
function resultCode(error: unknown): number | undefined {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & 0xff;
}

/** Explains a problem with the file to the operator, to complete a sentence; undefined for any other error. */
export function explainSqliteError(error: unknown): string | undefined {
  const code = resultCode(error);
  return code === undefined
    ? undefined
    : (EXPLANATIONS[(error as { errcode: number }).errcode] ?? EXPLANATIONS[code]);
}

/** Another process holds a lock. */
export const isBusy = (error: unknown): boolean => resultCode(error) === BUSY;

/** The file cannot be read as a database. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code === CORRUPT || code === NOTADB || code === IOERR;
}

/** SQLite or the system has found no room on the disk. Errors that explain another one have it as their cause. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (resultCode(error) === FULL ||
    (error as NodeJS.ErrnoException).code === 'ENOSPC' ||
    isDiskFull(error.cause));

/** A problem of the file or disk, not of the statement: the same statement may succeed later. */
export function isEnvironmentError(error: unknown): boolean {
  return explainSqliteError(error) !== undefined;
}

/** The account was deleted while one of its requests was being processed. */
export function isAccountGone(error: unknown): boolean {
  return extendedCode(error) === CONSTRAINT_FOREIGNKEY;
}

/**
 * Whether a COMMIT that failed with this error surely committed nothing. COMMIT writes frames to the log (the commit
 * frame last), syncs, then updates the log's index. A failed write leaves the commit frame without its checksum, so
 * recovery ignores the transaction; after a later failure (sync, index) the transaction may still be on disk.
 */
export function isSurelyNotCommitted(error: unknown): boolean {
  const code = resultCode(error);
  return code === BUSY || code === FULL || code === READONLY || extendedCode(error) === IOERR_WRITE;
}
