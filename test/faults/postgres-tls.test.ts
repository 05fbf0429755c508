import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { UserError } from '../../server/errors/user-error.ts';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import { type Database, newDatabase, query } from '../database.ts';
import { launch } from '../launch.ts';
import { type Cluster, startCluster, UNPRIVILEGED } from '../postgres/cluster.ts';
import { startService } from '../service.ts';

/** pg_hba.conf: each user is named for how it may connect. The test itself connects as `postgres`. */
const HBA = `
host      all  postgres   127.0.0.1/32  trust
hostssl   all  encrypted  127.0.0.1/32  trust
hostnossl all  plain      127.0.0.1/32  trust
hostssl   all  certified  127.0.0.1/32  cert
hostssl   all  secret     127.0.0.1/32  scram-sha-256
host      all  either     127.0.0.1/32  trust
`;
const USERS = ['encrypted', 'plain', 'certified', 'secret', 'either'];

let folder: string;
let cluster: Cluster;
/** A server without TLS. */
let plainServer: Database;
const file = (name: string) => join(folder, name);
const openssl = (args: string) => promisify(execFile)('openssl', args.split(' '), { cwd: folder });

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-tls-'));
  await chmod(folder, 0o755);
  for (const authority of ['ours', 'other'])
    await openssl(
      `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${authority} -keyout ${authority}.key -out ${authority}.crt`,
    );
  await writeFile(file('names'), 'subjectAltName=DNS:localhost');
  for (const [name, subject] of [
    ['server', '/CN=localhost'],
    ['client', '/CN=certified'],
  ]) {
    await openssl(`req -newkey rsa:2048 -nodes -subj ${subject} -keyout ${name}.key -out ${name}.csr`);
    await openssl(
      `x509 -req -in ${name}.csr -CA ours.crt -CAkey ours.key -CAcreateserial -days 2 -extfile names -out ${name}.crt`,
    );
  }
  await writeFile(file('access'), HBA);
  if (process.getuid?.() === 0) await chown(file('server.key'), UNPRIVILEGED, UNPRIVILEGED);
  const settings = {
    ssl: 'on',
    ssl_cert_file: file('server.crt'),
    ssl_key_file: file('server.key'),
    ssl_ca_file: file('ours.crt'),
    hba_file: file('access'),
    fsync: 'off',
  };
  cluster = await startCluster(
    Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  );
  for (const user of USERS) await query(cluster.url, `CREATE ROLE ${user} LOGIN SUPERUSER PASSWORD 'right'`);
  plainServer = await newDatabase('postgres');
});
after(async () => {
  await cluster?.stop();
  await plainServer?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Adds parameters such as `sslmode=verify-ca sslrootcert=ours.crt` to the address, with absolute file paths. */
function addressFor(user: string, parameters: string, { host = 'localhost', password = '' } = {}): string {
  const url = new URL(cluster.url);
  [url.hostname, url.username, url.password] = [host, user, password];
  for (const [, name, value] of parameters.matchAll(/(\w+)=(\S*)/g) as Iterable<[string, string, string]>)
    url.searchParams.set(name, /\.(crt|key)$/.test(value) ? file(value) : value);
  return url.href;
}

/** Opens the store and asks PostgreSQL whether its sessions use TLS. */
async function usesTls(user: string, address: string): Promise<unknown> {
  const { store } = await openPostgres(address, { create: true, migrate: true });
  try {
    await store.ready();
    const sessions = await query(
      cluster.url,
      'SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = ?',
      [user],
    );
    return sessions.map(({ ssl }) => ssl).join();
  } finally {
    await store.close();
  }
}

/** sslmode means what it means in libpq: https://www.postgresql.org/docs/current/libpq-ssl.html */
const SERVED: [user: string, parameters: string, tls: boolean, host?: string][] = [
  ['either', '', false],
  ['either', 'sslmode=disable', false],
  ['either', 'sslmode=allow', false],
  ['encrypted', 'sslmode=allow', true],
  ['either', 'sslmode=prefer', true],
  ['plain', 'sslmode=prefer', false],
  ['either', 'sslmode=prefer sslrootcert=other.crt', false],
  ['encrypted', 'sslmode=require', true, '127.0.0.1'],
  ['encrypted', 'sslmode=require uselibpqcompat=true', true],
  ['encrypted', 'sslmode=require sslrootcert=ours.crt', true, '127.0.0.1'],
  ['encrypted', 'sslmode=verify-ca sslrootcert=ours.crt', true, '127.0.0.1'],
  ['encrypted', 'sslmode=verify-full sslrootcert=ours.crt', true],
  ['encrypted', 'sslmode=verify-full sslrootcert=ours.crt sslnegotiation=direct', true],
  ['certified', 'sslmode=verify-full sslrootcert=ours.crt sslcert=client.crt sslkey=client.key', true],
];
for (const [user, parameters, tls, host = 'localhost'] of SERVED)
  test(`the user ${user} with ${parameters || 'no parameters'} connects with ${tls ? 'TLS' : 'no TLS'} to ${host}`, async () =>
    assert.equal(await usesTls(user, addressFor(user, parameters, { host })), `${tls}`));

const REFUSED: [what: string, address: () => string, message: RegExp][] = [
  [
    'a server that requires TLS',
    () => addressFor('encrypted', ''),
    /does not accept this connection without TLS: .*no encryption.* Add \?sslmode=verify-full/,
  ],
  [
    'a server that requires a client certificate',
    () => addressFor('certified', 'sslmode=require'),
    /does not accept this connection: .* a client certificate with \?sslcert= and \?sslkey=\.$/,
  ],
  [
    'a user who may connect only without TLS',
    () => addressFor('plain', 'sslmode=require'),
    /does not accept this connection: .*SSL encryption.* Add an entry to pg_hba\.conf/,
  ],
  [
    'a wrong password',
    () => addressFor('secret', 'sslmode=prefer', { password: 'wrong' }),
    /refuses this user or password\. Check both\.$/,
  ],
  [
    'an unknown user',
    () => plainServer.address.replace('postgres@', 'nobody@'),
    /refuses this user or password/,
  ],
  [
    'a server without TLS',
    () => `${plainServer.address}?sslmode=require`,
    /offers no TLS\. Turn it on there/,
  ],
  [
    'a certificate of another authority with verify-ca',
    () => addressFor('encrypted', 'sslmode=verify-ca sslrootcert=other.crt'),
    /a certificate of an authority that is not trusted\. Name the file .* with \?sslrootcert=\.$/,
  ],
  [
    'a certificate of another authority than the sslrootcert of require',
    () => addressFor('encrypted', 'sslmode=require sslrootcert=other.crt'),
    /a certificate of an authority that is not trusted/,
  ],
  [
    'a certificate of an authority without sslrootcert',
    () => addressFor('encrypted', 'sslmode=verify-full'),
    /a certificate of an authority that is not trusted/,
  ],
  [
    'a certificate of an authority unknown to the system',
    () => addressFor('encrypted', 'sslmode=verify-full sslrootcert=system'),
    /a certificate of an authority that is not trusted/,
  ],
  [
    'a host name that does not match the certificate',
    () => addressFor('encrypted', 'sslmode=verify-full sslrootcert=ours.crt', { host: '127.0.0.1' }),
    /a certificate for another name\. .* \?sslmode=verify-ca\.$/,
  ],
  [
    'an unknown sslmode',
    () => addressFor('either', 'sslmode=bogus'),
    /sslmode= in ROLLBOOK_DATABASE must be one of disable, allow, prefer, require, verify-ca, verify-full, not bogus\.$/,
  ],
  ['an empty sslmode', () => addressFor('either', 'sslmode='), /sslmode= .* must be one of disable,/],
  [
    'verify-ca without an authority',
    () => addressFor('either', 'sslmode=verify-ca sslrootcert='),
    /verify-ca .* needs the file of the authority/,
  ],
  [
    'a certificate setting without TLS',
    () => addressFor('either', 'sslrootcert=ours.crt'),
    /names a certificate, but no TLS/,
  ],
  [
    'a missing certificate file',
    () => addressFor('either', 'sslmode=require sslrootcert=none.crt'),
    /\/none\.crt that \?sslrootcert= in ROLLBOOK_DATABASE names cannot be read: ENOENT\.$/,
  ],
  [
    'an unsupported libpq parameter',
    () => addressFor('either', 'sslmode=require sslcrl=none.crt'),
    /\?sslcrl= in ROLLBOOK_DATABASE is not supported/,
  ],
  [
    'direct TLS negotiation with an optional sslmode',
    () => addressFor('either', 'sslmode=prefer sslnegotiation=direct'),
    /sslnegotiation=direct in ROLLBOOK_DATABASE needs \?sslmode=require or more/,
  ],
];
for (const [what, address, message] of REFUSED)
  test(`${what} is rejected with a plain error message`, async () => {
    await assert.rejects(openPostgres(address(), { create: true, migrate: true }), (error: Error) => {
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /wrong/);
      return error instanceof UserError;
    });
  });

/** Adds a host before the one in the address. */
const addHost = (address: string, host: string) => address.replace(/@/, `@${host},`);

test('of several hosts one that does not pass sslmode is not used', async () => {
  const plainHost = new URL(plainServer.address).host;
  const ipHost = new URL(cluster.url).host;
  const verifyFull = 'sslmode=verify-full sslrootcert=ours.crt';
  const valid = addressFor('encrypted', verifyFull);
  assert.equal(await usesTls('encrypted', addHost(addHost(valid, plainHost), ipHost)), 'true');
  const invalid = addressFor('encrypted', verifyFull, { host: '127.0.0.1' });
  await assert.rejects(
    openPostgres(addHost(invalid, plainHost), { create: true, migrate: true }),
    /none of its hosts is the primary\. \S+ offers no TLS.*; \S+ has a certificate for another name/,
  );
});

test('PGSSLMODE applies if the address has no sslmode', async () => {
  const list = (mode: string, parameters = '') =>
    launch(['account', 'list', '--json'], {
      ROLLBOOK_DATABASE: addressFor('encrypted', parameters),
      PGSSLMODE: mode,
    });
  assert.equal((await list('require')).code, 0);
  assert.match((await list('bogus')).stderr, /PGSSLMODE must be one of disable, allow, prefer,/);
  assert.equal((await list('bogus', 'sslmode=require')).code, 0);
});

test('commands and the server print no driver warnings in any sslmode', async () => {
  for (const sslmode of ['prefer', 'require', 'verify-full']) {
    const address = addressFor('encrypted', `sslmode=${sslmode} sslrootcert=ours.crt`);
    const { code, stdout, stderr } = await launch(['account', 'list', '--json'], {
      ROLLBOOK_DATABASE: address,
    });
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(Array.isArray(JSON.parse(stdout)));
  }
  const service = await startService({ database: addressFor('encrypted', 'sslmode=require') });
  try {
    const { read } = await service.account();
    assert.equal((await service.call(read, 'GET', '/me/students')).status, 200);
    assert.doesNotMatch(service.stderr(), /warning/i);
  } finally {
    await service.stop();
  }
});
