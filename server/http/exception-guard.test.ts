import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { type Database, newDatabase } from '../../test/database.ts';
import { type App, build } from '../app.ts';
import { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { readConfig } from '../config.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';

const DEFECT = 'a defect of the metrics';
const ORIGIN = 'https://planner.example';
const HEAD = `Host: x\r\nOrigin: ${ORIGIN}\r\n`;

let database: Database;
let store: Store;
let catalogue: LiveCatalogue;
let app: App;
/** How many of the next responses fail to be measured. */
let failures = 0;
const logged: string[] = [];

before(async () => {
  database = await newDatabase();
  ({ store } = await openStore(database.address, { create: true, migrate: true }));
  catalogue = await LiveCatalogue.start(store, assert.ifError);
  app = build({
    config: readConfig({ ROLLBOOK_CORS_ORIGINS: ORIGIN }),
    store,
    catalogue,
    now: Date.now,
    ticks: () => performance.now(),
    log: {
      logger: pino({}, { write: (line) => void logged.push(line) }),
      logRequest: () => {},
      logFailure: (_id, _status, error) => void logged.push(String(error)),
    },
    observe() {
      if (failures-- > 0) throw new Error(DEFECT);
    },
  });
  await once(app.server.listen(0, '127.0.0.1'), 'listening');
});
after(async () => {
  await app?.stop();
  catalogue?.stop();
  await store?.close();
  await database?.remove();
});

/** Returns all that is received until the service closes the connection. */
async function send(requests: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(requests);
  return text(socket);
}

// Before the others, whose connections are closed while the service still answers.
for (const path of ['/healthz', '/docs', '/console/api/session'])
  test(`an exception after which an error can be sent is answered 500, at ${path}`, async () => {
    failures = 1;
    const received = await send(`GET ${path} HTTP/1.1\r\n${HEAD}\r\n`);
    assert.match(received, /^HTTP\/1\.1 500 .*"code":"internal_error"/s);
    assert.ok(!received.includes(DEFECT), received);
  });

const requests: [string, string][] = [
  ['a page', `GET /docs HTTP/1.1\r\n${HEAD}\r\n`],
  ['a probe', `GET /healthz HTTP/1.1\r\n${HEAD}\r\n`],
  ['a request without a key', `GET /v1/me/students HTTP/1.1\r\n${HEAD}\r\n`],
  ['a request of the console', `GET /console/api/session HTTP/1.1\r\n${HEAD}\r\n`],
  ['a message of MCP', `POST /mcp HTTP/1.1\r\n${HEAD}Content-Length: 0\r\n\r\n`],
  ['an unknown path', `GET /nothing HTTP/1.1\r\n${HEAD}\r\n`],
  ['a preflight', `OPTIONS /v1/students HTTP/1.1\r\n${HEAD}Access-Control-Request-Method: GET\r\n\r\n`],
  ['a malformed escape', `GET /%E0%A4%A HTTP/1.1\r\n${HEAD}\r\n`],
  ['an unknown expectation', `GET /v1/students?query=% HTTP/1.1\r\n${HEAD}Expect: x\r\n\r\n`],
  ['bytes that are no request', 'nonsense\r\n\r\n'],
  ['a CONNECT', `CONNECT x:1 HTTP/1.1\r\n${HEAD}\r\n`],
  [
    'a request that waits for another',
    `GET /console/api/session HTTP/1.1\r\n${HEAD}\r\nGET /v1/students?query=% HTTP/1.1\r\n${HEAD}Expect: x\r\n\r\n`,
  ],
];
for (const [name, request] of requests)
  test(`an exception in the answer to ${name} is logged, told to nobody, and ends nothing else`, async () => {
    logged.length = 0;
    failures = Number.POSITIVE_INFINITY;
    const received = await send(request);
    failures = 0;
    assert.ok(!received.includes(DEFECT), received);
    assert.ok(logged.some((line) => line.includes(DEFECT)));
    assert.match(await send(`GET /healthz HTTP/1.1\r\n${HEAD}\r\n`), /^HTTP\/1\.1 200 /);
  });
