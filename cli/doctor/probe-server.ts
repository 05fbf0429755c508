import type { Config } from '../../server/config.ts';
import { localUrl } from '../../server/http/public-urls.ts';
import { httpGet } from '../http-get.ts';
import { createUnroutedPath, readLinkBase, readProcess } from './rollbook-answer.ts';

/** What listens at ROLLBOOK_HOST and ROLLBOOK_PORT. */
export type ServerState = { readonly address: string } & (
  | {
      readonly state: 'running';
      /** The letters with which its request IDs begin. */
      readonly process: string;
      readonly isReady: boolean;
      /** The address with which its links begin; undefined if it does not tell. */
      readonly linkBase: string | undefined;
      /** Undefined where it sends none. */
      readonly consolePage: string | undefined;
    }
  | { readonly state: 'absent' | 'silent' | 'foreign' | 'not asked' }
);

const ABSENT_CODES = [
  'ECONNREFUSED',
  'EADDRNOTAVAIL',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

export async function probeServer({ host, port, publicUrl }: Config, isValid: boolean): Promise<ServerState> {
  const address = localUrl(host, port);
  // With port 0 the system picks one at each start.
  if (port === 0 || !isValid) return { address, state: 'not asked' };
  // As a proxy asks for it: at 127.0.0.1 the page leads to localhost.
  const headers = publicUrl === undefined ? {} : { host: new URL(publicUrl).host };
  const ask = (path: string) => httpGet(address + path, { headers });
  try {
    const [health, ready, unrouted, page] = await Promise.all([
      ask('/healthz'),
      ask('/readyz'),
      ask(encodeURI(createUnroutedPath())),
      ask('/console/'),
    ]);
    const process = readProcess(health);
    if (process === undefined) return { address, state: 'foreign' };
    return {
      address,
      state: 'running',
      process,
      isReady: ready.status === 200,
      linkBase: readLinkBase(unrouted),
      consolePage: page.status === 200 ? page.body : undefined,
    };
  } catch (error) {
    const { code = '', name } = error as NodeJS.ErrnoException;
    if (name === 'AbortError') return { address, state: 'silent' };
    return { address, state: ABSENT_CODES.includes(code) ? 'absent' : 'foreign' };
  }
}
