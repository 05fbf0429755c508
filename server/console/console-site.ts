import { isIP } from 'node:net';
import type { PublicUrls } from '../http/public-urls.ts';
import type { PasskeyProblem } from './passkey-problem.ts';

/** Where the console is, which WebAuthn, the cookie and the check of origins depend on. */
export interface ConsoleSite {
  /** Scheme, host and port. */
  origin: string;
  /** Before /console, where a proxy serves the service below a path; else empty. */
  basePath: string;
  /** The relying party of WebAuthn. */
  rpId: string;
  isSecure: boolean;
  passkeyProblem: PasskeyProblem | null;
}

/** A function, because with port 0 the address is known only once the server listens. */
export function createConsoleSite(urls: PublicUrls): () => ConsoleSite {
  return () => describeSite(urls.console());
}

export function describeSite(url: string): ConsoleSite {
  const { origin, hostname, protocol, pathname } = new URL(url);
  const isSecure = protocol === 'https:';
  const isIpAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return {
    origin,
    basePath: pathname.replace(/\/console$/, ''),
    rpId: hostname,
    isSecure,
    passkeyProblem: isIpAddress ? 'ip-address' : isSecure || isLocal ? null : 'insecure',
  };
}
