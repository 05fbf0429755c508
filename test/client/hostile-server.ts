import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { Rollbook, type RollbookOptions } from '../../client/index.ts';

export const MEGABYTE = 1024 * 1024;
/** Beyond what a client reads, and what the buffers between it and the server hold. */
const MAX_SENT_BYTES = 256 * MEGABYTE;

/** A server on this machine, and a client of it. */
export async function connect(
  t: TestContext,
  answer: RequestListener,
  options: Partial<RollbookOptions> = {},
): Promise<{ rollbook: Rollbook; origin: string }> {
  const server = createServer(answer);
  t.after(() => server.close().closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // No slow machine hurries the client.
  const defaults = { baseUrl: `${origin}/v1`, apiKey: 'key', maxRetries: 0, timeoutMs: 300_000 };
  return { origin, rollbook: new Rollbook({ ...defaults, ...options }) };
}

/** An answer that ends only if the client disconnects, and how much of it was sent by then. */
export function answerWithoutEnd(status: number, headers: Record<string, string>, chunk: Buffer) {
  const ended = Promise.withResolvers<number>();
  const answer = (_request: IncomingMessage, response: ServerResponse) => {
    let sent = 0;
    const send = () => {
      while (sent < MAX_SENT_BYTES && !response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return;
      }
      response.end();
    };
    response.on('drain', send).on('close', () => ended.resolve(sent));
    response.writeHead(status, headers);
    send();
  };
  return { answer, sent: ended.promise };
}
