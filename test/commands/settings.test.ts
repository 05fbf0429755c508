import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, type Outcome, TRACE } from '../launch.ts';
import { startService } from '../service.ts';

const UID = '10010';
let folder: string;
let validSettings: { ROLLBOOK_PORT: string; ROLLBOOK_DATABASE: string };
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-settings-'));
  validSettings = { ROLLBOOK_PORT: '0', ROLLBOOK_DATABASE: `sqlite:${join(folder, 'never.db')}` };
});
after(() => rm(folder, { recursive: true, force: true }));

function assertStartFailed({ code, stdout, stderr }: Outcome): void {
  assert.ok(code !== null && code !== 0, `serve started: ${stderr}${stdout}`);
  assert.doesNotMatch(stderr + stdout, TRACE);
}

const MALFORMED: Record<string, string[]> = {
  ROLLBOOK_PORT: ['eighty', '65536', '-1', '80.5'],
  ROLLBOOK_PUBLIC_URL: ['not a url', 'ftp://rollbook.example'],
  ROLLBOOK_DATABASE: ['mysql://localhost/rollbook', 'rollbook.db', 'sqlite:'],
  ROLLBOOK_COUNTERS: ['redis', 'memcached://localhost'],
  ROLLBOOK_READ_LIMIT: ['ten', '-5', '1.5'],
  ROLLBOOK_WRITE_LIMIT: ['many', '-1', '1e999'],
  ROLLBOOK_LOG_LEVEL: ['loud', '7'],
  ROLLBOOK_METRICS_PORT: ['some', '70000', '-1'],
  ROLLBOOK_CORS_ORIGINS: ['not an origin', 'example.org'],
  ROLLBOOK_SIGNUP: ['everybody', ''],
  ROLLBOOK_HISTORY: ['yes', ''],
  ROLLBOOK_TRUSTED_PROXIES: ['10.0.0.0/33', 'proxy.example'],
  ROLLBOOK_CATALOGUE_SOURCE: ['http://a.example/', 'https://user:password@a.example/', 'data/'],
  ROLLBOOK_BACKUPS: ['on', 'OFF', 'false'],
  ROLLBOOK_SECURITY_CONTACT: ['ask the operator', 'http://rollbook.example'],
};

describe('serve checks its settings', { concurrency: 2 }, () => {
  for (const round of [0, 1, 2, 3]) {
    const given = Object.entries(MALFORMED).flatMap(([name, values]) => {
      const value = values[round];
      return value === undefined ? [] : [[name, value] as const];
    });
    test(`names all malformed settings at once: ${given.map(([, value]) => value).join(', ')}`, async () => {
      const outcome = await launch(['serve'], { ...validSettings, ...Object.fromEntries(given) });
      assertStartFailed(outcome);
      const named = Object.keys(MALFORMED).filter((name) => new RegExp(`\\b${name}\\b`).test(outcome.stderr));
      assert.deepEqual(
        named,
        given.map(([name]) => name),
        outcome.stderr,
      );
    });
  }

  test('no command prints a password, wherever an address was given by mistake', async () => {
    const address = 'postgres://user:secret@127.0.0.1:1/rollbook';
    const wrong = { ...validSettings, ROLLBOOK_DATABASE: `sqlite:${address}` };
    for (const [words, env] of [
      [['serve'], wrong],
      [['serve', '--database', `sqlite:${address}`], validSettings],
      [['migrate', '--json'], wrong],
      [['doctor'], wrong],
      [['doctor', '--json'], wrong],
      [['account', 'list'], wrong],
      [['restore', '--json'], wrong],
      [['restore', address], validSettings],
      [['backup', address], validSettings],
      [['copy', address, '--database', address], validSettings],
      [['copy', `sqlite:${address}`, '--database', address], validSettings],
      [['account', 'list'], { ...validSettings, ROLLBOOK_DATABASE: address }],
      [['doctor', '--json'], { ...validSettings, ROLLBOOK_DATABASE: address }],
      [['health', '--url', 'http://user:secret@127.0.0.1:1'], validSettings],
      [[address], validSettings],
    ] as const) {
      const { code, stdout, stderr } = await launch([...words], env);
      assert.notEqual(code, 0, words.join(' '));
      assert.ok(!(stdout + stderr).includes('secret'), `${words.join(' ')}: ${stdout}${stderr}`);
    }
  });

  test('accepts every setting with a valid value', async () => {
    const env = {
      ROLLBOOK_HOST: '127.0.0.1',
      ROLLBOOK_PUBLIC_URL: 'https://rollbook.example',
      ROLLBOOK_COUNTERS: 'memory',
      ROLLBOOK_REGION: 'seoul',
      ROLLBOOK_READ_LIMIT: '60',
      ROLLBOOK_WRITE_LIMIT: '500',
      ROLLBOOK_LOG_LEVEL: 'warn',
      ROLLBOOK_METRICS_PORT: '0',
      ROLLBOOK_CORS_ORIGINS: 'https://front.example',
      ROLLBOOK_SIGNUP: 'closed',
      ROLLBOOK_HISTORY: 'off',
      ROLLBOOK_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
      ROLLBOOK_SECURITY_CONTACT: 'security@rollbook.example',
      ROLLBOOK_PORTRAITS: folder,
      ROLLBOOK_BACKUPS: join(folder, 'backups'),
    };
    const service = await startService({ env });
    assert.equal(await service.stop(), 0);
  });

  test('refuses to start with an invalid host', async () => {
    const outcome = await launch(['serve'], { ...validSettings, ROLLBOOK_HOST: 'not a host' });
    assertStartFailed(outcome);
    assert.match(outcome.stderr, /(ROLLBOOK_HOST|--host)\b/);
  });

  test('refuses to start with an unknown setting', async () => {
    const outcome = await launch(['serve'], { ...validSettings, ROLLBOOK_READ_LIMITS: '5' });
    assertStartFailed(outcome);
    assert.match(outcome.stderr, /\bROLLBOOK_READ_LIMITS\b/);
  });

  test('refuses to start with a malformed flag and prints one JSON value with --json', async () => {
    const words = [
      'serve',
      '--port',
      '0',
      '--database',
      validSettings.ROLLBOOK_DATABASE,
      '--read-limit',
      'ten',
    ];
    const [plain, json] = await Promise.all([launch(words), launch([...words, '--json'])]);
    for (const outcome of [plain, json]) {
      assertStartFailed(outcome);
      assert.match(outcome.stderr, /read[-_]limit/i);
    }
    assert.deepEqual(Object.keys(JSON.parse(json.stderr)), ['error']);
  });

  test('prefers flags of serve to environment variables', async () => {
    const flags = {
      '--read-limit': '2',
      '--write-limit': '1',
      '--public-url': 'https://rollbook.example/api',
      '--cors-origins': 'https://front.example',
      '--log-level': 'error',
    };
    const service = await startService({
      args: Object.entries(flags).flat(),
      env: { ROLLBOOK_LOG_LEVEL: 'info' },
    });
    try {
      const { write, read } = await service.account();
      const list = () =>
        service.call(read, 'GET', '/me/students', undefined, { origin: 'https://front.example' });
      const reads = [await list(), await list(), await list()];
      assert.deepEqual(
        reads.map(({ status }) => status),
        [200, 200, 429],
      );
      assert.equal(reads[0]?.headers.get('ratelimit-policy'), '"read";q=2;w=60');
      assert.equal(reads[0]?.headers.get('access-control-allow-origin'), 'https://front.example');
      assert.equal(reads[2]?.body.error.docs, 'https://rollbook.example/api/docs#error-rate_limited');
      const dismiss = () => service.call(write, 'DELETE', `/me/students/${UID}`);
      assert.deepEqual([(await dismiss()).status, (await dismiss()).status], [404, 429]);
      assert.equal(service.stdout(), '', 'the log level of the flag applies');
    } finally {
      await service.stop();
    }
  });
});
