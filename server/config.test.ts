import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envOf, flagOf, readConfig } from './config.ts';
import { UserError } from './user-error.ts';

test('nothing set is a service on this machine alone', () => {
  const { host, port, readLimit, writeLimit } = readConfig({});
  assert.deepEqual(
    { host, port, readLimit, writeLimit },
    { host: '127.0.0.1', port: 8787, readLimit: 60, writeLimit: 500 },
  );
});

test('a flag wins over the environment', () => {
  assert.equal(readConfig({ ROLLBOOK_READ_LIMIT: '5' }, { 'read-limit': '6' }).readLimit, 6);
  assert.deepEqual([envOf('corsOrigins'), flagOf('corsOrigins')], ['ROLLBOOK_CORS_ORIGINS', 'cors-origins']);
});

const broken: [string, string][] = [
  ['ROLLBOOK_HOST', ''],
  ['ROLLBOOK_PORT', '65536'],
  ['ROLLBOOK_PORT', '80a'],
  ['ROLLBOOK_PUBLIC_URL', 'ftp://example.com'],
  ['ROLLBOOK_DATABASE', 'data.db'],
  ['ROLLBOOK_READ_LIMIT', '0'],
  ['ROLLBOOK_WRITE_LIMIT', '1.5'],
  ['ROLLBOOK_LOG_LEVEL', 'loud'],
  ['ROLLBOOK_CORS_ORIGINS', 'https://a.example/path'],
  ['ROLLBOOK_REGION', 'two words'],
  ['ROLLBOOK_NOPE', '1'],
];
for (const [name, value] of broken)
  test(`${name}=${value} is refused by name`, () =>
    assert.throws(
      () => readConfig({ [name]: value }),
      (error) => error instanceof UserError && error.message.includes(name),
    ));

test('what the samples of the guide read is no fault', () => {
  readConfig({ ROLLBOOK_URL: 'http://127.0.0.1:8787/v1', ROLLBOOK_KEY: 'rollbook_' });
});

test('a database may be on PostgreSQL, and reads be counted there only then', () => {
  const both = { ROLLBOOK_DATABASE: 'postgresql://user@host/name?pool=5', ROLLBOOK_COUNTERS: 'postgres' };
  assert.equal(readConfig(both).counters, 'postgres');
  assert.throws(() => readConfig({ ROLLBOOK_COUNTERS: 'postgres' }), /ROLLBOOK_COUNTERS.*ROLLBOOK_DATABASE/);
});

for (const address of [
  'valkey://counters',
  'redis://:p%40ss@10.0.0.1:6380/3',
  'valkeys://rollbook:secret@[::1]/0',
  'rediss://h/',
])
  test(`reads may be counted in ${address}`, () =>
    assert.equal(readConfig({ ROLLBOOK_COUNTERS: address }).counters, address));

test('a database that is none is refused without its password', () =>
  assert.throws(
    () => readConfig({ ROLLBOOK_DATABASE: 'postgres:rollbook:secret@host/rollbook' }),
    (error: Error) => error.message.includes('ROLLBOOK_DATABASE') && !error.message.includes('secret'),
  ));

for (const address of [
  'valkey://',
  'valkey:/h',
  'redis://:secret@h:99999/0',
  'valkey://u:secret@h/zero',
  'valkey://u:secret@h/0?x=1',
  'valkey://u:secret%zz@h/0',
])
  test(`${address} is no place to count reads, and refused without its password`, () =>
    assert.throws(
      () => readConfig({ ROLLBOOK_COUNTERS: address }),
      (error: Error) => error.message.includes('ROLLBOOK_COUNTERS') && !error.message.includes('secret'),
    ));

test('a malformed address is told without its password', () =>
  assert.throws(
    () => readConfig({ ROLLBOOK_DATABASE: 'postgres://user:secret@host:port/name' }),
    (error: Error) => error.message.includes('host:port/name') && !error.message.includes('secret'),
  ));

test('all faults are told at once', () => {
  assert.throws(
    () => readConfig(Object.fromEntries(broken.slice(3))),
    (error) => error instanceof UserError && broken.slice(3).every(([name]) => error.message.includes(name)),
  );
});
