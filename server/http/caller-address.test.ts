import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createCallerAddress } from './caller-address.ts';

const request = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: { 'x-forwarded-for': forwarded },
});

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
  [
    'a mapped IPv4 address in hexadecimal',
    ['10.0.0.1'],
    '::ffff:0a00:0001',
    '::FFFF:cb00:7109',
    '203.0.113.9',
  ],
  ['a mapped IPv4 address in full', ['10.0.0.1'], '10.0.0.1', '0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['IPv4 without its port', ['10.0.0.1'], '10.0.0.1', '203.0.113.9:51234', '203.0.113.9'],
  ['IPv6 without its brackets and port', ['10.0.0.1'], '10.0.0.1', '[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['IPv6 without its brackets', ['10.0.0.1'], '10.0.0.1', '[2001:db8:0:9::1]', '2001:db8:0:9::/64'],
  ['a mapped address in brackets', ['10.0.0.1'], '10.0.0.1', '[::ffff:203.0.113.9]:443', '203.0.113.9'],
  ['a proxy with a port', ['10.0.0.0/8'], '10.0.0.1', '203.0.113.9, 10.2.3.4:8080', '203.0.113.9'],
  [
    'what is forwarded between spaces and tabs',
    ['10.0.0.1'],
    '10.0.0.1',
    ' 203.0.113.8 ,\t203.0.113.9 ',
    '203.0.113.9',
  ],
  ['the proxy where it forwards nothing', ['10.0.0.1'], '10.0.0.1', '203.0.113.9, ', '10.0.0.1'],
  ['the proxy where it forwards a port alone', ['10.0.0.1'], '10.0.0.1', '203.0.113.9, :443', '10.0.0.1'],
  ['the proxy where it forwards a socket file', ['10.0.0.1'], '10.0.0.1', '203.0.113.9, unix:', '10.0.0.1'],
  ['a proxy by its address without a zone', ['fe80::1'], 'fe80::1%eth0', '203.0.113.9', '203.0.113.9'],
  ['IPv6 with an IPv4 address at its end', [], '64:ff9b::203.0.113.9', undefined, '64:ff9b:0:0::/64'],
  ['IPv6 by its /64', [], '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
  ['IPv6 with a zone and zeros left out', [], 'fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
  ['the loopback of IPv6', [], '::1', undefined, '0:0:0:0::/64'],
  ['IPv6 behind an IPv6 proxy', ['2001:db8::/32'], '2001:db8::1', '2001:db9:0:0:1::', '2001:db9:0:0::/64'],
];
for (const [name, proxies, socket, forwarded, expected] of cases)
  test(`a caller's address is ${name}`, () =>
    assert.equal(createCallerAddress(proxies)(request(socket, forwarded)), expected));

test('the last line counts where a proxy adds its own X-Forwarded-For', async (t) => {
  const callerAddress = createCallerAddress(['127.0.0.1']);
  const server = createServer((incoming, response) => response.end(callerAddress(incoming)));
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const headers = { 'x-forwarded-for': ['198.51.100.1', '203.0.113.9'] };
  const [response] = await once(get({ port, host: '127.0.0.1', headers, agent: false }), 'response');
  assert.equal(await text(response), '203.0.113.9');
});
