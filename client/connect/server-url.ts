import { API_PREFIX } from '../../contract/api-paths.ts';
import { RollbookError } from '../rollbook-error.ts';

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])([:/]|$)/i;

/** The root of a server, from an address as people write or copy it: without a scheme, or of any page of the server. */
export function toServerUrl(address: string): string {
  const text = address.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
    ? text
    : `http${LOOPBACK.test(text) ? '' : 's'}://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new RollbookError(
      'invalid_request',
      'The address of the server is not an http or https address, such as https://rollbook.example.',
    );
  return url.origin;
}

export const toBaseUrl = (serverUrl: string): string => serverUrl + API_PREFIX;
