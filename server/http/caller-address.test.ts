import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { createCallerAddress } from './caller-address.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

const cases: [string, string[], string, string | undefined, string][] = [
  ['the socket without trusted proxies, whatever is forwarded', [], '10.0.0.1', '203.0.113.9', '10.0.0.1'],
  ['the socket of a caller that is no proxy', ['10.0.0.0/8'], '198.51.100.1', '203.0.113.9', '198.51.100.1'],
  ['what a trusted proxy forwards', ['10.0.0.1'], '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  [
    'the rightmost address that is no proxy',
    ['10.0.0.0/8'],
    '10.0.0.1',
    '1.1.1.1, 203.0.113.9, 10.2.3.4',
    '203.0.113.9',
  ],
  ['the proxy itself where all are proxies', ['10.0.0.0/8'], '10.0.0.1', '10.2.3.4', '10.2.3.4'],
  ['the proxy where what it forwards is no address', ['10.0.0.1'], '10.0.0.1', 'unknown', '10.0.0.1'],
  ['an IPv4 address mapped into IPv6', ['10.0.0.1'], '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['IPv6 by its /64', [], '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
  ['IPv6 with a zone and zeros left out', [], 'fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
  ['the loopback of IPv6', [], '::1', undefined, '0:0:0:0::/64'],
  ['IPv6 behind an IPv6 proxy', ['2001:db8::/32'], '2001:db8::1', '2001:db9:0:0:1::', '2001:db9:0:0::/64'],
];
for (const [name, proxies, socket, forwarded, expected] of cases)
  test(`a caller's address is ${name}`, () =>
    assert.equal(createCallerAddress(proxies)(request(socket, forwarded)), expected));
