/** SQLite's primary result codes that the house treats apart. */
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const NOTADB = 26;
/** Extended codes. A write was refused for another reason than a full disk: read-only, a quota, a defect. */
const IOERR_WRITE = 778;
/** The file that READONLY speaks of has another name now, or none. */
const DBMOVED = 1032;
const CONSTRAINT_FOREIGNKEY = 787;

const SENTENCES: Record<number, string> = {
  [BUSY]: 'is locked by another program; close that program, or wait until it is done',
  [READONLY]: 'is read-only for this user; give it write permission (and to its folder)',
  [DBMOVED]: 'was moved or replaced while it was open; start again',
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

/** The low byte is the primary code, the rest tells it apart more finely. */
function resultCode(error: unknown): number | undefined {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & 0xff;
}

/** What is wrong with the file, in words for the person who runs it; undefined if it is not the file's fault. */
export function explainSqliteError(error: unknown): string | undefined {
  const code = resultCode(error);
  return code === undefined
    ? undefined
    : (SENTENCES[(error as { errcode: number }).errcode] ?? SENTENCES[code]);
}

/** Another process has the database open, or is writing. */
export const isBusy = (error: unknown): boolean => resultCode(error) === BUSY;

/** What the file holds cannot be read as a database. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code === CORRUPT || code === NOTADB || code === IOERR;
}

/** Faults of the place, not of the statement: they pass, or somebody mends them. */
export function isEnvironmentError(error: unknown): boolean {
  return explainSqliteError(error) !== undefined;
}

/** The account was deleted while its request was under way; the next one is refused for its key. */
export function isAccountGone(error: unknown): boolean {
  return extendedCode(error) === CONSTRAINT_FOREIGNKEY;
}

/**
 * Whether a COMMIT that failed so has surely written nothing. It writes the transaction's frames to the log, the one
 * that commits them last, then syncs, then notes them in the log's index. A write that was refused leaves the last
 * frame without its checksum, and no recovery takes it. After any later failure the frames may be on disk all the same.
 */
export function isSurelyNotCommitted(error: unknown): boolean {
  const code = resultCode(error);
  return code === BUSY || code === FULL || code === READONLY || extendedCode(error) === IOERR_WRITE;
}
