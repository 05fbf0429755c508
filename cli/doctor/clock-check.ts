import { SHIPPED_CATALOGUE_DATE } from '../../server/catalogue/catalogue.ts';
import type { OpenDatabase } from './database-check.ts';
import { formatDay, formatDuration } from './format-time.ts';
import { failure, ok, type Result, warning } from './result.ts';

/** What is written now may be a few minutes ahead of a clock that was set back since. */
const MAX_BEHIND_MS = 5 * 60_000;
/** A Date header has whole seconds, and travels. */
const MAX_DIFFERENCE_MS = 60_000;
const SET_IT = 'Set it, and keep it set: timedatectl set-ntp true';

/** Whether the clock of this machine can be right. Keys, sessions and passkeys end by it. */
export function checkClock(
  database: OpenDatabase | undefined,
  publicDate: string | undefined,
): Result | Result[] {
  const at = Date.now();
  const shown = `${new Date(at).toISOString().slice(0, 16)}Z`;
  if (at < Date.parse(SHIPPED_CATALOGUE_DATE))
    return failure(`${shown} is before this program was made`, SET_IT);
  if (database !== undefined && database.writtenAt > at + MAX_BEHIND_MS)
    return failure(
      `${shown} is ${formatDuration(database.writtenAt - at)} before the last write in the database, of ${formatDay(database.writtenAt)}`,
      SET_IT,
    );
  const jump = database?.clockJump;
  if (jump !== undefined)
    return warning(
      `${shown} is ${formatDuration(at - jump.sweptAt)} after the last sweep of what has expired, of ${formatDay(jump.sweptAt)}: nothing is deleted for good until the server has run for ${formatDuration(jump.leftMs)}`,
      'If the clock is wrong, set it: timedatectl set-ntp true. If it is right, leave the server running.',
    );
  const others = [
    { name: 'PostgreSQL', time: database?.inspection.clock },
    { name: 'the public URL', time: publicDate === undefined ? undefined : Date.parse(publicDate) },
  ];
  const warnings = others.flatMap(({ name, time = at }) => {
    const difference = Math.abs(at - time);
    return difference > MAX_DIFFERENCE_MS
      ? [warning(`${shown} and the clock of ${name} are ${formatDuration(difference)} apart`, SET_IT)]
      : [];
  });
  return warnings.length > 0 ? warnings : ok(shown);
}
