import { formatRegistration, isLocal, isPage, isRedirect, MAX_ADDRESS_LENGTH } from './app-clients.ts';
import { toAppName } from './app-name.ts';
import { OAuthError } from './oauth-error.ts';

const MAX_REDIRECTS = 20;

/**
 * RFC 7591. Nothing is kept: the ID says which of the addresses are served, and what the client calls itself. That of a
 * page without others is its address, as if it had not registered.
 */
export function registerClient(metadata: unknown): object {
  const { redirect_uris: sent, client_name: claimed } = Object(metadata) as Record<string, unknown>;
  const redirects = Array.isArray(sent) ? sent.filter(isServed).slice(0, MAX_REDIRECTS) : [];
  const [first] = redirects;
  if (first === undefined)
    throw new OAuthError(
      'invalid_redirect_uri',
      'redirect_uris must have an https address without a query, or an http address of the computer itself.',
    );
  const name = typeof claimed === 'string' ? (toAppName(claimed) ?? '') : '';
  const isPlain = name === '' && redirects.every(isLocal);
  let clientId = formatRegistration({ name, redirects });
  // An ID that would be too long says of fewer addresses, the last ones first.
  while (!isPlain && clientId.length > MAX_ADDRESS_LENGTH && redirects.length > 1) {
    redirects.pop();
    clientId = formatRegistration({ name, redirects });
  }
  const isItsOwnId =
    isPlain || (redirects.length === 1 && (isPage(first) || clientId.length > MAX_ADDRESS_LENGTH));
  return {
    client_id: isItsOwnId ? first : clientId,
    ...(name !== '' && { client_name: name }),
    redirect_uris: redirects,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
  };
}

const isServed = (address: unknown): address is string => typeof address === 'string' && isRedirect(address);
