import { readStored, writeStored } from '../stored-data.ts';
import { formatPicks, type Picks, parsePicks } from './pick-format.ts';
import { findStudent, isRosterLoaded } from './roster-store.ts';

export const readPicks = (accountId: string): Picks =>
  withoutRecruited(parsePicks(readStored('rollbook-picks', accountId)));

/** Also without those who left the catalogue. Before the roster is loaded nobody is known to be recruited. */
export const withoutRecruited = (picks: Picks): Picks =>
  isRosterLoaded.peek()
    ? new Map([...picks].filter(([uid]) => findStudent(uid)?.state.peek() === null))
    : picks;

/** In a private mode that stores nothing, they end with the page. */
export function writePicks(accountId: string, picks: Picks): void {
  writeStored(formatPicks(picks), 'rollbook-picks', accountId);
}
