import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { PUBLIC_NETWORK } from '../../server/fetching/public-network.ts';
import { makeCertificate, NO_OPENSSL } from '../certificate.ts';
import { signUpPlayer } from '../console/console-browser.ts';
import { SHARED_SETTINGS, useService } from '../use-service.ts';
import { allowPage, askInBrowser } from './oauth-client.ts';

/** Nothing else of the service is another than in production: its resolver, its trust, and what it refuses to ask. */
const OWN = { ...PUBLIC_NETWORK };
const HOST = 'agent.example';

const service = await useService({ env: SHARED_SETTINGS });
describe('documents of apps', () => {
  let publisher: Server;
  let origin: string;
  let send: RequestListener;
  let asked: string[];
  let resolved: string[];

  before(async () => {
    if (NO_OPENSSL) return;
    const certificate = await makeCertificate(`DNS:${HOST}`);
    publisher = createServer(
      { key: readFileSync(certificate.key), cert: readFileSync(certificate.certificate) },
      (request, response) => {
        asked.push(`${request.method} ${request.url}`);
        send(request, response);
      },
    ).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    origin = `https://${HOST}:${(publisher.address() as AddressInfo).port}`;
    Object.assign(PUBLIC_NETWORK, {
      ca: readFileSync(certificate.authority),
      isRefused: (address: string) => address !== '127.0.0.1' && OWN.isRefused(address),
      resolve: async (hostname: string) => {
        resolved.push(hostname);
        return hostname.endsWith('.example') ? '127.0.0.1' : hostname;
      },
    });
    await certificate.remove();
  });
  after(() => {
    Object.assign(PUBLIC_NETWORK, OWN);
    publisher?.closeAllConnections();
    publisher?.close();
  });
  beforeEach(() => {
    asked = [];
    resolved = [];
  });

  const documentOf = (id: string, more: object = {}) => ({
    client_id: id,
    client_name: '나의 에이전트',
    redirect_uris: [`${origin}/app/callback`, 'http://127.0.0.1/callback', 'https://elsewhere.example/'],
    ...more,
  });

  const sendJson =
    (document: unknown, headers: Record<string, string> = {}): RequestListener =>
    (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(document));

  /** The answer to a player of whom this client asks. */
  async function ask(clientId: string, redirectUri: string) {
    const { browser } = await signUpPlayer(service);
    const asking = askInBrowser(service, { clientId, redirectUri });
    const query = await asking.open();
    return { asking, browser, query, ...(await browser.call('POST', '/apps/consent', { query })) };
  }

  describe('the document at a client ID', { skip: NO_OPENSSL }, () => {
    test('names where its client goes back to, and what it calls itself', async () => {
      const id = `${origin}/app/client.json`;
      send = sendJson(documentOf(id));
      const { asking, browser, query, status, body } = await ask(id, `${origin}/app/callback`);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(
        [body.kind, body.name, body.claimedName],
        ['page', new URL(origin).host, '나의 에이전트'],
      );
      const back = await allowPage(browser, query, ['roster:read']);
      assert.equal(back.origin + back.pathname, `${origin}/app/callback`);
      assert.equal((await asking.redeem(back.searchParams.get('code') ?? '')).status, 200);
      // Read once, of a player who has signed in, without anything that says who that is.
      assert.deepEqual(asked, ['GET /app/client.json']);
      assert.deepEqual(resolved, [HOST]);
      const other = await ask(id, `${origin}/app/callback`);
      assert.equal(other.status, 200);
      assert.equal(asked.length, 1);
      // An address of another origin is not believed, although the document names it.
      assert.equal((await ask(id, 'https://elsewhere.example/')).status, 400);
    });

    test('is not read where the ID is the address to go back to, or nobody has signed in', async () => {
      send = sendJson({});
      assert.equal((await ask(`${origin}/app/`, `${origin}/app/`)).status, 200);
      const id = `${origin}/nobody.json`;
      await askInBrowser(service, { clientId: id, redirectUri: `${origin}/callback` }).open();
      assert.deepEqual([asked, resolved], [[], []]);
    });

    for (const [what, answer, reason] of [
      [
        'of somebody else',
        () => sendJson(documentOf(`${origin}/other.json`)),
        /client_id is not its address/,
      ],
      ['without addresses', (id: string) => sendJson({ client_id: id }), /no redirect_uris/],
      ['that is no object', () => sendJson([]), /client_id is not its address/],
      [
        'of another type',
        (id: string) => sendJson(documentOf(id), { 'content-type': 'text/html' }),
        /not sent as application\/json/,
      ],
      [
        'that is compressed',
        (id: string) => sendJson(documentOf(id), { 'content-encoding': 'gzip' }),
        /not sent as application\/json/,
      ],
      [
        'that is too large',
        (id: string) => sendJson(documentOf(id, { logo: 'x'.repeat(17_000) })),
        /larger than 16 KiB/,
      ],
      [
        'that redirects',
        () =>
          ((_request, response) =>
            response.writeHead(302, { location: '/client.json' }).end()) as RequestListener,
        /answered 302/,
      ],
      [
        'that does not end',
        () =>
          ((_request, response) => {
            response.writeHead(200, { 'content-type': 'application/json' });
            const timer = setInterval(() => response.write(' '), 100);
            response.on('close', () => clearInterval(timer));
          }) as RequestListener,
        /did not answer|broke off/,
      ],
      [
        'that is no answer but another protocol',
        () =>
          (({ socket }) =>
            socket.end(
              'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
            )) as RequestListener,
        /broke off/,
      ],
      [
        'that is no JSON',
        () =>
          ((_request, response) =>
            response.writeHead(200, { 'content-type': 'application/json' }).end('<')) as RequestListener,
        /no JSON/,
      ],
    ] as const)
      test(`${what} is refused with the reason, and nothing of it is shown`, async () => {
        const id = `${origin}/${encodeURIComponent(what)}.json`;
        send = answer(id);
        const { status, body } = await ask(id, `${origin}/app/callback`);
        assert.deepEqual([status, body.error.fields[0].field], [400, 'redirect_uri']);
        assert.match(body.error.message, reason);
        // A failure is believed for a while.
        const before = asked.length;
        await ask(id, `${origin}/app/callback`);
        assert.equal(asked.length, before);
      });

    for (const host of [
      ...[
        '127.0.0.2',
        '10.0.0.1',
        '169.254.169.254',
        '[::1]',
        '[::ffff:a00:1]',
        '[fd00::1]',
        '[64:ff9b::a00:1]',
      ],
      ...['0.0.0.0', '[ff02::1]', '[fe80::1]', '100.64.0.1', '224.0.0.1', '192.168.1.1', '[2002:a00:1::]'],
    ])
      test(`is not asked for at ${host}`, async () => {
        const { status, body } = await ask(`https://${host}/client.json`, `https://${host}/callback`);
        assert.equal(status, 400);
        assert.match(body.error.message, /no public address/);
      });

    test('is looked for at the one address that was looked at, whatever the name leads to next', async () => {
      const { resolve } = PUBLIC_NETWORK;
      const answers = ['127.0.0.1', '10.0.0.1'];
      PUBLIC_NETWORK.resolve = async () => answers.shift() ?? '10.0.0.1';
      const id = `${origin}/rebound.json`;
      send = sendJson(documentOf(id));
      const { status } = await ask(id, `${origin}/app/callback`);
      PUBLIC_NETWORK.resolve = resolve;
      assert.deepEqual([status, answers.length], [200, 1]);
    });

    test('is read once, however many ask at once', async () => {
      const id = `${origin}/at-once.json`;
      send = (request, response) => setTimeout(() => sendJson(documentOf(id))(request, response), 200);
      const answers = await Promise.all(Array.from({ length: 6 }, () => ask(id, `${origin}/app/callback`)));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.equal(asked.length, 1);
    });

    test('is refused to who asks for many, on all hosts together', async () => {
      const { browser } = await signUpPlayer(service);
      const statuses: number[] = [];
      send = sendJson({});
      for (let i = 0; i < 101; i += 1) {
        const id = `https://host${i}.example/client.json`;
        const query = await askInBrowser(service, {
          clientId: id,
          redirectUri: `https://host${i}.example/`,
        }).open();
        statuses.push((await browser.call('POST', '/apps/consent', { query })).status);
      }
      assert.equal(statuses.at(-1), 429);
      assert.ok(resolved.length < 101, `${resolved.length}`);
    });
  });

  test('no document is read with ROLLBOOK_CLIENT_DOCUMENTS=off, and the metadata says so', async () => {
    const off = await useService({ env: { ...SHARED_SETTINGS, ROLLBOOK_CLIENT_DOCUMENTS: 'off' } });
    const metadata = await fetch(`${off.url}/.well-known/oauth-authorization-server`);
    assert.equal(
      ((await metadata.json()) as Record<string, unknown>).client_id_metadata_document_supported,
      false,
    );
    const { browser } = await signUpPlayer(off);
    const query = await askInBrowser(off, {
      clientId: `https://${HOST}/client.json`,
      redirectUri: `https://${HOST}/callback`,
    }).open();
    assert.equal((await browser.call('POST', '/apps/consent', { query })).status, 400);
    assert.deepEqual(resolved, []);
  });
});
