import { once } from 'node:events';
import { inspect } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../../server/mcp/mcp-server.ts';
import type { Invocation } from '../command.ts';
import { printText } from '../printed-text.ts';
import { openRollbook } from '../roster/connect.ts';

/** A failure that asks for a longer wait is told to the agent, which would wait for the call without knowing why. */
const MAX_WAIT_MS = 1_000;

/** Serves until the program that started it closes standard input. Standard output belongs to the protocol. */
export async function serveMcp({ options }: Invocation): Promise<undefined> {
  const rollbook = await openRollbook(options, undefined, { maxWaitMs: MAX_WAIT_MS });
  const ended = once(process.stdin, 'close');
  serveStdio(
    () =>
      createMcpServer({
        rollbook,
        // The API says nowhere what a key may do, but refuses what it may not before it counts.
        permission: () => 'write',
        reportDefect: (error) => printText(process.stderr, inspect(error)),
      }),
    // What a client sends wrong is answered to the client.
    { maxSubscriptions: 0 },
  );
  await ended;
}
