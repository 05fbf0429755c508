import { ApiError } from '../errors/api-error.ts';
import { localHosts } from '../http/local-hosts.ts';
import type { PublicUrls } from '../http/public-urls.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';

/**
 * Against DNS rebinding, by which a page of another site reaches a server on the player's machine: only the service's
 * own names are served, and of pages only its own. ROLLBOOK_CORS_ORIGINS opens nothing here.
 */
export function checkMcpSite(urls: PublicUrls, { headers, socket }: IncomingRequest): void {
  const own = new URL(urls.base());
  const local = localHosts(socket.localPort);
  const host = headers.host?.toLowerCase();
  if (host === undefined || ![own.host, withDefaultPort(own), ...local].includes(host))
    throw new ApiError(
      'forbidden',
      `이 주소로는 MCP를 사용할 수 없습니다. ${own.origin} 또는 서버 안에서는 localhost 주소를 사용하십시오. 서버의 주소가 다르면 운영자가 ROLLBOOK_PUBLIC_URL을 설정해야 합니다.`,
    );
  const { origin } = headers;
  const ownOrigins = [own.origin, ...local.map((name) => `http://${name}`)];
  if (origin !== undefined && !ownOrigins.includes(origin))
    throw new ApiError('forbidden', '다른 출처의 웹 페이지에서는 MCP를 사용할 수 없습니다.');
}

/** Some clients name the port also where it is the default one. */
const withDefaultPort = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
