import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const MAX_TRIES = 100;
/** Below the ephemeral ports (from 32768 on Linux, 49152 elsewhere), which the system assigns to other connections. */
const [MIN_PORT, END_PORT] = [10_000, 32_768];

/** Returns a port on loopback that is free at the moment. */
export async function freePort(): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const port = randomInt(MIN_PORT, END_PORT);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
