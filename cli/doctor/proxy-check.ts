import type { PublicProbe } from './public-url-check.ts';
import { ok, type Result, warning } from './result.ts';

const CONSEQUENCE = 'all players share its address, and its limit on signing in';
const NAME_IT =
  'Set ROLLBOOK_TRUSTED_PROXIES to the address from which the proxy connects, such as 127.0.0.1 on this machine.';

/** Whether the server learns the addresses of callers, by which it limits attempts to sign in. */
export function checkProxy(trustedProxies: readonly string[], { url, answer }: PublicProbe): Result | [] {
  const everyone = trustedProxies.find((range) => range.endsWith('/0'));
  if (everyone !== undefined)
    return warning(
      `ROLLBOOK_TRUSTED_PROXIES has ${everyone}, so callers can pretend to any address`,
      'Name the addresses of your proxies alone.',
    );
  // The server itself speaks http alone.
  const hasProxy = url.protocol === 'https:';
  switch (answer?.forwardedFor) {
    case 'believed':
      return ok(`X-Forwarded-For of the proxy is believed (${trustedProxies.join(', ')})`);
    case 'ignored':
      return warning(`X-Forwarded-For of the proxy is not believed: ${CONSEQUENCE}`, NAME_IT);
    case 'absent':
      return hasProxy
        ? warning(
            `the proxy sends no X-Forwarded-For: ${CONSEQUENCE}`,
            'Let it append the address that it saw, and name the proxy in ROLLBOOK_TRUSTED_PROXIES.',
          )
        : ok('no X-Forwarded-For arrives, so no proxy is on the way');
    // The public URL leads to no server that tells.
    default:
      return hasProxy && trustedProxies.length === 0
        ? warning(`ROLLBOOK_TRUSTED_PROXIES names no proxy: ${CONSEQUENCE}`, NAME_IT)
        : [];
  }
}
