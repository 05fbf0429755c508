import type { Server } from 'node:http';
import { API_PREFIX } from '../../contract/operations.ts';
import type { Config } from '../config.ts';

/** The addresses that callers use. With port 0 they are known only once the server listens. */
export interface PublicUrls {
  base: () => string;
  docs: () => string;
}

export function createPublicUrls(server: Server, { host, port, publicUrl }: Config): PublicUrls {
  const root = (): string => {
    if (publicUrl !== undefined) return publicUrl;
    const address = server.address();
    return localUrl(host, address !== null && typeof address === 'object' ? address.port : port);
  };
  return { base: () => root() + API_PREFIX, docs: () => `${root()}/docs` };
}

/** The address for a program on the same machine. */
export function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
