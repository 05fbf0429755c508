import { type Check, ok, type Result, warning } from './check.ts';
import type { PublicProbe } from './probe-public-url.ts';

/** Whether the server learns the addresses of callers, by which it limits attempts to sign in. */
export const PROXY_CHECK: Check = {
  name: 'proxy',
  run: async ({ config: { trustedProxies }, isValid, publicProbe }) => {
    const probe = await publicProbe;
    if (probe === undefined || !isValid('trustedProxies')) return [];
    const everyone = trustedProxies.find((range) => range.endsWith('/0'));
    return everyone === undefined
      ? describeUse(probe, trustedProxies)
      : [
          warning(
            `ROLLBOOK_TRUSTED_PROXIES has ${everyone}, so callers can pretend to any address`,
            'Name the addresses of your proxies alone.',
          ),
        ];
  },
};

const CONSEQUENCE = 'all players share its address, and its limit on signing in';
const NAME_IT =
  'Set ROLLBOOK_TRUSTED_PROXIES to the address from which the proxy connects, such as 127.0.0.1 on this machine.';

/** Nothing where the public URL does not lead to a server that tells. */
function describeUse(probe: PublicProbe, trustedProxies: readonly string[]): Result[] {
  // The server itself speaks http alone.
  const hasProxy = probe.url.protocol === 'https:';
  switch (probe.error === undefined ? probe.forwardedFor : undefined) {
    case 'believed':
      return [ok(`X-Forwarded-For of the proxy is believed (${trustedProxies.join(', ')})`)];
    case 'ignored':
      return [warning(`X-Forwarded-For of the proxy is not believed: ${CONSEQUENCE}`, NAME_IT)];
    case 'absent':
      return [
        hasProxy
          ? warning(
              `the proxy sends no X-Forwarded-For: ${CONSEQUENCE}`,
              'Let it append the address that it saw, and name the proxy in ROLLBOOK_TRUSTED_PROXIES.',
            )
          : ok('no X-Forwarded-For arrives, so no proxy is on the way'),
      ];
    default:
      return hasProxy && trustedProxies.length === 0
        ? [warning(`ROLLBOOK_TRUSTED_PROXIES names no proxy: ${CONSEQUENCE}`, NAME_IT)]
        : [];
  }
}
