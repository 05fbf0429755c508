import { findClient, isLocal } from './app-clients.ts';
import { OAuthError } from './oauth-error.ts';

const MAX_REDIRECTS = 20;

/**
 * RFC 7591 for clients that insist on it. Nothing is kept: the ID is the address that the browser goes back to, as of any
 * client. A program of the player's computer may name several.
 */
export function registerClient(metadata: unknown): object {
  const { redirect_uris: redirects } = Object(metadata) as { redirect_uris?: unknown };
  if (!isRedirectList(redirects))
    throw new OAuthError(
      'invalid_redirect_uri',
      'redirect_uris must be one https address without a query, or http addresses of the computer itself.',
    );
  return {
    client_id: redirects[0],
    redirect_uris: redirects,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
  };
}

function isRedirectList(list: unknown): list is string[] {
  if (!Array.isArray(list) || list.length > MAX_REDIRECTS || !list.every((one) => typeof one === 'string'))
    return false;
  const [first = ''] = list;
  return list.length === 1 ? findClient(first, first) !== undefined : list.length > 1 && list.every(isLocal);
}
