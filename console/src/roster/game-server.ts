import { computed } from '@preact/signals';
import type { GameServer } from '../../../game/attributes.ts';
import { signedInSession } from '../session/session-state.ts';

/** The build of the game that the player plays. A session that is read again with the same one changes nothing. */
export const gameServer = computed<GameServer>(() => signedInSession()?.account.gameServer ?? 'jp');
