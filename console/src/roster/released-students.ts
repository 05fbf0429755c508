import { isReleased } from '../../../game/attributes.ts';
import { showsUnreleased } from '../preferences.ts';
import { gameServer } from './game-server.ts';
import type { RosterEntry } from './roster-entry.ts';

/** Whether the player has the student, or could recruit her on the player's server. */
export const isAvailable = ({ student, state }: RosterEntry): boolean =>
  state !== null || isReleased(student.attributes, gameServer.value, Date.now());

/** Whether the list may have the student at all, before any filter. */
export const isListed = (entry: RosterEntry): boolean => showsUnreleased.value || isAvailable(entry);
