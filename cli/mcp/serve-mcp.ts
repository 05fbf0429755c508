import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { isRollbookError, type Rollbook } from '../../client/index.ts';
import { MAX_UID_LENGTH, type Permission } from '../../contract/limits.ts';
import { createMcpServer } from '../../server/mcp/mcp-server.ts';
import type { Invocation } from '../command.ts';
import { openRollbook } from '../roster/connect.ts';

/** A failure that asks for a longer wait is told to the agent, which would wait for the call without knowing why. */
const MAX_WAIT_MS = 1_000;

/** Serves until the program that started it closes standard input. Standard output belongs to the protocol. */
export async function serveMcp({ options }: Invocation): Promise<undefined> {
  const rollbook = await openRollbook(options, undefined, { maxWaitMs: MAX_WAIT_MS });
  const ended = once(process.stdin, 'close');
  const permission = rememberPermission(rollbook);
  serveStdio(
    () =>
      createMcpServer({
        rollbook,
        permission,
        reportDefect: (error) => process.stderr.write(`${error instanceof Error ? error.stack : error}\n`),
      }),
    // What a client sends wrong is answered to the client.
    { maxSubscriptions: 0 },
  );
  await ended;
}

/** Longer than any UID of a catalogue, so that no student is ever changed. */
const NO_STUDENT = 'x'.repeat(MAX_UID_LENGTH + 1);

/**
 * The API names no permissions, but checks them before anything else of a write: a key that may write is told that there
 * is no such student, at the price of one write.
 */
function rememberPermission({ roster }: Rollbook): () => Promise<Permission> {
  let known: Permission | undefined;
  return async () => {
    if (known !== undefined) return known;
    const error: unknown = await roster.patch(NO_STUDENT, { level: 1 }).catch((reason) => reason);
    const code = isRollbookError(error) ? error.code : undefined;
    if (code === 'forbidden') known = 'read';
    if (code === 'not_found') known = 'write';
    // While nobody knows, all tools are offered, and the API decides.
    return known ?? 'write';
  };
}
