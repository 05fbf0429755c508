import type { Work } from '../../contract/limits.ts';

/** Of the writes that wait, this share goes on in a turn in which something was read, */
const SHARE = 1 / 4;
/** and at least so many. */
const LEAST = 8;

/**
 * In every turn of the event loop what is read comes first. A write waits for the disk or the database anyway; a
 * read that waited behind all writes of its turn would take as long as they do. None waits for more than a few turns.
 */
export function readsFirst() {
  let waiting: (() => void)[] = [];
  let read = false;

  /** When all that came in this turn has been met. */
  function turn(): void {
    const most = read ? Math.max(LEAST, Math.ceil(waiting.length * SHARE)) : waiting.length;
    read = false;
    const going = waiting.slice(0, most);
    waiting = waiting.slice(most);
    if (waiting.length > 0) setImmediate(turn);
    for (const proceed of going) proceed();
  }

  return (work: Work, proceed: () => void): void => {
    if (work === 'read') {
      read = true;
      proceed();
    } else if (waiting.push(proceed) === 1) setImmediate(turn);
  };
}
