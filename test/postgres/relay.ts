import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between a service and its database, and breaks what goes through it. */
export interface Relay {
  /** The database's address, but by way of here. */
  url: string;
  /** Cuts every connection there is; new ones go through. */
  cut: () => void;
  /** The prepared statements that were run since the last time this was asked, in their order. */
  statements: () => string[];
  /** From now on nothing comes back, though the server still hears all; or all is well again. */
  swallowAnswers: (swallow: boolean) => void;
  /** From now on neither side hears anything of the other, not even that it has ended its connection. */
  freeze: () => void;
  /** From now on each answer takes so much longer. */
  delayAnswers: (ms: number) => void;
  /** The next message in which this text stands is the last of its connection, with the server hearing it or not. */
  cutAt: (text: string, heard: boolean) => void;
  /** Of the next message in which this text stands twice the server hears what is before the second, and then neither side hears anything. */
  halve: (text: string) => void;
  /** The answer to the next message in which this text stands comes after these bytes. */
  garbleAt: (text: string, bytes: Buffer) => void;
  /** These bytes come to every client at once, as if the server had sent them. */
  garble: (bytes: Buffer) => void;
  /** From now on no connection can be made; or again. */
  refuse: (refuse: boolean) => void;
  stop: () => Promise<void>;
}

export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let [swallowing, refusing] = [false, false];
  let frozen = false;
  let delayMs = 0;
  const ran: string[] = [];
  let last: { text: string; heard: boolean } | undefined;
  let halved: string | undefined;
  let garbled: { text: string; bytes: Buffer } | undefined;
  const server = createServer((client) => {
    if (refusing) {
      client.destroy();
      return;
    }
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true });
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.setNoDelay(true);
    if (frozen) client.pause();
    let [ending, vanished] = [false, false];
    let ahead: Buffer | undefined;
    client.on('data', (data: Buffer) => {
      if (vanished) return;
      const half = halved === undefined ? -1 : data.indexOf(halved, data.indexOf(halved) + 1);
      if (half > data.indexOf(halved ?? '')) {
        vanished = true;
        halved = undefined;
        upstream.write(data.subarray(0, half));
        return;
      }
      if (garbled !== undefined && data.includes(garbled.text)) {
        ahead = garbled.bytes;
        garbled = undefined;
      }
      // A Bind message, its length, no portal, and the name of the statement.
      for (const [, name] of data.toString('latin1').matchAll(/B[\s\S]{4}\0(\w+)\0/g))
        ran.push(name as string);
      if (last === undefined || !data.includes(last.text)) {
        upstream.write(data);
        return;
      }
      ending = true;
      if (last.heard) upstream.write(data);
      last = undefined;
      // Long enough for the server to do it, and to try to say so.
      setTimeout(() => client.destroy(), 100);
    });
    upstream.on('data', (data) => {
      if (ahead !== undefined) client.write(ahead);
      ahead = undefined;
      if (swallowing || ending || vanished) return;
      if (delayMs === 0) client.write(data);
      else setTimeout(() => client.write(data), delayMs);
    });
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        if (vanished) return;
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
  return {
    url: url.href,
    cut,
    statements: () => ran.splice(0),
    swallowAnswers: (swallow) => {
      swallowing = swallow;
    },
    freeze: () => {
      frozen = true;
      for (const socket of [...pairs].flat()) socket.pause();
    },
    delayAnswers: (ms) => {
      delayMs = ms;
    },
    cutAt: (text, heard) => {
      last = { text, heard };
    },
    halve: (text) => {
      halved = text;
    },
    garbleAt: (text, bytes) => {
      garbled = { text, bytes };
    },
    garble: (bytes) => {
      for (const [client] of pairs) client.write(bytes);
    },
    refuse: (refuse) => {
      refusing = refuse;
    },
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
