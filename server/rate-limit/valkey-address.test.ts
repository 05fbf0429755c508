import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isValkeyAddress, parseValkeyAddress } from './valkey-address.ts';

const local = { host: '127.0.0.1', port: 6379 };
const accepted: [string, ReturnType<typeof parseValkeyAddress>][] = [
  ['valkey://127.0.0.1', { kind: 'server', hosts: [local], tls: false, login: {}, database: 0 }],
  [
    'rediss://user:p%40ss@[::1]:6380/3',
    {
      kind: 'server',
      hosts: [{ host: '::1', port: 6380 }],
      tls: true,
      login: { username: 'user', password: 'p@ss' },
      database: 3,
    },
  ],
  [
    'redis+sentinel://a,b:26380/mymaster',
    {
      kind: 'sentinel',
      hosts: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 26380 },
      ],
      tls: false,
      login: {},
      database: 0,
      primaryName: 'mymaster',
      sentinelLogin: {},
    },
  ],
  [
    'valkeys+sentinel://:p%2Cw@a,[::1]/the%20one/2?sentinel_username=s&sentinel_password=a+b%26c',
    {
      kind: 'sentinel',
      hosts: [
        { host: 'a', port: 26379 },
        { host: '::1', port: 26379 },
      ],
      tls: true,
      login: { password: 'p,w' },
      database: 2,
      primaryName: 'the one',
      sentinelLogin: { username: 's', password: 'a+b&c' },
    },
  ],
  [
    'valkey+cluster://127.0.0.1,b:7000/0',
    { kind: 'cluster', hosts: [local, { host: 'b', port: 7000 }], tls: false, login: {} },
  ],
  ['rediss+cluster://127.0.0.1', { kind: 'cluster', hosts: [local], tls: true, login: {} }],
];
for (const [address, expected] of accepted)
  test(`parses ${address}`, () => {
    assert.ok(isValkeyAddress(address));
    assert.deepEqual(parseValkeyAddress(address), expected);
  });

const rejected: [string, RegExp][] = [
  ['memcached://a', /^must be memory, postgres, valkey:/],
  ['valkey+ring://a', /^must be memory, postgres, valkey:/],
  ['valkey+sentinel://a,,b/mymaster', /^must be memory, postgres, valkey:/],
  ['valkey+cluster://a:1,b:99999', /^must be memory, postgres, valkey:/],
  ['valkey://a,b', /one host; for several the scheme is valkey\+sentinel:\/\/ or valkey\+cluster:\/\//],
  ['valkey://a/mymaster', /end in the number of a database/],
  ['valkey://a?sentinel_password=x', /no parameters/],
  ['valkey+sentinel://a,b', /name the primary as Sentinel does/],
  ['valkey+sentinel://a,b/', /name the primary as Sentinel does/],
  ['valkey+sentinel://a/mymaster/x', /name the primary as Sentinel does/],
  ['valkey+sentinel://a/mymaster?password=x', /no parameters but one sentinel_username and one/],
  ['valkey+sentinel://a/m?sentinel_password=x&sentinel_password=y', /no parameters but one/],
  ['valkey+cluster://a,b/1', /only database 0/],
  ['valkey+cluster://a?x=1', /no parameters/],
  ['valkey+cluster://:%zz@a', /percent-encoded/],
  ['valkey+sentinel://a/mymaster#2', /no #/],
];
for (const [address, problem] of rejected)
  test(`rejects ${address} with what is wrong`, () =>
    assert.throws(() => parseValkeyAddress(address), { message: problem }));
