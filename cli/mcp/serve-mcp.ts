import { once } from 'node:events';
import { inspect } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { isRollbookError } from '../../client/index.ts';
import type { KeyAccess } from '../../contract/areas.ts';
import { createMcpServer } from '../../server/mcp/mcp-server.ts';
import type { Invocation } from '../command.ts';
import { printText } from '../printed-text.ts';
import { openRollbook } from '../roster/connect.ts';

/** A failure that asks for a longer wait is told to the agent, which would wait for the call without knowing why. */
const MAX_WAIT_MS = 1_000;

/** Serves until the program that started it closes standard input. Standard output belongs to the protocol. */
export async function serveMcp({ options }: Invocation): Promise<undefined> {
  const rollbook = await openRollbook(options, undefined, { maxWaitMs: MAX_WAIT_MS });
  let known: KeyAccess | undefined;
  const ended = once(process.stdin, 'close');
  serveStdio(
    () =>
      createMcpServer({
        rollbook,
        access: async () => {
          try {
            if (known === undefined) {
              const { permission, areas = null } = (await rollbook.me()).caller;
              known = { permission, areas };
            }
            return known;
          } catch (error) {
            // The service refuses what the key may not do, even where it cannot answer anything else now.
            if (!isRollbookError(error) || error.code === 'unauthorized') throw error;
            return { permission: 'write', areas: null };
          }
        },
        tellsGroups: false,
        reportDefect: (error) => printText(process.stderr, inspect(error)),
      }),
    // An error in a message of the client is answered to the client.
    { maxSubscriptions: 0 },
  );
  await ended;
}
