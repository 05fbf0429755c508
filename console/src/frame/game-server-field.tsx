import { useSignal } from '@preact/signals';
import { GAME_SERVERS, type GameServer } from '../../../game/attributes.ts';
import { Choice, optionsOf } from '../components/controls.tsx';
import { ErrorMessage } from '../components/notice.tsx';
import { useAction } from '../components/use-action.ts';
import { chooseGameServer, gameServer } from '../roster/game-server.ts';
import { COMMON } from '../texts/common-texts.ts';

/** The build of the game that the player plays, which is stored with the account. */
export function GameServerField() {
  const chosen = useSignal(gameServer.peek());
  const save = useAction(async (server: GameServer) => {
    chosen.value = server;
    await chooseGameServer(server);
  });
  return (
    <div>
      <Choice
        legend={COMMON.gameServer}
        options={optionsOf(GAME_SERVERS, COMMON.gameServers)}
        value={save.pending.value ? chosen.value : gameServer.value}
        onChoose={(server) => void save.run(server)}
      />
      <ErrorMessage error={save.error.value} />
    </div>
  );
}
