import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** ROLLBOOK_TRUSTED_PROXIES: addresses or CIDR blocks. */
export function createCallerAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    proxies.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  const isProxy = (address: string) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  /**
   * Each proxy appends the address that it saw to X-Forwarded-For, so the rightmost one that is no proxy of ours is the
   * last that a caller cannot forge.
   */
  return ({ socket, headers }) => {
    let address = unmapIpv4(socket.remoteAddress ?? '');
    const forwarded = trustedProxies.length === 0 ? [] : parseForwarded(headers['x-forwarded-for']);
    while (isIP(address) !== 0 && isProxy(address)) {
      const previous = forwarded.pop();
      if (previous === undefined || isIP(previous) === 0) break;
      address = previous;
    }
    return isIPv6(address) ? networkOf(address) : address;
  };
}

const parseForwarded = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((address) => unmapIpv4(address.trim()));

/** An IPv4 address on a socket that listens for both families. */
const unmapIpv4 = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** A subscriber has a whole /64, so its addresses count as one. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('%', 1).join('').split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0;
  const all = [
    ...groups,
    ...Array<string>(Math.max(0, missing)).fill('0'),
    ...tail.split(':').filter(Boolean),
  ];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
