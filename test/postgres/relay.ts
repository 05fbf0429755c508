import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { cleanUpAtEnd } from '../cleanup.ts';

/** A TCP proxy between a service and its database that injects faults. */
export interface Relay {
  /** The address of the database through the relay. */
  url: string;
  /** Cuts all open connections; new ones work. */
  cut: () => void;
  /** Returns the names of the prepared statements executed since the last call, in order. */
  statements: () => string[];
  /** Drops all responses, or no longer. Requests still reach the server. */
  swallowAnswers: (isEnabled: boolean) => void;
  /** Stops forwarding in both directions, including the end of a connection. */
  freeze: () => void;
  /** Runs the action before the next message that contains the text is forwarded; resolves then. */
  intercept: (text: string, action: () => void) => Promise<void>;
  /** Delays each response. */
  delayAnswers: (ms: number) => void;
  /** Cuts the connection at the next message that contains the text; `isDelivered` says if the server receives it. */
  cutAt: (text: string, isDelivered: boolean) => void;
  /** Refuses new connections, or no longer. */
  refuse: (isEnabled: boolean) => void;
  stop: () => Promise<void>;
}

/** The server has executed everything that it received, and committed it: ReadyForQuery outside of a transaction. */
const IDLE = Buffer.from('Z\0\0\0\x05I', 'latin1');

export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let [isDropping, isRefusing] = [false, false];
  let isFrozen = false;
  let delayMs = 0;
  const statementNames: string[] = [];
  let interception: { text: string; run: () => void } | undefined;
  let cutPoint: { text: string; isDelivered: boolean } | undefined;
  const server = createServer((client) => {
    if (isRefusing) {
      client.destroy();
      return;
    }
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true });
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.setNoDelay(true);
    if (isFrozen) client.pause();
    let isEnding = false;
    /** TCP loses no bytes in the middle: once responses are dropped, the rest of the connection is. */
    let hasDropped = false;
    client.on('data', (data: Buffer) => {
      if (interception !== undefined && data.includes(interception.text)) {
        interception.run();
        interception = undefined;
      }
      // A Bind message: its length (below 16 MiB), an empty portal name and the statement name.
      for (const [, name] of data.toString('latin1').matchAll(/B\0[\s\S]{3}\0(\w+)\0/g))
        statementNames.push(name as string);
      if (cutPoint === undefined || !data.includes(cutPoint.text)) {
        upstream.write(data);
        return;
      }
      const { isDelivered } = cutPoint;
      cutPoint = undefined;
      if (!isDelivered) {
        client.destroy();
        return;
      }
      isEnding = true;
      upstream.write(data);
    });
    let tail = Buffer.alloc(0);
    upstream.on('data', (data: Buffer) => {
      if (isEnding) {
        tail = Buffer.concat([tail, data]).subarray(-IDLE.length);
        if (tail.equals(IDLE)) client.destroy();
      }
      hasDropped ||= isDropping;
      if (hasDropped || isEnding) return;
      if (delayMs === 0) client.write(data);
      else setTimeout(() => client.write(data), delayMs);
    });
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        for (const one of pair) one.destroy();
        pairs.delete(pair);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as { port: number }).port);
  const cut = () => {
    for (const [client, upstream] of pairs) {
      client.destroy();
      upstream.destroy();
    }
  };
  const closed = once(server, 'close');
  const stop = async () => {
    cut();
    server.close();
    await closed;
  };
  cleanUpAtEnd(stop);
  return {
    url: url.href,
    cut,
    statements: () => statementNames.splice(0),
    swallowAnswers: (isEnabled) => {
      isDropping = isEnabled;
    },
    freeze: () => {
      isFrozen = true;
      for (const socket of [...pairs].flat()) socket.pause();
    },
    intercept: (text, action) =>
      new Promise((resolve) => {
        const run = () => {
          action();
          resolve();
        };
        interception = { text, run };
      }),
    delayAnswers: (ms) => {
      delayMs = ms;
    },
    cutAt: (text, isDelivered) => {
      cutPoint = { text, isDelivered };
    },
    refuse: (isEnabled) => {
      isRefusing = isEnabled;
    },
    stop,
  };
}
