/**
 * All that we use of the `pg` driver beyond its documented interface. `driver-internals.test.ts` fails when a new
 * version of the driver changes it.
 */
import type { Socket } from 'node:net';
import type pg from 'pg';

/** Closes the socket without waiting for anything; the driver then fails the queries in flight. */
export function destroyClient(client: pg.Client, error?: Error): void {
  client.connection.stream.destroy(error);
}

/**
 * Closes the connection when new transactions of its session become read-only. Thrown, so that `closeOnParseError`
 * drops the rest of the packet: it may hold the response to a read, which a new primary has to answer.
 */
export function closeWhenReadOnly(client: pg.Client): void {
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName === 'default_transaction_read_only' && parameterValue === 'on')
      throw new Error('the server became read-only');
  });
}

/**
 * Closes the connection when the driver throws while it parses what the server sent, and then fails the queries in
 * flight. The driver parses in a listener of its socket, where an exception would end the process.
 */
export function closeOnParseError(client: pg.Client): void {
  const connection = client.connection as pg.Connection & { attachListeners(stream: Socket): void };
  // Adds the listener that parses, to the socket or to what replaces it when TLS begins.
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream: Socket) => {
    attach(stream);
    const parse = stream.listeners('data').at(-1) as (data: Buffer) => void;
    stream.off('data', parse);
    stream.on('data', (data: Buffer) => {
      try {
        parse(data);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
  };
}
