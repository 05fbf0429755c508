import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createBodyReaders } from './request-body.ts';

/** Numbers the turns of the event loop until the test ends. */
function countTurns(t: { after: (end: () => void) => void }): () => number {
  let turn = 0;
  let timer: NodeJS.Immediate;
  const next = () => {
    turn += 1;
    timer = setImmediate(next);
  };
  next();
  t.after(() => clearImmediate(timer));
  return () => turn;
}

test('large bodies that arrive together are parsed and handled one in each turn', async (t) => {
  const turn = countTurns(t);
  const { json: readBody } = createBodyReaders();
  const parsedIn: number[] = [];
  const handledIn: number[] = [];
  const server = createServer(async (incoming, response) => {
    await readBody(incoming, response, 'account', () => parsedIn.push(turn()));
    handledIn.push(turn());
    response.end();
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const body = JSON.stringify({ text: 'x'.repeat(20_000) });
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  };
  const sent = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const message = request({ port, method: 'POST', headers, agent: false });
      message.flushHeaders();
      await once(message, 'continue');
      return message;
    }),
  );
  const answered = Promise.all(sent.map((message) => once(message, 'response')));
  for (const message of sent) message.end(body);
  for (const [response] of await answered) response.resume();
  const turns = [...parsedIn, ...handledIn];
  assert.equal(turns.length, 12);
  assert.equal(new Set(turns).size, 12, `${turns}`);
});
