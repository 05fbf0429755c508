import { computed } from '@preact/signals';
import type { GameServer } from '../../../game/attributes.ts';
import { consoleApi } from '../api/console-api.ts';
import { beginSession, currentAccountId, signedInSession } from '../session/session-state.ts';
import { isStored, writeStored } from '../stored-data.ts';

/** The build of the game that the player plays. A session that is read again with the same one changes nothing. */
export const gameServer = computed<GameServer>(() => signedInSession()?.account.gameServer ?? 'jp');

/** The server that the player has said. Japan is what every account begins with, so that a choice of it is noted. */
export const chosenGameServer = (): GameServer | undefined => {
  const server = gameServer.value;
  const isSaid = server !== 'jp' || isStored('rollbook-game-server', currentAccountId());
  return isSaid ? server : undefined;
};

export async function chooseGameServer(server: GameServer): Promise<void> {
  beginSession(await consoleApi.changeAccount({ gameServer: server }));
  writeStored(server, 'rollbook-game-server', currentAccountId());
}
