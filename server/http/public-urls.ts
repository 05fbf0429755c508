import type { Server } from 'node:http';
import { API_PREFIX } from '../../contract/operations.ts';
import type { Config } from '../config.ts';

/** Where callers reach it; known only once it listens on a port it was free to choose. */
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

/** As a program on the same machine calls it. */
export function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
