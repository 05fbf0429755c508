import { hideCredentials } from '../server/errors/hide-credentials.ts';
import { UserError } from '../server/errors/user-error.ts';
import { HTTP_TIMEOUT_MS, httpGet } from './http-get.ts';

/** Requests /readyz and returns the address if the server is ready. */
export async function checkHealth(address: string): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
    throw new UserError(
      `${JSON.stringify(hideCredentials(address))} is not an http or https address without user name and password. Name one with --url.`,
    );
  const baseUrl = url.href.replace(/\/$/, '');
  const { status } = await httpGet(`${baseUrl}/readyz`).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.name === 'AbortError'
        ? `${baseUrl} did not answer within ${HTTP_TIMEOUT_MS / 1000} seconds.`
        : `${baseUrl} cannot be reached: ${error.code ?? error.message}.`,
    );
  });
  if (status !== 200) throw new UserError(`${baseUrl} cannot serve now: /readyz answers ${status}.`);
  return baseUrl;
}
