import { BlockList, isIP, isIPv6 } from 'node:net';
import type { IncomingRequest } from '../request/incoming-request.ts';

export type AddressedRequest = Pick<IncomingRequest, 'socket' | 'headers'>;

/** The server's use of the X-Forwarded-For of a request. */
export type ForwardedForUse = 'ignored' | 'believed';

export function createForwardedForCheck(
  trustedProxies: readonly string[],
): (request: AddressedRequest) => ForwardedForUse | undefined {
  const isProxy = createProxyCheck(trustedProxies);
  return ({ socket, headers }) => {
    if (headers['x-forwarded-for'] === undefined) return undefined;
    return isProxy(normalizeAddress(socket.remoteAddress ?? '')) ? 'believed' : 'ignored';
  };
}

/** ROLLBOOK_TRUSTED_PROXIES: addresses or CIDR blocks. */
export function createCallerAddress(
  trustedProxies: readonly string[],
): (request: AddressedRequest) => string {
  const isProxy = createProxyCheck(trustedProxies);

  /**
   * Each proxy appends the address that it saw to X-Forwarded-For, so the rightmost one that is no proxy of ours is the
   * last that a caller cannot forge.
   */
  return ({ socket, headers }) => {
    let address = normalizeAddress(socket.remoteAddress ?? '');
    const forwarded = trustedProxies.length === 0 ? [] : parseForwarded(headers['x-forwarded-for']);
    while (isProxy(address)) {
      const previous = forwarded.pop();
      if (previous === undefined || isIP(previous) === 0) break;
      address = previous;
    }
    return isIPv6(address) ? networkOf(address) : address;
  };
}

function createProxyCheck(trustedProxies: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    proxies.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

const parseForwarded = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((address) => normalizeAddress(removePort(address.trim())));

/** Azure's gateways forward an address with its port, and IPv6 then in brackets. */
const removePort = (text: string): string =>
  (/^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text))?.[1] ?? text;

/** The same text for the same address: without a zone, and IPv4 as such where it is mapped into IPv6. */
function normalizeAddress(text: string): string {
  if (!isIPv6(text)) return text;
  const [address = ''] = text.split('%', 1);
  const groups = parseIpv6(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join('.')
    : address;
}

/** A subscriber has a whole /64, so its addresses count as one. */
const networkOf = (address: string): string =>
  `${parseIpv6(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;

/** The eight groups of a valid address, whose last two may be written as IPv4. */
function parseIpv6(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
