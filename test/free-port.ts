import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports (from 32768 on Linux, 49152 elsewhere), which any other connection is given unasked. */
const [LOWEST, BEYOND] = [10_000, 32_768];

/** A port on loopback that nobody has just now. */
export async function freePort(): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const port = randomInt(LOWEST, BEYOND);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (tries === 100) throw error;
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
