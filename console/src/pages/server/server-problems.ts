import type { ServerView } from '../../../../server/operator/operator-views.ts';

export type ServerProblem =
  | 'not-ready'
  | 'disk-low'
  | 'backup-space'
  | 'backup-failed'
  | 'backup-old'
  | 'catalogue-failed'
  | 'catalogue-old';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A backup is made once a day; the next one may be hours late after a restart. */
const MAX_BACKUP_AGE_MS = 2 * DAY_MS;
/** New students come out about every two weeks. */
const MAX_CATALOGUE_AGE_MS = 30 * DAY_MS;
const FEW_FREE_BYTES = 256 * 1024 ** 2;
/** Without as much the server makes no backup. */
const MIN_FREE_DATABASES = 2;

/** What an operator should look after, the most urgent first. `rollbook doctor` has the same bounds. */
export function findServerProblems(view: ServerView, now = Date.now()): ServerProblem[] {
  const { isReady, disk, backups, catalogue, startedAt } = view;
  const isOlder = (at: string, ms: number) => now - Date.parse(at) > ms;
  const problems: ServerProblem[] = [];
  if (!isReady) problems.push('not-ready');
  // The space for backups is said once.
  const isAlmostFull = disk !== null && disk.freeBytes < FEW_FREE_BYTES;
  if (isAlmostFull || (isDiskLow(view) && backups.problem !== 'low-disk')) problems.push('disk-low');
  if (backups.problem === 'low-disk') problems.push('backup-space');
  else if (backups.problem === 'failed') problems.push('backup-failed');
  else if (backups.state === 'on' && isOlder(latest(startedAt, backups.last?.at), MAX_BACKUP_AGE_MS))
    problems.push('backup-old');
  if (catalogue.problem === 'failed') problems.push('catalogue-failed');
  else if (isOlder(catalogueUpdate(catalogue), MAX_CATALOGUE_AGE_MS)) problems.push('catalogue-old');
  return problems;
}

export const isDiskLow = ({ disk, database }: Pick<ServerView, 'disk' | 'database'>): boolean =>
  disk !== null && disk.freeBytes < Math.max(FEW_FREE_BYTES, MIN_FREE_DATABASES * (database.bytes ?? 0));

/** When the catalogue was last known to be current. */
export const catalogueUpdate = ({ datedAt, refreshedAt }: ServerView['catalogue']): string =>
  latest(datedAt, refreshedAt);

const latest = (a: string, b: string | null | undefined): string =>
  b != null && Date.parse(b) > Date.parse(a) ? b : a;
