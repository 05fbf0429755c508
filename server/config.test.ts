import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig, sourceAddress, toEnvName, toFlagName } from './config.ts';
import { UserError } from './errors/user-error.ts';

test('listens on localhost only by default', () => {
  const { host, port, readLimit, writeLimit } = readConfig({});
  assert.deepEqual(
    { host, port, readLimit, writeLimit },
    { host: '127.0.0.1', port: 8787, readLimit: 60, writeLimit: 500 },
  );
});

test('a flag overrides the environment', () => {
  assert.equal(readConfig({ ROLLBOOK_READ_LIMIT: '5' }, { 'read-limit': '6' }).readLimit, 6);
  assert.deepEqual(
    [toEnvName('corsOrigins'), toFlagName('corsOrigins')],
    ['ROLLBOOK_CORS_ORIGINS', 'cors-origins'],
  );
});

const invalid: [string, string][] = [
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
  ['ROLLBOOK_SIGNUP', 'everybody'],
  ['ROLLBOOK_HISTORY', 'true'],
  ['ROLLBOOK_TRUSTED_PROXIES', 'proxy.example'],
  ['ROLLBOOK_SECURITY_CONTACT', 'javascript:alert(1)'],
  ['ROLLBOOK_CATALOGUE_SOURCE', 'http://a.example/data/'],
  ['ROLLBOOK_NOPE', '1'],
];
for (const [name, value] of invalid)
  test(`rejects ${name}=${value} and names the setting`, () =>
    assert.throws(
      () => readConfig({ [name]: value }),
      (error) => error instanceof UserError && error.message.includes(name),
    ));

test('sign-up needs an invite and no proxy is trusted by default', () => {
  const { signup, trustedProxies } = readConfig({});
  assert.deepEqual({ signup, trustedProxies }, { signup: 'invite', trustedProxies: [] });
});

test('trusts the proxies of a list of addresses and ranges', () => {
  const list = ['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8', '0.0.0.0/0', '2001:db8::1/128'];
  assert.deepEqual(readConfig({ ROLLBOOK_TRUSTED_PROXIES: `${list.join(' , ')},` }).trustedProxies, list);
});

for (const range of [
  '10.0.0.0/33',
  '10.0.0/8',
  '::/129',
  '10.0.0.1/',
  '10.0.0.1/08',
  '10.0.0.1/8/8',
  '10.0.0.1:80',
  '[::1]',
  'fe80::1%eth0',
  '*',
])
  test(`refuses to trust ${range}`, () =>
    assert.throws(
      () => readConfig({ ROLLBOOK_TRUSTED_PROXIES: `127.0.0.1,${range}` }),
      /ROLLBOOK_TRUSTED_PROXIES must be IP addresses or CIDR ranges such as/,
    ));

test('a contact is an address, an e-mail address becomes one, and empty is none', () => {
  for (const [text, contact] of [
    ['security@rollbook.example', 'mailto:security@rollbook.example'],
    ['mailto:security@rollbook.example', 'mailto:security@rollbook.example'],
    ['https://rollbook.example/security', 'https://rollbook.example/security'],
    ['', undefined],
  ])
    assert.equal(readConfig({ ROLLBOOK_SECURITY_CONTACT: text }).securityContact, contact);
  for (const text of ['security@rollbook.example\nExpires: never', 'https://', 'a@b@c', 'x'])
    assert.throws(() => readConfig({ ROLLBOOK_SECURITY_CONTACT: text }), /ROLLBOOK_SECURITY_CONTACT must be/);
});

test('accepts the environment variables of the client samples', () => {
  readConfig({ ROLLBOOK_URL: 'http://127.0.0.1:8787/v1', ROLLBOOK_KEY: 'rollbook_' });
});

test('counts reads in PostgreSQL only if the database is PostgreSQL', () => {
  const both = { ROLLBOOK_DATABASE: 'postgresql://user@host/name?pool=5', ROLLBOOK_COUNTERS: 'postgres' };
  assert.equal(readConfig(both).counters, 'postgres');
  assert.throws(() => readConfig({ ROLLBOOK_COUNTERS: 'postgres' }), /ROLLBOOK_COUNTERS.*ROLLBOOK_DATABASE/);
});

test('accepts a PostgreSQL database with several hosts', () => {
  const database = 'postgres://user:a,b@host:5432,[::1]:5433,other/name?target_session_attrs=read-write';
  assert.equal(readConfig({ ROLLBOOK_DATABASE: database }).database, database);
  assert.throws(
    () => readConfig({ ROLLBOOK_DATABASE: 'postgres://user:secret@host,other:port/name' }),
    (error: Error) => error.message.includes('host,other:port/name') && !error.message.includes('secret'),
  );
});

test('rejects an invalid database without repeating its password', () =>
  assert.throws(
    () => readConfig({ ROLLBOOK_DATABASE: 'postgres:rollbook:secret@host/rollbook' }),
    (error: Error) => error.message.includes('ROLLBOOK_DATABASE') && !error.message.includes('secret'),
  ));

test('reports a malformed database URL without its password', () =>
  assert.throws(
    () => readConfig({ ROLLBOOK_DATABASE: 'postgres://user:secret@host:port/name' }),
    (error: Error) => error.message.includes('host:port/name') && !error.message.includes('secret'),
  ));

// `export ROLLBOOK_DATABASE=postgres://user:secret&more@host/name` without quotes sets no more than this.
for (const database of ['postgres://user:secret', 'postgresql:user:secret'])
  test(`reports a database URL that is cut off without its password: ${database}`, () =>
    assert.throws(
      () => readConfig({ ROLLBOOK_DATABASE: database }),
      (error: Error) => error.message.includes('user:…') && !error.message.includes('secret'),
    ));

// A scheme before another or misspelt, and characters that end the host although they belong to the password.
for (const database of [
  'sqlite:postgres://user:secret@host/rollbook',
  'sqlite:postgresql:user:secret',
  'sqlite:mysql://user:secret',
  'sqlite:postgres://host/rollbook?password=secret',
  'posgres://user:secret',
  'postgres://user:12/secret@host/rollbook',
  'postgres://user:12?secret@host/rollbook',
  'postgres://user:12#secret@host/rollbook',
  'postgres://user:12#secret',
])
  test(`refuses the database ${database} without repeating its password`, () =>
    assert.throws(
      () => readConfig({ ROLLBOOK_DATABASE: database }),
      (error: Error) =>
        error.message.includes('ROLLBOOK_DATABASE must be') && !error.message.includes('secret'),
    ));

for (const name of ['ROLLBOOK_HOST', 'ROLLBOOK_BACKUPS', 'ROLLBOOK_PORTRAITS', 'ROLLBOOK_SECURITY_CONTACT'])
  test(`refuses an address with a password as ${name} without repeating it`, () => {
    for (const value of [
      'smb://user:secret@nas/share',
      'https://user:secret@nas/share',
      'postgres://user:secret',
    ])
      assert.throws(
        () => readConfig({ [name]: value }),
        (error: Error) => error.message.includes(`${name} must be`) && !error.message.includes('secret'),
      );
  });

test('takes paths with colons and at signs for a file or folder', () => {
  for (const path of ['/srv/a@b/c:d.db', 'C:\\Users\\a@b\\rollbook.db', 'postgres/rollbook.db'])
    assert.equal(readConfig({ ROLLBOOK_DATABASE: `sqlite:${path}` }).database, `sqlite:${path}`);
  assert.equal(readConfig({ ROLLBOOK_BACKUPS: 'D:\\backups@home' }).backups, 'D:\\backups@home');
});

for (const url of [
  'https://x.example/?',
  'https://x.example/a#',
  'https://x.example/?a=1',
  'https://x.example/#b',
  'https://user@x.example',
  'https://:secret@x.example',
])
  test(`refuses ${url} as the public URL`, () =>
    assert.throws(
      () => readConfig({ ROLLBOOK_PUBLIC_URL: url }),
      /^Error: ROLLBOOK_PUBLIC_URL must be an http or https address without user name, password, query or/,
    ));

test('refuses a public URL with a password without repeating the password', () =>
  assert.throws(
    () => readConfig({ ROLLBOOK_PUBLIC_URL: 'https://:secret@x.example' }),
    (error: Error) => error.message.includes('x.example') && !error.message.includes('secret'),
  ));

test('reports all invalid settings at once', () => {
  assert.throws(
    () => readConfig(Object.fromEntries(invalid.slice(3))),
    (error) => error instanceof UserError && invalid.slice(3).every(([name]) => error.message.includes(name)),
  );
});

test('no catalogue is fetched by default, and an empty source means none', () => {
  assert.equal(readConfig({}).catalogueSource, undefined);
  assert.equal(readConfig({ ROLLBOOK_CATALOGUE_SOURCE: '' }).catalogueSource, undefined);
});

for (const [address, isAllowed] of Object.entries({
  'https://a.example/data': true,
  'http://127.0.0.1:8080/': true,
  'http://localhost/data/catalogue.json': true,
  'http://[::1]:80/': true,
  'http://127.0.0.1.a.example/': false,
  'http://localhost.a.example/': false,
  'http://10.0.0.1/': false,
  'https://a.example/?key=1': false,
  'https://a.example/#data': false,
  'https://user@a.example/': false,
  'file:///etc/passwd': false,
}))
  test(`${isAllowed ? 'takes' : 'refuses'} the catalogue source ${address}`, () => {
    if (isAllowed) assert.equal(sourceAddress(address), new URL(address).href);
    else assert.throws(() => sourceAddress(address), /must be an https address/);
  });
