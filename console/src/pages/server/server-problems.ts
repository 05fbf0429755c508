import {
  isDiskAlmostFull,
  isDiskLow,
  MAX_BACKUP_AGE_MS,
  MAX_CATALOGUE_AGE_MS,
} from '../../../../contract/health-bounds.ts';
import type { ServerView } from '../../../../server/operator/views.ts';

export type ServerProblem =
  | 'not-ready'
  | 'clock-jump'
  | 'disk-low'
  | 'backup-space'
  | 'backup-failed'
  | 'backup-old'
  | 'backup-off'
  | 'catalogue-failed'
  | 'catalogue-old';

/** What an operator should look after, the most urgent first. */
export function findServerProblems(view: ServerView, now = Date.now()): ServerProblem[] {
  const { isReady, clockJump, disk, backups, catalogue, startedAt } = view;
  const isOlder = (at: string, ms: number) => now - Date.parse(at) > ms;
  const problems: ServerProblem[] = [];
  if (!isReady) problems.push('not-ready');
  if (clockJump !== null) problems.push('clock-jump');
  // The space for backups is said once.
  const isAlmostFull = disk !== null && isDiskAlmostFull(disk.freeBytes);
  if (isAlmostFull || (hasLowDisk(view) && backups.problem !== 'low-disk')) problems.push('disk-low');
  if (backups.problem === 'low-disk') problems.push('backup-space');
  else if (backups.problem === 'failed') problems.push('backup-failed');
  else if (backups.state === 'on' && isOlder(latest(startedAt, backups.last?.at), MAX_BACKUP_AGE_MS))
    problems.push('backup-old');
  else if (backups.state === 'off') problems.push('backup-off');
  if (catalogue.problem !== null) problems.push('catalogue-failed');
  else if (isOlder(catalogueUpdate(catalogue), MAX_CATALOGUE_AGE_MS)) problems.push('catalogue-old');
  return problems;
}

export const hasLowDisk = ({ disk, database }: Pick<ServerView, 'disk' | 'database'>): boolean =>
  disk !== null && isDiskLow(disk.freeBytes, database.bytes ?? 0);

/** When the catalogue was last known to be current. */
export const catalogueUpdate = ({ datedAt, refreshedAt }: ServerView['catalogue']): string =>
  latest(datedAt, refreshedAt);

const latest = (a: string, b: string | null | undefined): string =>
  b != null && Date.parse(b) > Date.parse(a) ? b : a;
