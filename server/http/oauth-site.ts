import { isLoopback } from '../config.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { localHosts } from './local-hosts.ts';
import type { PublicUrls } from './public-urls.ts';

/** Where the server says that it is. On this machine it has several names, and a client knows it by the one it used. */
export interface OAuthSite {
  issuer: (request: Pick<IncomingRequest, 'headers'>) => string;
  isOwn: (address: string) => boolean;
}

export function createOAuthSite(urls: PublicUrls): OAuthSite {
  const own = () => new URL(urls.base());
  const origins = (): string[] => {
    const { origin, hostname, port } = own();
    return isLoopback(hostname) ? [origin, ...localHosts(port).map((host) => `http://${host}`)] : [origin];
  };
  return {
    issuer({ headers }) {
      const named = `http://${headers.host?.toLowerCase()}`;
      return origins().includes(named) ? named : own().origin;
    },
    isOwn: (address) => URL.canParse(address) && origins().includes(new URL(address).origin),
  };
}
