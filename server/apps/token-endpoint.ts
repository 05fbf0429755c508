import { formatAreas } from '../../contract/areas.ts';
import { DEVICE_GRANT } from '../../contract/oauth.ts';
import type { AppContext } from '../app-context.ts';
import { createKeyFinder } from '../auth/admit-key.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import { disconnectApp, fetchAppKey } from './app-keys.ts';
import type { AppRequest } from './app-requests.ts';
import { redeemCode } from './code-grant.ts';
import { countOAuthRequest } from './count-oauth-request.ts';
import { OAuthError } from './oauth-error.ts';
import { type OAuthForm, requireParameter } from './oauth-form.ts';

/** The token with which the app calls the API from now on. */
interface TokenResponse {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
}

export function createTokenEndpoint(
  app: Pick<AppContext, 'store' | 'now'>,
  redeemDeviceCode: (form: OAuthForm) => Promise<AppRequest>,
  limiter: RateLimiter,
) {
  const { store, now } = app;
  const { database } = store;
  const findKey = createKeyFinder(store);

  const redeem = (form: OAuthForm): Promise<AppRequest> => {
    switch (requireParameter(form, 'grant_type')) {
      case DEVICE_GRANT:
        return redeemDeviceCode(form);
      case 'authorization_code':
        return redeemCode(app, form);
      default:
        throw new OAuthError(
          'unsupported_grant_type',
          `grant_type must be authorization_code or ${DEVICE_GRANT}.`,
        );
    }
  };

  return {
    async issue(form: OAuthForm): Promise<TokenResponse> {
      const { accountId, keyId, areas, expiresAt } = await redeem(form);
      if (accountId === null || keyId === null) throw new TypeError('an allowed request has a key');
      await countOAuthRequest(limiter, accountId, 'Keys were fetched too often. Try again later.');
      const at = now();
      const fetched = await fetchAppKey(database, { accountId, keyId }, expiresAt, at);
      if (fetched === undefined) {
        // The holder of the key may not be the app.
        await disconnectApp(database, accountId, keyId, at);
        throw new OAuthError(
          'invalid_grant',
          'The key was used before, or the code has expired or was ended by the player. A key that was fetched with it is ended now.',
        );
      }
      return {
        access_token: fetched.apiKey,
        token_type: 'Bearer',
        expires_in: Math.floor((fetched.expiresAt - at) / 1000),
        scope: formatAreas(areas),
      };
    },

    /** RFC 7009. What is no key of an app is left as it is, and nobody learns so. */
    async revoke(form: OAuthForm): Promise<void> {
      const key = await findKey(requireParameter(form, 'token'));
      if (key !== undefined && !key.revoked) await disconnectApp(database, key.accountId, key.keyId, now());
    },
  };
}
