import { finished } from 'node:stream/promises';
import { inspect } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type CallOptions, isRollbookError } from '../../client/index.ts';
import type { KeyAccess } from '../../contract/areas.ts';
import { createMcpServer } from '../../server/mcp/mcp-server.ts';
import type { Invocation } from '../command.ts';
import { printText } from '../printed-text.ts';
import { openRollbook } from '../roster/connect.ts';

/** A failure that asks for a longer wait is told to the agent, which would wait for the call without knowing why. */
const MAX_WAIT_MS = 1_000;
/** The look at the key before serving: the program that started the command waits for its first answer. */
const KEY_CHECK: CallOptions = { maxRetries: 0, timeoutMs: 2_000 };

/** Serves until the program that started it closes standard input. Standard output belongs to the protocol. */
export async function serveMcp({ options }: Invocation): Promise<undefined> {
  const rollbook = await openRollbook(options, undefined, { maxWaitMs: MAX_WAIT_MS });
  let known: KeyAccess | undefined;
  const readAccess = async (options?: CallOptions): Promise<KeyAccess> => {
    try {
      if (known === undefined) {
        const { permission, areas = null } = (await rollbook.me(options)).caller;
        known = { permission, areas };
      }
      return known;
    } catch (error) {
      // The service refuses what the key may not do, even where it cannot answer anything else now.
      if (!isRollbookError(error) || error.code === 'unauthorized') throw error;
      return { permission: 'write', areas: null };
    }
  };
  await readAccess(KEY_CHECK);
  const ended = finished(process.stdin, { writable: false });
  serveStdio(
    () =>
      createMcpServer({
        rollbook,
        access: () => readAccess(),
        tellsGroups: false,
        reportDefect: (error) => printText(process.stderr, inspect(error)),
      }),
    // An error in a message of the client is answered to the client.
    { maxSubscriptions: 0 },
  );
  // However the input ends, nobody is left to be told.
  await ended.catch(() => {});
}
