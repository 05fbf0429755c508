import type { RateLimiter, RateLimitResult } from '../store/rate-limiter.ts';

/**
 * How many times the limit of an address the addresses of one /48 have together: it is a home or an office, which has
 * 65,536 networks of /64 to send from, or some customers of a carrier.
 */
export const NETWORK_FACTOR = 8;

/** An IPv6 address as `createCallerAddress` names it, by its /64. */
const IPV6_NETWORK = /^(\w+:\w+:\w+):\w+::\/64$/;

export interface AddressLimiter {
  /** Counts one request from an address, unless its window or that of its /48 is full. */
  consume(address: string): Promise<RateLimitResult>;
}

/** The address first, so that one that is over its limit uses up nothing of its neighbours'. */
export function createAddressLimiter(
  addresses: Pick<RateLimiter, 'consume'>,
  networks: Pick<RateLimiter, 'consume'>,
): AddressLimiter {
  return {
    async consume(address) {
      const ofAddress = await addresses.consume(`address ${address}`);
      const [, network] = IPV6_NETWORK.exec(address) ?? [];
      if (network === undefined || !ofAddress.allowed) return ofAddress;
      const ofNetwork = await networks.consume(`network ${network}::/48`);
      return ofNetwork.allowed && ofAddress.remaining <= ofNetwork.remaining ? ofAddress : ofNetwork;
    },
  };
}
