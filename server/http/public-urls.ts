import type { Server } from 'node:http';
import { CONSOLE_PAGES, CONSOLE_PATH } from '../../contract/console-paths.ts';
import { API_PREFIX, GUIDE_PATH } from '../../contract/paths.ts';
import type { Config } from '../config.ts';

/** The addresses that callers use. With port 0 they are known only once the server listens. */
export interface PublicUrls {
  base: () => string;
  docs: () => string;
  console: () => string;
}

export function createPublicUrls(server: Server, config: Config): PublicUrls {
  const { host, port } = config;
  const actualPort = (): number => {
    const address = server.address();
    return address !== null && typeof address === 'object' ? address.port : port;
  };
  const root = (): string => config.publicUrl ?? localUrl(host, actualPort());
  return {
    base: () => root() + API_PREFIX,
    docs: () => root() + GUIDE_PATH,
    console: () => consoleBaseUrl(config, actualPort()) + CONSOLE_PATH,
  };
}

/**
 * The address below which the console is. WebAuthn knows no IP addresses, so on this machine it is at localhost,
 * although the API's address is 127.0.0.1.
 */
export function consoleBaseUrl(
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
  port: number,
): string {
  if (publicUrl !== undefined) return publicUrl;
  return isLocalHost(host) ? `http://localhost:${port}` : localUrl(host, port);
}

/** The page that a link or an invite opens. */
export const entryUrl = (consoleBase: string, token: string): string =>
  `${consoleBase}${CONSOLE_PATH}${CONSOLE_PAGES.enter}#${token}`;

/** A loopback address, or all addresses. */
const isLocalHost = (host: string): boolean =>
  ['localhost', '0.0.0.0', '::', '::1'].includes(host) || /^127(\.\d+){1,3}$/.test(host);

/** The address for a program on the same machine. */
export function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
