import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitHosts } from './split-hosts.ts';

for (const [address, expected] of [
  ['postgres://a/name', ['postgres://a/name']],
  ['postgres:///name?host=/run', ['postgres:///name?host=/run']],
  ['postgres://a:1,b/name?pool=5', ['postgres://a:1/name?pool=5', 'postgres://b/name?pool=5']],
  ['postgresql://u:p,@@a,[::1]:2', ['postgresql://u:p,@@a', 'postgresql://u:p,@@[::1]:2']],
  ['postgres://a/name?options=x,y@z', ['postgres://a/name?options=x,y@z']],
] as const)
  test(`${address} has ${expected.length} ${expected.length === 1 ? 'host' : 'hosts'}`, () =>
    assert.deepEqual(splitHosts(address), expected));
