import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { UserError } from '../server/errors/user-error.ts';

const TIMEOUT_MS = 3_000;

/** Requests /readyz and returns the address if the server is ready. */
export async function checkHealth(address: string): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UserError(`${JSON.stringify(address)} is not an http or https address. Name one with --url.`);
  const baseUrl = url.href.replace(/\/$/, '');
  const status = await fetchStatus(`${baseUrl}/readyz`).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.name === 'AbortError'
        ? `${baseUrl} did not answer within ${TIMEOUT_MS / 1000} seconds.`
        : `${baseUrl} cannot be reached: ${error.code ?? error.message}.`,
    );
  });
  if (status !== 200) throw new UserError(`${baseUrl} cannot serve now: /readyz answers ${status}.`);
  return baseUrl;
}

/** Uses node:http because fetch rejects some ports and takes longer to load than the request takes. */
function fetchStatus(url: string): Promise<number | undefined> {
  const get = url.startsWith('https:') ? getSecure : getPlain;
  return new Promise((resolve, reject) => {
    get(url, { agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) }, (response) => {
      response.destroy();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
