import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { TLSSocket } from 'node:tls';
import { makeCertificate, NO_OPENSSL } from '../../../test/certificate.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { connectToPostgres } from './connect-postgres.ts';

const fixture = openStore();

/** A row description that ends before its columns do. */
const GARBAGE = Buffer.from([0x54, 0, 0, 0, 6, 0, 9]);

/** A server that answers `SELECT 42` with garbage, and anything else as the database does. Returns its address. */
async function startServer(
  t: TestContext,
  accept: (socket: Socket, relay: (client: Socket) => void) => void,
) {
  const { hostname, port } = new URL(fixture.address);
  const server = createServer((socket) => {
    accept(socket, (client) => {
      const upstream = connect(Number(port), hostname);
      client.on('data', (data) => {
        if (data.includes('SELECT 42')) client.write(GARBAGE);
        else upstream.write(data);
      });
      upstream.pipe(client);
      for (const one of [client, upstream]) one.on('error', () => {});
      client.on('close', () => upstream.destroy());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = new URL(fixture.address);
  url.port = String((server.address() as { port: number }).port);
  return url.href;
}

for (const [name, hasTls] of [
  ['without TLS', false],
  ['with TLS', true],
] as const)
  test(`a message that the driver cannot parse closes the connection and fails its query, ${name}`, {
    skip: hasTls && NO_OPENSSL,
  }, async (t) => {
    const files = hasTls ? await makeCertificate() : undefined;
    t.after(() => files?.remove());
    const address = await startServer(t, (socket, relay) => {
      if (files === undefined) return relay(socket);
      // The request for TLS.
      socket.once('data', () => {
        socket.write('S');
        const [cert, key] = [readFileSync(files.certificate), readFileSync(files.key)];
        relay(new TLSSocket(socket, { isServer: true, cert, key }));
      });
    });
    const tls = {
      mode: hasTls ? 'require' : 'disable',
      attempts: [hasTls && { rejectUnauthorized: false, checkServerIdentity: () => undefined }],
      negotiation: 'postgres',
    } as const;
    const client = await connectToPostgres(address, tls, (opened) => opened.query('SELECT 1'));
    const ended = new Promise((resolve) => client.once('end', resolve));
    await assert.rejects(client.query('SELECT 42'), RangeError);
    await ended;
    assert.equal(client.connection.stream.destroyed, true);
  });
