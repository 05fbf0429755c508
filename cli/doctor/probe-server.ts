import type { Config } from '../../server/config.ts';
import { localUrl } from '../../server/http/public-urls.ts';
import { type HttpAnswer, httpGet } from '../http-get.ts';
import { readProcess } from './rollbook-answer.ts';

/** What listens at ROLLBOOK_HOST and ROLLBOOK_PORT. */
export type ServerState = { readonly address: string } & (
  | {
      readonly state: 'running';
      readonly process: string;
      readonly isReady: boolean;
      readonly console: string;
    }
  | { readonly state: 'absent' | 'silent' | 'foreign' | 'not asked' }
);

export async function probeServer({ host, port }: Config, isValid: boolean): Promise<ServerState> {
  const address = localUrl(host, port);
  // With port 0 the system picks one at each start.
  if (port === 0 || !isValid) return { address, state: 'not asked' };
  try {
    const [health, ready, page] = (await Promise.all(
      ['/healthz', '/readyz', '/console/'].map((path) => httpGet(address + path)),
    )) as [HttpAnswer, HttpAnswer, HttpAnswer];
    const process = readProcess(health);
    if (process === undefined) return { address, state: 'foreign' };
    return { address, state: 'running', process, isReady: ready.status === 200, console: page.body };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    if (name === 'AbortError') return { address, state: 'silent' };
    return { address, state: isAbsent(code) ? 'absent' : 'foreign' };
  }
}

const isAbsent = (code = ''): boolean =>
  ['ECONNREFUSED', 'EADDRNOTAVAIL', 'ENETUNREACH', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].includes(code);
