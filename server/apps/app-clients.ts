import { OWN_CLIENT_ID } from '../../contract/oauth.ts';
import { isLoopback } from '../config.ts';
import type { AppKind } from '../store/stored-account.ts';

export const MAX_ADDRESS_LENGTH = 500;

/**
 * Clients that are known to name a document as their ID and go on at another address of the same host. The documents
 * themselves are not fetched.
 */
const KNOWN_CLIENTS: readonly (readonly [clientId: string, redirectUri: string])[] = [
  ['https://claude.ai/oauth/mcp-oauth-client-metadata', 'https://claude.ai/api/mcp/auth_callback'],
  ['https://chatgpt.com/oauth/client.json', 'https://chatgpt.com/connector_platform_oauth_redirect'],
];

export interface Client {
  readonly kind: Exclude<AppKind, 'device'>;
  /** The host of a page. A program on the player's computer could claim any name: it has none. */
  readonly name: string | null;
}

/**
 * Nothing is registered: a page's ID is its own address, and the browser goes back there and nowhere else. Undefined if
 * the address to go back to is none of the client's.
 */
export function findClient(clientId: string, redirectUri: string): Client | undefined {
  if (!isClientId(clientId)) return undefined;
  const isOwn = redirectUri === clientId && isPage(clientId);
  const isKnown = KNOWN_CLIENTS.some(([id, redirect]) => id === clientId && redirect === redirectUri);
  if (isOwn || isKnown) return { kind: 'page', name: new URL(redirectUri).host };
  return isLocal(redirectUri) ? { kind: 'local', name: null } : undefined;
}

export const isClientId = (text: string): boolean => text === OWN_CLIENT_ID || isPage(text) || isLocal(text);

const isPage = (address: string): boolean => {
  const url = readAddress(address);
  return (
    url !== undefined && url.protocol === 'https:' && url.href === address && !url.hostname.endsWith('.')
  );
};

/** A program of the player's computer listens there: RFC 8252, section 7.3. Its port may be any. */
export function isLocal(address: string): boolean {
  const url = readAddress(address);
  const isSame = url?.href === address || url?.href === `${address}/`;
  return url !== undefined && isSame && url.protocol === 'http:' && isLoopback(url.hostname);
}

/** An address without query, fragment and user, which no browser would write in another way. */
function readAddress(address: string): URL | undefined {
  if (address.length > MAX_ADDRESS_LENGTH || /[?#\\]/.test(address) || !URL.canParse(address))
    return undefined;
  const url = new URL(address);
  return url.username + url.password === '' ? url : undefined;
}
