import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { RollbookError } from '../rollbook-error.ts';
import { type ConnectByCodeOptions, connectByCode, type ShownCode } from './connect-by-code.ts';
import { disconnect } from './connect-page.ts';
import type { Connection } from './connection.ts';

interface Sent {
  url: string;
  form: Record<string, string>;
  at: number;
}
type Reply = Response | Error;

const DEVICE = {
  device_code: 'device',
  user_code: 'WDJB-MJHT',
  verification_uri: 'https://rollbook.example/console/device',
  verification_uri_complete: 'https://rollbook.example/console/device?code=WDJB-MJHT',
  expires_in: 600,
  interval: 5,
};
const KEY = { access_token: 'rollbook_key', token_type: 'Bearer', expires_in: 60, scope: 'roster:read' };
const json = (body: unknown, status = 200, headers = {}) => Response.json(body, { status, headers });
const refusal = (error: string) => json({ error, error_description: 'As it says.' }, 400);

/** Connects with these answers, the last of which lasts, without waiting in earnest. */
async function connectTo(
  t: TestContext,
  replies: (() => Reply)[],
  options: Partial<ConnectByCodeOptions> = {},
) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const sent: Sent[] = [];
  const shown: ShownCode[] = [];
  const left = [...replies];
  const fetch = async (url: string, { body }: RequestInit) => {
    const form = Object.fromEntries(body as URLSearchParams);
    sent.push({ url, form, at: Date.now() / 1000 });
    const reply = (left.length > 1 ? left.shift() : left[0])?.() ?? assert.fail();
    if (reply instanceof Error) throw reply;
    return reply;
  };
  let outcome: unknown;
  connectByCode({
    baseUrl: 'https://rollbook.example/v1',
    name: '모모톡 봇',
    onCode: (code) => shown.push(code),
    fetch: fetch as typeof globalThis.fetch,
    ...options,
  }).then(
    (connection) => {
      outcome = connection;
    },
    (error) => {
      outcome = error;
    },
  );
  for (let ticks = 0; outcome === undefined && ticks < 1_000; ticks += 1) {
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    t.mock.timers.tick(1_000);
  }
  // biome-ignore lint/suspicious/noExplicitAny: each test knows whether it is a connection or an error
  return { outcome: outcome as any, sent, shown };
}

test('a code is shown and asked for until the player allows, which brings a key and what it may do', async (t) => {
  const { outcome, sent, shown } = await connectTo(
    t,
    [() => json(DEVICE), () => refusal('authorization_pending'), () => json(KEY)],
    { areas: ['roster:write', 'history:read'] },
  );
  assert.deepEqual(outcome, {
    baseUrl: 'https://rollbook.example/v1',
    apiKey: 'rollbook_key',
    areas: ['roster:read'],
  });
  assert.deepEqual(shown, [
    {
      userCode: 'WDJB-MJHT',
      verificationUri: DEVICE.verification_uri,
      verificationUriComplete: DEVICE.verification_uri_complete,
      expiresAt: new Date(600_000),
    },
  ]);
  const poll = {
    client_id: '모모톡 봇',
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: 'device',
  };
  assert.deepEqual(
    sent.map(({ url, form }) => [url, form]),
    [
      [
        'https://rollbook.example/oauth/device',
        { client_id: '모모톡 봇', client_name: '모모톡 봇', scope: 'roster:write history:read' },
      ],
      ['https://rollbook.example/oauth/token', poll],
      ['https://rollbook.example/oauth/token', poll],
    ],
  );
  assert.deepEqual(
    sent.map(({ at }) => at),
    [0, 5, 10],
  );
});

test('slow_down makes each later wait five seconds longer', async (t) => {
  const { sent } = await connectTo(t, [
    () => json(DEVICE),
    () => refusal('slow_down'),
    () => refusal('authorization_pending'),
    () => refusal('slow_down'),
    () => json(KEY),
  ]);
  assert.deepEqual(
    sent.map(({ at }) => at),
    [0, 5, 15, 25, 40],
  );
});

test('a server that cannot be reached for a while is asked again, more rarely, and the code still works', async (t) => {
  const { outcome, sent } = await connectTo(t, [
    () => json(DEVICE),
    () => new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }),
    () => new Response('Bad Gateway', { status: 502 }),
    () => json({ error: 'slow' }, 429, { 'retry-after': '30' }),
    () => refusal('authorization_pending'),
    () => json(KEY),
  ]);
  assert.equal(outcome.apiKey, 'rollbook_key');
  assert.deepEqual(
    sent.map(({ at }) => at),
    [0, 5, 15, 35, 75, 80],
  );
});

for (const [title, reply, code, message] of [
  [
    'a refusal',
    () => refusal('access_denied'),
    'access_denied',
    /^The player refused to connect this app\.$/,
  ],
  ['an expired code', () => refusal('expired_token'), 'expired_token', /expired before the player answered/],
  ['a code that was used', () => refusal('invalid_grant'), 'expired_token', /no longer accepts this code/],
  ['another refusal', () => refusal('invalid_client'), 'invalid_request', /: As it says\.$/],
  [
    'a page of a proxy',
    () => new Response('<p>', { status: 403 }),
    'unexpected_response',
    /403 of .* Rollbook/,
  ],
] as const)
  test(`${title} ends the wait with a sentence`, async (t) => {
    const { outcome } = await connectTo(t, [() => json(DEVICE), reply]);
    assert.ok(outcome instanceof RollbookError);
    assert.equal(outcome.code, code);
    assert.match(outcome.message, message);
  });

test('a code that nobody answers ends with its time, and tells whether the server was there', async (t) => {
  const silent = await connectTo(t, [
    () => json({ ...DEVICE, expires_in: 12 }),
    () => refusal('authorization_pending'),
  ]);
  assert.equal(silent.outcome.code, 'expired_token');
  assert.equal(silent.sent.at(-1)?.at, 12);
});

test('a server that is gone when the code expires is named', async (t) => {
  const gone = await connectTo(t, [() => json(DEVICE), () => new TypeError('fetch failed')]);
  assert.equal(gone.outcome.code, 'connection_failed');
  assert.match(gone.outcome.message, /^No connection to https:\/\/rollbook\.example/);
});

for (const [title, reply, code, message] of [
  [
    'a server with ROLLBOOK_OAUTH=off',
    () => json({ error: { code: 'not_found', message: '없음' } }, 404),
    'not_found',
    /connects no apps: its operator has turned that off/,
  ],
  [
    'a server of something else',
    () => new Response('', { status: 404 }),
    'unexpected_response',
    /Check the address/,
  ],
  [
    'a redirect',
    () => new Response('', { status: 308 }),
    'unexpected_response',
    /redirects to another address/,
  ],
  ['too many codes', () => json({ error: 'x' }, 429, { 'retry-after': '60' }), 'rate_limited', /in 60 s/],
  [
    'an address that is none of the web',
    () => json({ ...DEVICE, verification_uri: 'file:///etc/passwd' }),
    'unexpected_response',
    /did not come from Rollbook/,
  ],
] as const)
  test(`${title} is told before a code is shown`, async (t) => {
    const { outcome, shown } = await connectTo(t, [reply]);
    assert.deepEqual([outcome.code, shown], [code, []]);
    assert.match(outcome.message, message);
  });

test('a signal ends the wait with its reason', async (t) => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const { outcome, sent } = await connectTo(t, [() => json(DEVICE), () => refusal('authorization_pending')], {
    signal: controller.signal,
    onCode: () => controller.abort(reason),
  });
  assert.equal(outcome, reason);
  assert.equal(sent.length, 1);
});

test('the address may be that of any page of the server, and need not name its scheme', async (t) => {
  for (const [baseUrl, server] of [
    ['rollbook.example', 'https://rollbook.example'],
    [' https://rollbook.example/console/roster?q=1#a ', 'https://rollbook.example'],
    ['localhost:8787', 'http://localhost:8787'],
    ['127.0.0.1:8787/v1', 'http://127.0.0.1:8787'],
    ['localhost.example', 'https://localhost.example'],
  ] as const) {
    const { sent } = await connectTo(t, [() => json(DEVICE), () => json(KEY)], { baseUrl });
    assert.equal(sent[0]?.url, `${server}/oauth/device`);
    t.mock.timers.reset();
  }
  for (const baseUrl of [
    '',
    'ftp://rollbook.example',
    'https://key@rollbook.example',
    'javascript:alert(1)',
  ]) {
    const { outcome } = await connectTo(t, [], { baseUrl });
    assert.equal(outcome.code, 'invalid_request', baseUrl);
    assert.ok(!outcome.message.includes('key@'));
    t.mock.timers.reset();
  }
});

test('a program ends the connection that it has made, or another that it names', async (t) => {
  const { outcome } = await connectTo(t, [() => json(DEVICE), () => json(KEY)]);
  const ended: [url: string, form: object][] = [];
  const fetch = async (url: string, { body }: RequestInit) => {
    ended.push([url, Object.fromEntries(body as URLSearchParams)]);
    return new Response();
  };
  const options = { fetch: fetch as typeof globalThis.fetch };
  await disconnect(undefined, options);
  await disconnect({ ...(outcome as Connection), apiKey: 'other' }, options);
  assert.deepEqual(ended, [
    ['https://rollbook.example/oauth/revoke', { token: 'rollbook_key' }],
    ['https://rollbook.example/oauth/revoke', { token: 'other' }],
  ]);
});
